import { IconHeadphones } from '@tabler/icons-react';
import { laterPartWords } from '../../generated/words/laterPart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';

/** The review of what was voiced. */
export const qaPart: ProjectPart = {
  path: 'qa',
  label: () => currentWords(laterPartWords).qa.label,
  icon: IconHeadphones,
  heading: () => currentWords(laterPartWords).qa.heading,
  title: (project) => currentWords(laterPartWords).qa.title({ project }),
  roles: ['QA'],
  orFeature: 'QA',
};

import { IconHeadphones } from '@tabler/icons-react';
import { laterPartWords } from '../../generated/words/laterPart.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../project-part/project-part.ts';

/** The review of what was voiced. */
export const qaPart: ProjectPart = {
  path: 'qa',
  label: () => wordsNow(laterPartWords).qa.label,
  icon: IconHeadphones,
  heading: () => wordsNow(laterPartWords).qa.heading,
  title: (project) => wordsNow(laterPartWords).qa.title({ project }),
  roles: ['QA'],
  orFeature: 'QA',
};

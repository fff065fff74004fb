import { IconEar } from '@tabler/icons-react';
import { laterPartWords } from '../../generated/words/laterPart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';

/** The project's own dictionaries. */
export const dictionaryPart: ProjectPart = {
  path: 'dictionary',
  label: () => currentWords(laterPartWords).dictionary.label,
  icon: IconEar,
  heading: () => currentWords(laterPartWords).dictionary.label,
  title: (project) => currentWords(laterPartWords).dictionary.title({ project }),
};

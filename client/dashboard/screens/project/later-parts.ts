import { IconChartBar, IconHeadphones } from '@tabler/icons-react';
import { projectWords } from '../../words/project-words.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../project-part/project-part.ts';

/** What listeners did. */
export const statsPart: ProjectPart = {
  path: 'stats',
  label: () => wordsNow(projectWords).stats.label,
  icon: IconChartBar,
  heading: () => wordsNow(projectWords).stats.heading,
  title: (project) => wordsNow(projectWords).stats.title(project),
  roles: ['maintainer', 'stats'],
};

/** The review of what was voiced. */
export const qaPart: ProjectPart = {
  path: 'qa',
  label: () => wordsNow(projectWords).qa.label,
  icon: IconHeadphones,
  heading: () => wordsNow(projectWords).qa.heading,
  title: (project) => wordsNow(projectWords).qa.title(project),
  roles: ['qa'],
  orFeature: 'qa',
};

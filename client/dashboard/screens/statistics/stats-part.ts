import { IconChartBar } from '@tabler/icons-react';
import { laterPartWords } from '../../generated/words/laterPart.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../project-part/project-part.ts';

/** What listeners did. */
export const statsPart: ProjectPart = {
  path: 'stats',
  label: () => wordsNow(laterPartWords).stats.label,
  icon: IconChartBar,
  heading: () => wordsNow(laterPartWords).stats.heading,
  title: (project) => wordsNow(laterPartWords).stats.title({ project }),
  roles: ['MAINTAINER', 'STATS'],
};

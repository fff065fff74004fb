import { IconChartBar } from '@tabler/icons-react';
import { laterPartWords } from '../../generated/words/laterPart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';

/** What listeners did. */
export const statsPart: ProjectPart = {
  path: 'stats',
  label: () => currentWords(laterPartWords).stats.label,
  icon: IconChartBar,
  heading: () => currentWords(laterPartWords).stats.heading,
  title: (project) => currentWords(laterPartWords).stats.title({ project }),
  roles: ['MAINTAINER', 'STATS'],
};

import type { Finder } from './finding.ts';
import { heardAs } from './heard-kinds.ts';

/** Words that were heard as others. */
export const heardOtherwise: Finder = {
  severity: 'hint',
  description: 'Words that were heard as others.',
  find: (article) => heardAs('otherwise', article),
};

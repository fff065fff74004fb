import type { Finder } from './finding.ts';
import { heardAs } from './heard-kinds.ts';

/** Many words in a row that were not heard as they are written. */
export const heardAstray: Finder = {
  severity: 'fault',
  description: 'Many words in a row that were not heard as they are written.',
  find: (article) => heardAs('astray', article),
};

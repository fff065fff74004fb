import type { Finder } from './finding.ts';
import { heardAs } from './heard-kinds.ts';

/** Words that were heard and are not written. */
export const heardAdded: Finder = {
  severity: 'warning',
  description: 'Words that were heard and are not written.',
  find: (article) => heardAs('added', article),
};

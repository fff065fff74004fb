import type { Finder } from './finding.ts';
import { heardAs } from './heard-kinds.ts';

/** Words that were not heard. */
export const heardMissing: Finder = {
  severity: 'warning',
  description: 'Words that were not heard.',
  find: (article) => heardAs('missing', article),
};

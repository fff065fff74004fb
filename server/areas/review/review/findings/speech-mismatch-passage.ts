import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** Many words in a row that were not heard as they are written. */
export const mismatchedPassage: Finder = {
  severity: 'fault',
  description: 'Many words in a row that were not heard as they are written.',
  find: (article) => speechMismatches('astray', article),
};

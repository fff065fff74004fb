import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** Finds many words in a row that were not recognized as written. */
export const mismatchedPassage: Finder = {
  severity: 'fault',
  description: 'Many words in a row that were not heard as they are written.',
  find: (article) => speechMismatches('astray', article),
};

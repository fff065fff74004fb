import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** Finds many words in a row that were not recognized as written. */
export const mismatchedPassage: Finder = {
  severity: 'fault',
  description: 'A passage of the audio that differs from the text.',
  find: (article) => speechMismatches('astray', article),
};

import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** A negation or a number that was heard otherwise: it says something else. */
export const mismatchedMeaning: Finder = {
  severity: 'fault',
  description: 'A negation or a number that was heard otherwise: it says something else.',
  find: (article) => speechMismatches('other sense', article),
};

import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** Finds a negation or a number that was recognized differently: the meaning changes. */
export const mismatchedMeaning: Finder = {
  severity: 'fault',
  description: 'A negation or number that differs in the audio and changes the meaning.',
  find: (article) => speechMismatches('other sense', article),
};

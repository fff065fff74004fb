import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** Finds words that were recognized but are not written. */
export const addedSpeech: Finder = {
  severity: 'warning',
  description: 'Words that were heard and are not written.',
  find: (article) => speechMismatches('added', article),
};

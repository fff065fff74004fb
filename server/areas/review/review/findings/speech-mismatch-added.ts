import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** Finds words that were recognized but are not written. */
export const addedSpeech: Finder = {
  severity: 'warning',
  description: 'Words in the audio that are not in the text.',
  find: (article) => speechMismatches('added', article),
};

import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** Words recognized as others. */
export const mismatchedWord: Finder = {
  severity: 'hint',
  description: 'Words that sound like other words in the audio.',
  find: (article) => speechMismatches('otherwise', article),
};

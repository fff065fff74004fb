import type { Finder } from './finding.ts';
import { speechMismatches } from './speech-mismatch-kinds.ts';

/** Words that recognition missed. */
export const missingSpeech: Finder = {
  severity: 'warning',
  description: 'Words missing from the audio.',
  find: (article) => speechMismatches('missing', article),
};

import { reviewMessages } from '../messages.ts';
import { placeOf, quoteWord, type Finder } from './finding.ts';
import { measuredChunks } from './measured-chunks.ts';

/** Words that a voice on this machine passed over in silence, because its model has no sound for them. */
export const unspokenWord: Finder = {
  severity: 'fault',
  description: 'A word that the voice skipped because it cannot pronounce it.',
  find: (article) =>
    measuredChunks(article).flatMap(({ chunk, measures }) =>
      (measures.unspoken ?? []).map(({ start, end }) => {
        const word = chunk.text.slice(start, end);
        return {
          ...placeOf(chunk, start, end - start),
          word,
          reason: reviewMessages.FOUND_UNSPOKEN({ word: quoteWord(word) }),
        };
      }),
    ),
};

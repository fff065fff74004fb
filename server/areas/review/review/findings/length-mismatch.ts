import { reviewMessages } from '../messages.ts';
import { chunkPlace, type Finder, type ReviewedChunk } from './finding.ts';

/** What a voice needs for a letter when there is nothing to compare with, milliseconds. */
const usualRate = 62;
/** What a short chunk takes before and after its letters. */
const ownMs = 120;
/** Chunks of an article from which on its own rate is taken. */
const leastChunks = 4;
/** Letters of a chunk that says enough of how long it takes. */
const leastLetters = 12;
const [shortest, longest] = [0.6, 1.5];
/** Where the voice's own rate is not known, it may be anything that voices have. */
const [shortestUnknown, longestUnknown] = [0.35, 2.4];

/**
 * A sentence that takes far less or more time than the voice needs for so many letters: something is missing
 * or said twice. The voice's rate is the median of the article's own sentences.
 */
export const length: Finder = {
  severity: 'fault',
  description: 'A sentence that is far shorter or longer than expected for the voice.',
  find({ chunks }) {
    const heard = chunks
      .filter(({ lengthMs }) => lengthMs > 0)
      .map((chunk) => ({ chunk, letters: lettersOf(chunk) }))
      .filter(({ letters }) => letters >= leastLetters);
    const rates = heard.map(({ chunk, letters }) => (chunk.lengthMs - ownMs) / letters).sort((a, b) => a - b);
    const isKnown = rates.length >= leastChunks;
    const rate = isKnown ? rates[rates.length >> 1]! : usualRate;
    const [least, most] = isKnown ? [shortest, longest] : [shortestUnknown, longestUnknown];
    return heard.flatMap(({ chunk, letters }) => {
      const share = chunk.lengthMs / (ownMs + letters * rate);
      if (share >= least && share <= most) return [];
      const percent = Math.round(share * 100);
      const reason =
        share < 1 ? reviewMessages.FOUND_TOO_SHORT({ percent }) : reviewMessages.FOUND_TOO_LONG({ percent });
      return [{ ...chunkPlace(chunk), reason }];
    });
  },
};

/**
 * Returns the number of letters by speaking time: a digit takes as long as five of them, a pause within the
 * sentence as four.
 */
function lettersOf({ text }: ReviewedChunk): number {
  let letters = 0;
  for (const character of text) {
    if (/\d/.test(character)) letters += 5;
    else if (/[\p{L}]/u.test(character))
      letters += /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)
        ? 3
        : 1;
    else if (/[,;:–—%€$£&§°]/.test(character)) letters += 4;
  }
  return letters;
}

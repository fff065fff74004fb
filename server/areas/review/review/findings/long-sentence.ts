import { sentenceRanges } from '../../../../text/sentences.ts';
import { wordsOf } from '../../../../text/words.ts';
import { reviewMessages } from '../messages.ts';
import { placeOf, type Finder } from './finding.ts';

/** Words that a listener can hold until the sentence ends. */
const mostWords = 60;

/** A sentence that is too long to be followed by ear. */
export const longSentence: Finder = {
  severity: 'hint',
  description: `A sentence of more than ${mostWords} words.`,
  find: ({ chunks }) =>
    chunks.flatMap((chunk) => {
      // Sixty words have no fewer characters.
      if (chunk.text.length < mostWords * 2) return [];
      return sentenceRanges(chunk.text, chunk.language).flatMap(({ start, end }) => {
        const words = wordsOf(chunk.text.slice(start, end), chunk.language).length;
        if (words <= mostWords) return [];
        return [
          { ...placeOf(chunk, start, end - start), reason: reviewMessages.FOUND_LONG_SENTENCE({ words }) },
        ];
      });
    }),
};

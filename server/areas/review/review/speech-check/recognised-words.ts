import { spellOut } from '../../../../text/normalise/spell-out.ts';
import { writtenTimings } from '../../../../text/normalise/written-positions.ts';
import { wordsOf } from '../../../../text/words.ts';

/** A word for comparison: spelled out, in lower case, with its position in the given text. */
export interface RecognisedWord {
  said: string;
  start: number;
  length: number;
}

/**
 * Returns the words of a text as spoken: numbers, dates, units and the like spelled out by the rules of the
 * language, without punctuation. So "3 %" and "three percent" are the same words. All words for one item have
 * the position of that item.
 * @param language BCP 47
 */
export function recognisedWords(text: string, language: string): RecognisedWord[] {
  const { spoken, changes } = spellOut(text, language);
  return wordsOf(spoken, language).flatMap(({ start, length }) => {
    const [place] = writtenTimings([{ start, length, startMs: 0, endMs: 0 }], changes);
    const said = folded(spoken.slice(start, start + length));
    return said ? [{ said, start: place?.start ?? start, length: place?.length ?? length }] : [];
  });
}

/** As recognisers and newspapers write it, or not: case, ligatures, apostrophes, and the German ß. */
const folded = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{M}\p{Nd}]/gu, '');

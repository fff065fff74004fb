import { ambiguousPassages } from '../../../../text/normalise/spell-out.ts';
import { reviewMessages } from '../messages.ts';
import { quoteWord, type Finder, type FindingMatch } from './finding.ts';

/**
 * A number or abbreviation that can be read in two ways, of which normalization chose one by default: "3/4",
 * "1:25". What a dictionary or a language model reads otherwise is decided.
 */
export const ambiguousReading: Finder = {
  severity: 'warning',
  description: 'A number or abbreviation that can be read in two ways; one was chosen by default.',
  find({ chunks, known, isNormalized, readings }) {
    if (!isNormalized) return [];
    const seen = new Set<string>();
    return chunks.flatMap(({ text, written, start, language }): FindingMatch[] => {
      if (!/\p{Nd}/u.test(written)) return [];
      const spoken = text.toLowerCase();
      return ambiguousPassages(written, language, readings).flatMap((passage): FindingMatch[] => {
        const word = written.slice(passage.start, passage.start + passage.length);
        if (seen.has(word) || known.has(word.toLowerCase())) return [];
        if (!spoken.includes(passage.spoken.toLowerCase())) return [];
        seen.add(word);
        const reason = reviewMessages.FOUND_AMBIGUOUS({
          word: quoteWord(word),
          reading: quoteWord(passage.spoken),
        });
        return [{ start: start + passage.start, length: passage.length, word, reason }];
      });
    });
  },
};

import { romanNumber } from './roman-numerals.ts';
import { stopAfter } from './sentence-end.ts';
import type { SpellingRule } from './spelling.ts';

/** How a language says Roman numerals. */
export interface RomanWords {
  /** Whether a ruler's numeral may follow this name. */
  isRuler(name: string): boolean;
  /** What is said after a ruler's name. @param before the text before the numeral */
  ofRuler(value: number, name: string, before: string): string;
  /** Nouns after a numeral that is an ordinal: "Guerra", "secolo". Tested after the space. */
  ordinalNoun: RegExp;
  /** The ordinal, as the noun after it and the text before ask for. */
  ordinal(value: number, noun: string, before: string): string;
  /** What is counted with numerals after it: "capítulo", "siglo". */
  countedBefore: RegExp;
  cardinal(value: number, language: string): string;
}

/** "Felipe VI", "siglo XIX", "II Guerra Mundial". Tried at a word of such letters. */
export const romanRule = (words: RomanWords): SpellingRule => ({
  name: 'Roman numeral',
  pattern: /([IVXLCDM]{1,9})(\.?[ºª°]|\.)?(?![\p{L}\p{N}]|-\p{L})/uy,
  say: ([found, numeral = '', mark], place) => {
    const { before, after, language } = place;
    const value = romanNumber(numeral);
    if (value === null || value > 3999 || /[\p{L}\p{N}.-]$/u.test(before)) return null;
    const stop = mark === '.' ? stopAfter(place) : '';
    const length = found.length;
    // "Tra il XV e il XVI secolo": the noun of the second is the first one's, too.
    const next =
      /^(?:\s\p{Ll}{1,3}){1,2}\s[IVXL]{1,6}\s(\p{L}[\p{L}-]*)/u.exec(after)?.[1] ??
      /^\s(\p{L}[\p{L}-]*)/u.exec(after)?.[1] ??
      '';
    if (mark !== '.' || numeral.length > 1) {
      if (words.ordinalNoun.test(next) && value <= 100) return words.ordinal(value, next, before);
    }
    const name = /(?:^|[\s("„«»“’'])(\p{Lu}[\p{L}-]+)\s$/u.exec(before)?.[1];
    if (name !== undefined && words.isRuler(name) && value <= 100) {
      // "Jan I think" is no king of a language, and an initial has a full stop.
      if (numeral.length === 1 && (mark === '.' || (numeral !== 'I' && numeral !== 'V' && numeral !== 'X')))
        return null;
      return { text: words.ofRuler(value, name, before) + stop, length };
    }
    if (mark !== undefined && mark !== '.' && value <= 100) return words.ordinal(value, next, before);
    if (words.countedBefore.test(before))
      return { text: words.cardinal(value, language), length: numeral.length };
    return name !== undefined && numeral.length >= 2 && /^[IVX]+$/.test(numeral)
      ? { text: words.cardinal(value, language), length: numeral.length }
      : null;
  },
});

import { primaryLanguage } from '../primary-language.ts';
import type { TextBoundaries } from './text-boundaries.ts';

/** A form of a word: the word with an ending. */
export interface WordForm {
  /** UTF-16 units of the ending, its apostrophe included. */
  length: number;
  /** As it sounds after these sounds, IPA. */
  sounds(ipa: string): string;
}

/** Endings of nouns and names, by language, with their sounds. */
const endings: Record<string, Record<string, string>> = {
  de: { s: 's', es: 'əs', e: 'ə', en: 'ən', n: 'n', er: 'ɐ', ern: 'ɐn', em: 'əm', in: 'ɪn', innen: 'ɪnən' },
  fr: { s: '', x: '', e: '', es: '', ne: '', nes: '' },
};
const longestEnding = 5;

const silent: WordForm['sounds'] = () => '';

/** The English ending -s (A. C. Gimson, "The Pronunciation of English", 10.2.3). */
const englishS: WordForm['sounds'] = (ipa) => {
  const last = ipa.replace(/[\s.ˈˌːʰ]/gu, '').at(-1) ?? '';
  return 'szʃʒ'.includes(last) ? 'ɪz' : 'ptkfθ'.includes(last) ? 's' : 'z';
};

/** A word with each ending that any language has, and the word itself: where it may be written inflected. */
export const inflectedForms = (word: string): string[] => [
  word,
  ...new Set(
    Object.values(endings).flatMap((ofLanguage) => Object.keys(ofLanguage).map((end) => word + end)),
  ),
];

/**
 * Returns the form of a word that ends at a position: the word itself, a genitive with an apostrophe
 * (`Merz’`, `Merz’s`), or with `inflected` one with an ending of its language. Null: it continues as another
 * word.
 */
export function formAt(
  text: string,
  at: number,
  language: string,
  borders: TextBoundaries,
  inflected: boolean,
): WordForm | null {
  if (borders.isBetweenWords(at)) return { length: 0, sounds: silent };
  if (/^['’ʼ]s$/iu.test(text.slice(at, at + 2)) && borders.isBetweenWords(at + 2))
    return { length: 2, sounds: primaryLanguage(language) === 'en' ? englishS : () => 's' };
  const ofLanguage = inflected ? endings[primaryLanguage(language)] : undefined;
  if (!ofLanguage) return null;
  const length = borders.lettersFrom(at, longestEnding + 1);
  const sound = ofLanguage[text.slice(at, at + length)];
  return sound === undefined || !borders.isBetweenWords(at + length) ? null : { length, sounds: () => sound };
}

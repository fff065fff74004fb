import { reviewMessages } from '../messages.ts';
import { matches, quoteWord, type Finder } from './finding.ts';

// One text, so that what is proven of patterns sees it.
const scripts = String.raw`\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Armenian}\p{Script=Georgian}`;
/** Two letters and more: a single Greek one is a symbol. What follows in such a script belongs to it. */
const pattern = new RegExp(String.raw`[${scripts}]{2,}(?:[^\p{L}\n]{1,3}[${scripts}]+){0,60}`, 'gu');

/** A word in a script that the voice's language does not have. Of languages in Latin script. */
export const foreignScript: Finder = {
  severity: 'warning',
  description: 'A word in another script.',
  find: (article) =>
    matches(
      article,
      ({ language }) => (isLatin(language) ? pattern : null),
      (word) => reviewMessages.FOUND_OTHER_SCRIPT({ word: quoteWord(word) }),
    ).map(({ word, ...found }) => ({
      ...found,
      // A quotation is no word that is right from now on.
      ...(word !== undefined && !/\s/.test(word) && { word }),
    })),
};

function isLatin(language: string): boolean {
  try {
    return new Intl.Locale(language).maximize().script === 'Latn';
  } catch {
    return false;
  }
}

import { reviewMessages } from '../messages.ts';
import { matches, quoted, type Finder } from './finding.ts';

/** Two letters and more: a single Greek one is a symbol. */
const pattern =
  /(?:\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Script=Devanagari}|\p{Script=Armenian}|\p{Script=Georgian}){2,}/gu;

/** A word in a script that the voice's language does not have. Of languages in Latin script. */
export const otherScript: Finder = {
  severity: 'warning',
  description: 'A word in another script.',
  find: (article) =>
    matches(
      article,
      ({ language }) => (isLatin(language) ? pattern : null),
      (word) => reviewMessages.FOUND_OTHER_SCRIPT({ word: quoted(word) }),
    ),
};

function isLatin(language: string): boolean {
  try {
    return new Intl.Locale(language).maximize().script === 'Latn';
  } catch {
    return false;
  }
}

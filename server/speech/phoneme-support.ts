import { hasInventory, readIpa } from '../text/pronunciation/ipa.ts';
import { languageName } from './languages.ts';

/** Support of a service without phonemes. */
export const noPhonemesMessage = (service: string): string =>
  `${service} takes no phonemes: it says the replacement instead.`;

/**
 * Returns why no service can speak these phonemes in a language; null: it is possible. A service that gets a
 * phoneme which its language lacks skips the word or refuses the text.
 */
export function unsupportedSounds(ipa: string, language: string): string | null {
  if (!hasInventory(language))
    return `Which sounds ${languageName(language)} has is not known here: the replacement is said instead.`;
  const { symbols, unknown } = readIpa(ipa, language);
  if (unknown.length > 0)
    return `${languageName(language)} has no ${unknown.map(({ symbol }) => symbol).join(', ')}: the replacement is said instead.`;
  return symbols.length === 0 ? 'There is no sound in it.' : null;
}

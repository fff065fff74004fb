import { languageLabel } from '../../ui/format.ts';
import { language } from '../../words/language.ts';

/** Languages to choose from, by their names in the language that is shown; the server has them in English. */
export function languageOptions(
  languages: readonly { readonly code: string; readonly name: string }[],
): { value: string; label: string }[] {
  const options = languages.map(({ code, name }) => ({ value: code, label: languageTitle(code, name) }));
  return language() === 'en' ? options : options.sort((a, b) => a.label.localeCompare(b.label, language()));
}

/** What a language is called. @param name in English, as the server has it */
export const languageTitle = (id: string, name: string): string =>
  language() === 'en' ? name : languageLabel(id);

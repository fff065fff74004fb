import { languageLabel } from '../../ui/format.ts';
import { language } from '../../words/language.ts';

/** Languages to choose from, by their names in the language that is shown. */
export const languageOptions = (
  languages: readonly { readonly language: string }[],
): { value: string; label: string }[] =>
  languages
    .map(({ language }) => ({ value: language, label: languageLabel(language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language()));

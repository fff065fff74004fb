import { skillWords } from './generated/skill-words.ts';

/** Languages of skills, by catalogue; the locale of the listener's device selects one. */
export type Language = keyof typeof skillWords;

const languages = Object.keys(skillWords) as Language[];

/** The locales in which skills of a language are published, such as `en-GB`. */
const localesOf = (language: Language): string[] => skillWords[language].locales.split(' ');

/** Locales in which skills are published. */
export const locales: readonly string[] = languages.flatMap(localesOf);

/**
 * The language of a locale, also of one in which skills are not published (`de-AT`); English where there is
 * no catalogue for it.
 */
export function languageOf(locale: string | undefined): Language {
  const language = locale?.slice(0, 2).toLowerCase();
  return languages.find((known) => known.slice(0, 2) === language) ?? 'en';
}

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', style: 'short' });

/** What a locale is called in English: `English (UK)`; without its region if it is the only one: `German`. */
export function localeName(locale: string): string {
  const language = languageOf(locale);
  return names.of(localesOf(language).length > 1 ? locale : language)!;
}

/** Languages that skills are spoken in; a listener's device says which locale it is. */
export type Language = 'en' | 'de' | 'fr';

/** Locales in which skills are published. */
export const locales = ['en-US', 'en-GB', 'de-DE', 'fr-FR'] as const;
export type Locale = (typeof locales)[number];

/**
 * The language of a locale, of one that we do not publish in, too (`de-AT`); English where we do not speak
 * it.
 */
export function languageOf(locale: string | undefined): Language {
  const language = locale?.slice(0, 2).toLowerCase();
  return language === 'de' || language === 'fr' ? language : 'en';
}

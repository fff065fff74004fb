/** Codes that services use and BCP 47 does not, or not for what they mean by it. */
const NOT_BCP47 = new Map([
  ['arb', 'ar-001'],
  ['ar-XA', 'ar-001'],
]);

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** A service's language code in canonical BCP 47, or null if it is not one (such as Polly's `en-GB-WLS`). */
export function bcp47(code: string): string | null {
  try {
    return NOT_BCP47.get(code) ?? Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * The language with its likeliest region (`de` → `de-DE`), for services whose voices speak languages rather
 * than locales.
 */
export function withRegion(language: string): string {
  const { language: base, region } = new Intl.Locale(language).maximize();
  return region ? `${base}-${region}` : base;
}

/** The language without script and region: `de-AT` → `de`. */
export const baseLanguage = (language: string): string => new Intl.Locale(language).language;

/** What an English-speaking person calls a language: `English (United States)`. */
export const languageName = (language: string): string => names.of(language) ?? language;

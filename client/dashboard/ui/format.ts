import { language, perLanguage } from '../words/language.ts';
import { dateLocale, formatNumber } from '../words/formatters.ts';

const whole = perLanguage((shown) => new Intl.NumberFormat(shown, { maximumFractionDigits: 0 }));
const compact = perLanguage(
  (shown) => new Intl.NumberFormat(shown, { notation: 'compact', maximumFractionDigits: 1 }),
);
const languageNames = perLanguage(
  (shown) => new Intl.DisplayNames(shown, { type: 'language', languageDisplay: 'standard' }),
);
const regionNames = perLanguage((shown) => new Intl.DisplayNames(shown, { type: 'region' }));
const money = perLanguage((shown) => new Intl.NumberFormat(shown, { style: 'currency', currency: 'EUR' }));

export const formatCount = (value: number): string => formatNumber(whole(), value);
export const formatCompact = (value: number): string => formatNumber(compact(), value);
/** An amount as payment services count it, in the smallest unit of its currency (ISO 4217). */
export function formatMinorUnits(amount: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat(language(), { style: 'currency', currency });
    return formatNumber(format, amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    // No code that the browser knows the form of.
    return `${amount} ${currency}`;
  }
}
export const formatMoney = (value: number): string => formatNumber(money(), value);

/** What a language (BCP 47) is called: "German (Germany)". */
export function languageLabel(tag: string): string {
  try {
    return languageNames().of(tag) ?? tag;
  } catch {
    // No tag that the browser knows the form of.
    return tag;
  }
}

/** What a country (ISO 3166-1 alpha-2) is called: "Germany". */
export function countryLabel(code: string): string {
  try {
    return regionNames().of(code) ?? code;
  } catch {
    // No code that the browser knows the form of.
    return code;
  }
}

const moments = perLanguage((shown) => {
  const inZones = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone?: string) => {
    const known = inZones.get(timeZone);
    if (known) return known;
    const format = new Intl.DateTimeFormat(dateLocale(shown), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
      ...(timeZone && { timeZone }),
    });
    inZones.set(timeZone, format);
    return format;
  };
});

/** A moment in the reader's time zone, short. */
export function formatDateTime(iso: string, timeZone?: string): string {
  const formatIn = moments();
  const moment = new Date(iso);
  try {
    return formatIn(timeZone).format(moment);
  } catch {
    // No zone that the browser knows.
    return formatIn().format(moment);
  }
}

const days = perLanguage(
  (shown) => new Intl.DateTimeFormat(dateLocale(shown), { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** A day (UTC), `YYYY-MM-DD`, as the language writes it. */
export const formatDay = (day: string): string => days().format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

/** The first 19 characters of a moment, with a space: as the logs show dates. */
export function cutDate(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

/** Cut to at most `limit` characters, at a word if one ends near. */
export function excerpt(text: string, limit = 150): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > limit * 0.7 ? space : cut.length).trimEnd()}…`;
}

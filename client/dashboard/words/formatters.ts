import { createElement, Fragment, type ReactNode } from 'react';
import type { Language } from './language.ts';

/** Formatters of a language that its texts need: numbers, dates and plurals. */
export interface Formatters {
  number(value: number, options?: Intl.NumberFormatOptions): string;
  moment(value: Date | number, options?: Intl.DateTimeFormatOptions): string;
  /**
   * The form of a plural, for the number itself ("=0") or as the language counts.
   * @param rest the number without its offset
   */
  plural<Said>(
    value: number,
    rest: number,
    forms: Readonly<Record<string, Said>>,
    type?: Intl.PluralRuleType,
  ): Said;
  select<Said>(value: string, cases: Readonly<Record<string, Said>>): Said;
  /** Pieces of one sentence, some of them elements. */
  together(...pieces: ReactNode[]): ReactNode;
}

/** Formats a number with a real minus sign, which most locales replace by a hyphen. */
export const formatNumber = (format: Intl.NumberFormat, value: number): string =>
  format.format(value).replace('-', '\u2212');

/** Whose way of writing dates a language follows, where its name does not say. */
const regions: Readonly<Record<string, string>> = { en: 'en-GB', de: 'de-DE' };

/** The region whose way of writing dates a language follows: "en-GB". */
export const dateLocale = (language: Language): string => regions[language] ?? language;

/** What makes the words of a language. */
export function formattersIn(language: Language): Formatters {
  const numbers = new Map<string, Intl.NumberFormat>();
  const moments = new Map<string, Intl.DateTimeFormat>();
  const rules = new Map<string, Intl.PluralRules>();
  return {
    number: (value, options) =>
      formatNumber(
        made(numbers, options, () => new Intl.NumberFormat(language, options)),
        value,
      ),
    moment: (value, options) =>
      made(moments, options, () => new Intl.DateTimeFormat(dateLocale(language), options)).format(value),
    plural: (value, rest, forms, type = 'cardinal') =>
      forms[`=${value}`] ??
      forms[made(rules, type, () => new Intl.PluralRules(language, { type })).select(rest)] ??
      forms['other']!,
    select: (value, cases) => (Object.hasOwn(cases, value) ? cases[value] : cases['other'])!,
    together: (...pieces) => createElement(Fragment, null, ...pieces),
  };
}

/** Formatters cost more than what they format: each is made once. */
function made<Format>(known: Map<string, Format>, options: unknown, make: () => Format): Format {
  const key = JSON.stringify(options) ?? '';
  if (!known.has(key)) known.set(key, make());
  return known.get(key)!;
}

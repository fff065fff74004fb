import { dateLocale } from '../../words/formatters.ts';
import { perLanguage } from '../../words/language.ts';

interface NumberSigns {
  thousandSeparator: string;
  decimalSeparator: string;
}

/** Returns the signs with which a language groups and divides the digits of a number, for `NumberInput`. */
export function numberSignsOf(locale: string): NumberSigns {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const sign = (wanted: string): string => parts.find(({ type }) => type === wanted)!.value;
  return { thousandSeparator: sign('group'), decimalSeparator: sign('decimal') };
}

/** The same for the language that is shown. */
export const numberSigns = perLanguage((language) => numberSignsOf(dateLocale(language)));

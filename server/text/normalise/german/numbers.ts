import { toCardinal, toOrdinal } from 'n2words/de-DE';
import { sayDigits } from '../identifier-rules.ts';
import type { NumberMarks, WrittenNumber } from '../written-number.ts';

/** How German writes numbers; Swiss papers group by apostrophes. */
export const marks: NumberMarks = { group: ".  '’", decimal: ',' };
export const digits = 'null eins zwei drei vier fünf sechs sieben acht neun'.split(' ');
export const cardinal = (value: number | string): string => toCardinal(BigInt(value));

/** "dritt", "zwanzigst", "nullt": what endings are put to. */
export function ordinalStem(value: number): string {
  if (value === 0) return 'nullt';
  return value < 1e6 ? toOrdinal(value).replace(/e$/, '') : `${cardinal(value).replace(/e(?:n?)$/, '')}st`;
}

/** "neunzehnhundertneunundneunzig"; from 2000 on years are numbers. */
export function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  return value >= 1100 && value <= 1999
    ? `${cardinal(century)}hundert${rest === 0 ? '' : cardinal(rest)}`
    : cardinal(value);
}

/** A number with its decimals, as words. */
export const say = ({ whole, decimals }: WrittenNumber): string =>
  decimals ? `${cardinal(whole)} Komma ${sayDigits(decimals, digits)}` : cardinal(whole);

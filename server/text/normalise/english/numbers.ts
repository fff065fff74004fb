import { toCardinal as britishCardinal, toOrdinal as britishOrdinal } from 'n2words/en-GB';
import { toCardinal as americanCardinal } from 'n2words/en-US';
import { sayDigits } from '../identifier-rules.ts';
import type { RulePosition } from '../spelling.ts';
import type { NumberMarks, WrittenNumber } from '../written-number.ts';

export const marks: NumberMarks = { group: ',', decimal: '.' };
export const digits = 'zero one two three four five six seven eight nine'.split(' ');

/** "and" after hundreds, except in America. */
export const cardinal = (value: number | bigint | string, language = 'en'): string =>
  language === 'en-us' ? americanCardinal(BigInt(value)) : britishCardinal(BigInt(value));

/** "third", "twenty-first", "two hundred and second". */
export function ordinal(value: number): string {
  if (value === 0) return 'zeroth';
  const words = britishCardinal(value);
  const last = /[a-z]+$/.exec(words)![0];
  return (
    words.slice(0, -last.length) +
    britishOrdinal(Number(lastValue[last] ?? 0) || value).replace(/^.*[\s-](?=[a-z]+$)/, '')
  );
}

/** Values of words that numbers end with. */
const lastValue: Readonly<Record<string, number>> = Object.fromEntries(
  [...Array.from({ length: 20 }, (_, value) => value), 20, 30, 40, 50, 60, 70, 80, 90].map((value) => [
    britishCardinal(value),
    value,
  ]),
);

/** "nineteen ninety-nine", "two thousand and eight", "twenty twenty-four". */
export function year(value: number, language = 'en'): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  if (value < 1010 || value > 2099 || (value >= 2000 && value < 2010)) return cardinal(value, language);
  if (rest === 0) return century % 10 === 0 ? cardinal(value, language) : `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${rest < 10 ? `oh ${digits[rest]!}` : cardinal(rest)}`;
}

/** "nineties", "nineteen tens". */
export const decade = (value: number): string => {
  const words = value < 100 ? cardinal(value) : year(value);
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
};

/** A number with its decimals, as words. */
export function say({ whole, decimals }: WrittenNumber, { language }: RulePosition): string {
  const words = cardinal(whole, language);
  return decimals ? `${words} point ${sayDigits(decimals, digits)}` : words;
}

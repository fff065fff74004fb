import { cardinal, decade, digits, ordinal, say, year } from './numbers.ts';
import { sayDigits } from '../identifier-rules.ts';
import { stopAfter } from '../sentence-end.ts';
import type { SpellingRule } from '../spelling.ts';

const fullYear = (written: string, language: string): string =>
  year(written.length === 2 ? 2000 + Number(written) : Number(written), language);

/** Quarters, eras, decades and their ranges, times of a stopwatch. */
export const periods: readonly SpellingRule[] = [
  {
    name: 'quarter',
    pattern: /([1-4])([QH])\s?['’]?(\d{2}|20\d\d)(?![\p{L}\p{N}])/uy,
    say: ([, number, kind, y], { before, language }) =>
      /[\p{L}\p{N}.,-]$/u.test(before) || (kind === 'H' && Number(number) > 2)
        ? null
        : `${/\bthe\s$/.test(before) ? '' : 'the '}${ordinal(Number(number))} ${kind === 'Q' ? 'quarter' : 'half'} of ${fullYear(y!, language)}`,
  },
  {
    name: 'year of an era',
    pattern: /(\d{1,4})\s?(A\.?D|B\.?C|B\.?C\.?E|C\.?E)(\.?)(?![\p{L}\p{N}])/uy,
    say: ([, value, era, stop], place) => {
      if (/[\p{L}\p{N}.,#-]$/u.test(place.before)) return null;
      const [century, rest] = [Math.floor(Number(value) / 100), Number(value) % 100];
      const said =
        value!.length === 3 && rest >= 10
          ? `${cardinal(century)} ${cardinal(rest)}`
          : value!.length === 4
            ? year(Number(value), place.language)
            : cardinal(value!, place.language);
      const end = stop && !/\./.test(era!) ? stop : stop ? stopAfter(place) : '';
      return `${said} ${Array.from(era!.replace(/\./g, '')).join(' ')}${end}`;
    },
  },
  {
    name: 'decades as a range',
    pattern: /(1\d{2}0|20\d0|\d0)['’]?s\s?[-–—]\s?['’]?(1\d{2}0|20\d0|\d0)['’]?s(?![\p{L}\p{N}])/uy,
    say: ([, from, to], { before }) =>
      /[\p{L}\p{N}.,]$/u.test(before) ? null : `${decade(Number(from))} to ${decade(Number(to))}`,
  },
  {
    name: 'stopwatch time',
    pattern: /(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)\.(\d{1,3})(?![\p{L}\p{N}]|[.,]\d)/uy,
    say: ([, h, m, s, rest], { before }) => {
      if (/[\p{L}\p{N}:.,]$/u.test(before)) return null;
      const part = (value: string, one: string) =>
        `${cardinal(value)} ${one}${Number(value) === 1 ? '' : 's'} `;
      return `${h === undefined ? '' : part(h, 'hour')}${part(m!, 'minute')}${cardinal(s!)} point ${sayDigits(rest!, digits)}`;
    },
  },
  {
    name: 'decimal without a whole',
    pattern: /\.(\d{1,12})(?![\p{L}\p{N}]|\.\d)/uy,
    say: ([, decimals], place) =>
      /(?:^|[\s(])$/.test(place.before)
        ? `point${say({ whole: '0', decimals: decimals! }, place).replace(/^\w+ point/, '')}`
        : null,
  },
  {
    name: 'section of law',
    pattern: /(4\d\d|5\d\d)\(([a-z])\)(?:\((\d)\))?(s?)(?![\p{L}\p{N}])/uy,
    say: ([, number, letter, part, plural]) =>
      `${digits[Number(number![0])]!} oh ${digits[Number(number![2])]!} ${letter}${part ? ` ${cardinal(part)}` : ''}${plural}`,
  },
];

/** "Q3 2024", "H1 2025": tried at the letter. */
export const quarterWord: SpellingRule = {
  name: 'quarter after its letter',
  pattern: /([QH])([1-4])(?:\s(?:of\s)?|[-/])?(?:['’]?(\d\d)|(20\d\d))?(?![\p{L}\p{N}])/uy,
  say: ([, kind, number, short, long], { before, after, language }) => {
    if (/[\p{L}\p{N}]$/u.test(before) || (kind === 'H' && (Number(number) > 2 || !(short ?? long))))
      return null;
    const name = `${ordinal(Number(number))} ${kind === 'Q' ? 'quarter' : 'half'}`;
    const article = /\b(?:the|a|each|every|this|its|their|our|last|next|strong|weak|record)\s$/i.test(before)
      ? ''
      : 'the ';
    const y = short ?? long;
    if (y !== undefined) return `${article}${name} of ${fullYear(y, language)}`;
    return /^(?:\s\p{Ll}|[,.;:)]|\s*$)/u.test(after) ? `${article}${name}` : null;
  },
};

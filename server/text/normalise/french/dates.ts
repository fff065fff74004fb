import { cardinal, digits, feminineOne, ordinal, year } from './numbers.ts';
import { monthName, months, monthSource } from './words.ts';
import { sayDigits } from '../identifier-rules.ts';
import { stopAfter } from '../sentence-end.ts';
import type { SpellingRule } from '../spelling.ts';

const isDay = (day: string): boolean => Number(day) >= 1 && Number(day) <= 31;
const isMonth = (month: string): boolean => Number(month) >= 1 && Number(month) <= 12;
/** The first of a month is an ordinal, the others are numbers. */
const dayWord = (day: string, language: string): string =>
  Number(day) === 1 ? 'premier' : cardinal(Number(day), language);
/** A year, also of two digits. */
export const fullYear = (written: string, language: string): string =>
  year(
    written.length === 2 ? Number(written) + (Number(written) < 50 ? 2000 : 1900) : Number(written),
    language,
  );

/** "quatorze heures trente". */
export function clock(hour: string, minute: string, language: string): string {
  const h = Number(hour);
  const said = `${feminineOne(cardinal(h, language))} heure${h < 2 ? '' : 's'}`;
  return Number(minute) === 0 ? said : `${said} ${feminineOne(cardinal(Number(minute), language))}`;
}
export const isTime = (hour: string, minute: string): boolean => Number(hour) <= 24 && Number(minute) < 60;

/** Dates, quarters, decades, and times of a stopwatch. */
export const dates: readonly SpellingRule[] = [
  {
    name: 'date as ISO 8601',
    pattern: /(1\d{3}|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\p{L}\p{N}-])/uy,
    say: ([, y, month, day], { language }) =>
      `${dayWord(day!, language)} ${months[Number(month) - 1]!} ${year(Number(y), language)}`,
  },
  {
    name: 'stopwatch time',
    pattern: /(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)[,.](\d{1,3})(?![\p{L}\p{N}]|[.,]\d)/uy,
    say: ([, h, m, s, rest], { before, language }) => {
      if (/[\p{L}\p{N}:.,]$/u.test(before)) return null;
      const part = (value: string, noun: string) =>
        `${feminineOne(cardinal(Number(value), language))} ${noun}${Number(value) < 2 ? '' : 's'} `;
      return `${h === undefined ? '' : part(h, 'heure')}${part(m!, 'minute')}${cardinal(s!, language)} virgule ${sayDigits(rest!, digits)}`;
    },
  },
  {
    name: 'days of a month',
    pattern: new RegExp(
      `(1er|\\d{1,2})((?:[/-](?:1er|\\d{1,2})){2,4})\\s(${monthSource})(?:\\s((?:1\\d|20)\\d\\d))?(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([, first, others, month, y], { before, language }) => {
      const all = [first!, ...others!.split(/[/-]/).slice(1)].map((day) => day.replace('er', ''));
      if (/[\p{L}\p{N}/.-]$/u.test(before) || !all.every(isDay)) return null;
      const said = all.map((day) => dayWord(day, language));
      return `${said.slice(0, -1).join(', ')} et ${said.at(-1)!} ${monthName(month!)}${y ? ` ${year(Number(y), language)}` : ''}`;
    },
  },
  {
    name: 'day and month in numbers',
    pattern: /(0[1-9]|[12]\d|3[01])[./](0[1-9]|1[0-2])(?![\p{L}\p{N}./]|,\d|\s?[%€$£h])/uy,
    say: ([, day, month], { before, after, language }) =>
      /(?:^|[\s(])(?:[Ll]e|[Dd]u|[Aa]u|[Ll]es|[Dd]epuis le|[Ll]undi|[Mm]ardi|[Mm]ercredi|[Jj]eudi|[Vv]endredi|[Ss]amedi|[Dd]imanche)\s$/u.test(
        before,
      ) ||
      (before.trim() === '' && after.trim() === '')
        ? `${dayWord(day!, language)} ${months[Number(month) - 1]!}`
        : null,
  },
  {
    name: 'quarter',
    pattern: /([1-4])(?:T|er\strim\.|e\strim\.)\s?(\d{2}|20\d\d)(?![\p{L}\p{N}])/uy,
    say: ([, number, y], { before, language }) =>
      /[\p{L}\p{N}.,-]$/u.test(before)
        ? null
        : `${ordinal(Number(number), language)} trimestre ${fullYear(y!, language)}`,
  },
  {
    name: 'decade in figures',
    pattern: /((?:19|20)?\d0)['’]?s(?![\p{L}\p{N}])/uy,
    say: ([, value], { before, language }) =>
      /(?:\b(?:[Ll]es|[Aa]nnées|des|aux|fin|début)\s)$/u.test(before)
        ? cardinal(value!, language).replace(/cents$/, 'cent')
        : null,
  },
  {
    name: 'date in numbers',
    pattern: /(\d{1,2})([./-])(\d{1,2})\2((?:1\d|20)\d\d|\d\d)(?![\p{L}\p{N}])(?![./-]\d)/uy,
    say: ([, day, , month, y], { language, before }) =>
      isDay(day!) && isMonth(month!) && !/[\p{L}\p{N}./-]$/u.test(before)
        ? `${dayWord(day!, language)} ${months[Number(month) - 1]!} ${fullYear(y!, language)}`
        : null,
  },
  {
    name: 'date with a month',
    pattern: new RegExp(
      `(1er|\\d{1,2})(?:\\s?([-–/]|au|et|à|ou)\\s?(?:le\\s)?(1er|\\d{1,2}))?\\s(${monthSource})(?:\\s((?:1\\d|20)\\d\\d)(?![\\p{N}]|[.,:]\\d))?(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([found, day, link, last, month, y], place) => {
      const { language } = place;
      if (!isDay(day!.replace('er', '')) || (last !== undefined && !isDay(last.replace('er', ''))))
        return null;
      const said = (value: string) => dayWord(value.replace('er', ''), language);
      const both =
        last === undefined ? '' : ` ${/[-–]/.test(link!) ? 'au' : link === '/' ? 'et' : link!} ${said(last)}`;
      return `${said(day!)}${both} ${monthName(month!)}${y ? ` ${year(Number(y), language)}` : ''}${found.endsWith('.') ? stopAfter(place) : ''}`;
    },
  },
];

/** Times of day and lengths of time. */
export const times: readonly SpellingRule[] = [
  {
    name: 'time of day',
    pattern:
      /(\d{1,2})\s?[hH]\s?([0-5]\d)?(?:\s?(?:-|–|à)\s?(\d{1,2})\s?[hH]\s?([0-5]\d)?)?(?![\p{L}\p{N}])/uy,
    say: ([found, hour, minute = '00', last, lastMinute = '00'], { language }) => {
      if (!isTime(hour!, minute) || (last !== undefined && !isTime(last, lastMinute))) return null;
      const said =
        clock(hour!, minute, language) +
        (last === undefined ? '' : ` à ${clock(last, lastMinute, language)}`);
      return { text: said, length: found.trimEnd().length };
    },
  },
  {
    name: 'length of time',
    pattern: /(\d{1,2}):([0-5]\d):([0-5]\d)(?![\p{L}\p{N}:])/uy,
    say: ([, h, m, s], { language }) => {
      const part = (value: string, noun: string) =>
        `${feminineOne(cardinal(Number(value), language))} ${noun}${Number(value) < 2 ? '' : 's'}`;
      return `${part(h!, 'heure')}, ${part(m!, 'minute')} et ${part(s!, 'seconde')}`;
    },
  },
];

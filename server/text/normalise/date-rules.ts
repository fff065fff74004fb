import { stopAfter } from './sentence-end.ts';
import type { RulePosition, SpellingRule } from './spelling.ts';

/** A day of the calendar, as far as it is written. */
export interface CalendarDay {
  day?: number;
  /** From 1. */
  month: number;
  year?: number;
}

/** How a language writes and says dates, day before month. */
export interface DateWords {
  /** Names and abbreviations of months, a pattern's source. */
  monthSource: string;
  /** From 1. @param written as the source matches it */
  monthOf(written: string): number;
  /** What a day may end with ("1.º", "1er"): a pattern's source. */
  dayMarks: string;
  /** Between day and month, and between month and year: patterns' sources. */
  beforeMonth: string;
  beforeYear: string;
  /** A word after the year ("r."): a pattern's source. */
  afterYear: string;
  /** Words between two days of a month, and what is said for each. */
  links: Readonly<Record<string, string>>;
  /** Said for a dash between two days. */
  to: string;
  date(day: CalendarDay, place: RulePosition): string;
  /** The first of two days that share a month. */
  dayAlone(day: number, place: RulePosition): string;
  /** Words before "24/12" that make it a date. */
  dateBefore: RegExp;
  /** Words before "12/2018" that make it a file number. */
  fileBefore: RegExp;
}

/** Whether no letter, figure or sign touches what follows. */
const isLoose = (before: string): boolean => /(?:^|[\s(])$/.test(before);
const isDay = (day: string): boolean => Number(day) >= 1 && Number(day) <= 31;
const isMonth = (month: string): boolean => Number(month) >= 1 && Number(month) <= 12;
/** A year, also of two digits. */
const fullYear = (written: string): number =>
  written.length === 2 ? Number(written) + (Number(written) < 50 ? 2000 : 1900) : Number(written);

/** Dates in words, in numbers, as ISO 8601, and ranges of them. */
export function dateRules(words: DateWords): SpellingRule[] {
  const { monthSource, monthOf, dayMarks, beforeMonth, beforeYear, afterYear, links, to } = words;
  const link = Object.keys(links)
    .sort((a, b) => b.length - a.length)
    .join('|');
  const month = `${beforeMonth}(${monthSource})(?:${beforeYear}((?:1\\d|20)\\d\\d)(?![\\p{N}]|[.,:]\\d)${afterYear})?(?![\\p{L}\\p{N}])`;
  return [
    {
      name: 'date as ISO 8601',
      pattern: /(1\d{3}|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\p{L}\p{N}-])/uy,
      say: ([, y, m, d], place) => words.date({ day: Number(d), month: Number(m), year: Number(y) }, place),
    },
    {
      name: 'dates with a month as a range',
      pattern: new RegExp(`(\\d{1,2})${dayMarks}\\s?([-–/]|${link})\\s?(\\d{1,2})${dayMarks}${month}`, 'uy'),
      say: ([found, first, between, last, written, y], place) => {
        if (!isDay(first!) || !isDay(last!) || /[\p{L}\p{N}.,/-]$/u.test(place.before)) return null;
        const said = /^[-–/]$/.test(between!) ? to : links[between!]!;
        const end = {
          day: Number(last),
          month: monthOf(written!),
          ...(y !== undefined && { year: Number(y) }),
        };
        return `${words.dayAlone(Number(first), place)} ${said} ${words.date(end, { ...place, before: `${place.before}${said} ` })}${
          found.endsWith('.') ? stopAfter(place) : ''
        }`;
      },
    },
    {
      name: 'date with a month',
      pattern: new RegExp(`(\\d{1,2})${dayMarks}${month}`, 'uy'),
      say: ([found, day, written, y], place) => {
        if (!isDay(day!) || /[\p{L}\p{N},/-]$/u.test(place.before)) return null;
        const date = {
          day: Number(day),
          month: monthOf(written!),
          ...(y !== undefined && { year: Number(y) }),
        };
        return words.date(date, place) + (found.endsWith('.') ? stopAfter(place) : '');
      },
    },
    {
      name: 'date in numbers',
      pattern: new RegExp(
        `(\\d{1,2})(\\.\\s?|[/-])(\\d{1,2})\\2((?:1\\d|20)\\d\\d|\\d\\d)(?![\\p{L}\\p{N}]|[./-]\\d)(?!\\s?[%€$£])${afterYear}`,
        'uy',
      ),
      say: ([found, day, link, m, y], place) => {
        if (!isDay(day!) || !isMonth(m!) || /[\p{L}\p{N}.,/-]$/u.test(place.before)) return null;
        if (y!.length === 2 && link!.startsWith('.') && (m!.length < 2 || day!.length < 2)) return null;
        const date = words.date({ day: Number(day), month: Number(m), year: fullYear(y!) }, place);
        return date + (found.endsWith('.') ? stopAfter(place) : '');
      },
    },
    ...partialDates(words),
  ];
}

/** "05/2024" and "24/12": dates without a day, or without a year. */
const partialDates = (words: DateWords): SpellingRule[] => [
  {
    name: 'month of a year',
    pattern: /(0[1-9]|1[0-2])\/((?:19|20)\d\d)(?![\p{L}\p{N}]|[./-]\d)/uy,
    say: ([, m, y], place) =>
      /[\p{L}\p{N}./-]$/u.test(place.before) || words.fileBefore.test(place.before)
        ? null
        : words.date({ month: Number(m), year: Number(y) }, place),
  },
  {
    name: 'day and month in numbers',
    pattern: /(\d{1,2})([./-])(\d{1,2})(?:\s((?:1\d|20)\d\d))?(?![\p{L}\p{N}/-]|[.,:]\d|\s?[%€$£h])/uy,
    say: ([, day, link, m, y], place) =>
      isDay(day!) &&
      isMonth(m!) &&
      (link !== '.' || (day!.length === 2 && m!.length === 2)) &&
      (words.dateBefore.test(place.before) ||
        (link === '/' &&
          day!.length + m!.length === 4 &&
          /^0|\/0/.test(`${day}/${m}`) &&
          isLoose(place.before))) &&
      !words.fileBefore.test(place.before)
        ? words.date(
            { day: Number(day), month: Number(m), ...(y !== undefined && { year: Number(y) }) },
            place,
          )
        : null,
  },
];

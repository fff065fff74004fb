import { asDefault } from '../ambiguous.ts';
import { cardinal, digits, ordinal, year } from './numbers.ts';
import { monthOf, months, monthSource } from './words.ts';
import { stopAfter } from '../sentence-end.ts';
import type { RulePosition, SpellingRule } from '../spelling.ts';

/** "the third of May", or in America "May third"; after "the" without another one. */
function date(
  day: number,
  month: number,
  written: string | undefined,
  { before, language }: RulePosition,
  monthFirst: boolean,
): string {
  const then = written === undefined ? '' : `${monthFirst ? ',' : ''} ${year(Number(written), language)}`;
  if (monthFirst) return `${months[month]!} ${ordinal(day)}${then}`;
  return `${/\bthe\s$/i.test(before) ? '' : 'the '}${ordinal(day)} of ${months[month]!}${then}`;
}

/** "two thirty", "three o’clock", "fifteen hundred". */
export const clock = (hour: string, minute: string): string => {
  const [h, m] = [Number(hour), Number(minute)];
  if (m === 0) return h > 12 || h === 0 ? `${cardinal(h)} hundred` : `${cardinal(h)} o’clock`;
  return `${cardinal(h)} ${m < 10 ? `oh ${digits[m]!}` : cardinal(m)}`;
};

export const isTime = (hour: string, minute: string): boolean => Number(hour) <= 24 && Number(minute) < 60;

const meridiem = '(?:\\s?([ap])\\.?\\s?m\\b(\\.?))';

/** Dates that begin with a figure, times of day and lengths of time. */
export const datesAndTimes: readonly SpellingRule[] = [
  {
    name: 'date as ISO 8601',
    pattern: /(1[4-9]\d\d|20\d\d)([-/.])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])(?![\p{L}\p{N}/-]|\.\d)/uy,
    say: ([, y, , month, day], place) =>
      date(Number(day), Number(month) - 1, y, place, place.language === 'en-us'),
  },
  {
    name: 'date in numbers',
    pattern: /(\d{1,2})([./-])(\d{1,2})\2((?:1\d|20)\d\d|\d\d)(?![\p{L}\p{N}/-]|\.\d)/uy,
    say: ([found, first, link, second, y], place) => {
      const american = place.language === 'en-us';
      if (/[\p{L}\p{N}/.-]$/u.test(place.before) || (link === '-' && y!.length === 2)) return null;
      const [day, month] =
        (american && Number(first) <= 12) || Number(second) > 12
          ? [Number(second), Number(first)]
          : [Number(first), Number(second)];
      if (day < 1 || day > 31 || month < 1 || month > 12) return null;
      const said = date(
        day,
        month - 1,
        y!.length === 2 ? `${Number(y) < 50 ? 20 : 19}${y}` : y,
        place,
        american && month === Number(first),
      );
      // Which of the two is the month depends on the country of who wrote it.
      return day <= 12 && day !== month ? asDefault(said, found.length) : said;
    },
  },
  {
    name: 'date with a month',
    pattern: new RegExp(
      `(\\d{1,2})(?:st|nd|rd|th)?(?:\\s?(?:[-–/]|and|to)\\s?(\\d{1,2})(?:st|nd|rd|th)?)?(?:\\s?of)?\\s(${monthSource})(?:,?\\s(1\\d{3}|20\\d\\d)(?![\\d,.]\\d|\\d))?(?![\\p{L}])`,
      'uy',
    ),
    say: ([found, day, last, month, y], place) => {
      const at = monthOf(month!);
      if (Number(day) < 1 || Number(day) > 31 || Number(last ?? 1) > 31) return null;
      // "5 May" is a date; "5 may" is not, and neither is "2 Mar" of a name.
      const stop = found.endsWith('.') ? stopAfter(place) : '';
      if (last === undefined) return date(Number(day), at, y, place, false) + stop;
      const link = /and/.test(found) ? 'and' : 'to';
      return `${/\bthe\s$/i.test(place.before) ? '' : 'the '}${ordinal(Number(day))} ${link} the ${ordinal(Number(last))} of ${months[at]!}${y === undefined ? '' : ` ${year(Number(y))}`}${stop}`;
    },
  },
  {
    name: 'times of day as a range',
    pattern:
      /(\d{1,2})(?:[:.]([0-5]\d))?\s?([ap])\.?m\.?\s?(?:[-–—]|to|until)\s?(\d{1,2})(?:[:.]([0-5]\d))?\s?([ap])\.?m\b(\.?)/iuy,
    say: ([, hour, minute = '00', half, last, lastMinute = '00', lastHalf, stop], place) => {
      if (Number(hour) > 12 || Number(last) > 12 || /[\p{L}\p{N}:.]$/u.test(place.before)) return null;
      const at = (h: string, m: string, by: string) =>
        `${Number(m) === 0 ? cardinal(h) : clock(h, m)} ${by.toLowerCase()} m`;
      return `${at(hour!, minute, half!)} to ${at(last!, lastMinute, lastHalf!)}${stop ? stopAfter(place) : ''}`;
    },
  },
  {
    name: 'time of day with a.m. or p.m.',
    pattern: new RegExp(
      `(\\d{1,2})(?:[:.](\\d{2}))?(?:\\s?(?:[-–]|to)\\s?(\\d{1,2})(?:[:.](\\d{2}))?)?${meridiem}`,
      'uyi',
    ),
    say: ([, hour, minute = '00', second, secondMinute = '00', half, stop], place) => {
      if (!isTime(hour!, minute) || Number(hour) > 12) return null;
      const at = (h: string, m: string) => (Number(m) === 0 ? cardinal(h) : clock(h, m));
      const said =
        second === undefined ? at(hour!, minute) : `${at(hour!, minute)} to ${at(second, secondMinute)}`;
      return `${said} ${half!.toLowerCase()} m${stop ? stopAfter(place) : ''}`;
    },
  },
  {
    name: 'length of time',
    pattern: /(\d{1,2}):([0-5]\d):([0-5]\d)(?![\p{L}\p{N}:])/uy,
    say: ([, h, m, s]) =>
      [
        [h!, 'hour'],
        [m!, 'minute'],
        [s!, 'second'],
      ]
        .map(([value, name]) => `${cardinal(value!)} ${name}${Number(value) === 1 ? '' : 's'}`)
        .join(', ')
        .replace(/, ([^,]*)$/, ' and $1'),
  },
];

/** "May 3, 2024": tried at a month. */
export const monthDay: SpellingRule = {
  name: 'month and day',
  pattern: new RegExp(
    `(${monthSource})[\\s-](\\d{1,2})(?:st|nd|rd|th)?(?:\\s?[-–]\\s?(\\d{1,2})(?:st|nd|rd|th)?)?(?:(?:,?\\s|-|,)((?:1[1-9]|20)\\d\\d)(?!\\d|[.,]\\d))?(?![\\p{L}\\p{N}:%]|[.,]\\d)`,
    'uy',
  ),
  say: ([, month, day, last, y], { before }) => {
    if (/^[a-z]/.test(month!) && /\b(?:a|the|in|per)\s$/.test(before) && y === undefined) return null;
    if (Number(day) < 1 || Number(day) > 31 || Number(last ?? 1) > 31 || /\p{L}$/u.test(before)) return null;
    const to = last === undefined ? '' : ` to ${ordinal(Number(last))}`;
    return `${months[monthOf(month!)]!} ${ordinal(Number(day))}${to}${y === undefined ? '' : `, ${year(Number(y))}`}`;
  },
};

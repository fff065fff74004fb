import { ordinalEnding } from './german-endings.ts';
import { cardinal, digits, ordinalStem, year } from './german-numbers.ts';
import { monthName, months, monthSource } from './german-words.ts';
import { sayDigits } from './identifier-rules.ts';
import { stopAfter } from './sentence-end.ts';
import type { SpellingRule } from './spelling.ts';

/** The day as what stands before it asks for. */
const dayWord = (day: string, before: string): string =>
  ordinalStem(Number(day)) + ordinalEnding(before, 'Tag');
const isDay = (day: string): boolean => Number(day) >= 1 && Number(day) <= 31;
const isMonth = (month: string): boolean => Number(month) >= 1 && Number(month) <= 12;
const fullYear = (written: string): string =>
  year(written.length === 2 ? Number(written) + (Number(written) < 50 ? 2000 : 1900) : Number(written));

/** "neunzehn Uhr dreißig". */
export function clock(hour: string, minute: string): string {
  const h = Number(hour) === 1 ? 'ein' : cardinal(hour);
  return Number(minute) === 0 ? `${h} Uhr` : `${h} Uhr ${cardinal(minute)}`;
}

export const isTime = (hour: string, minute: string): boolean =>
  Number(hour) <= 24 && minute.length === 2 && Number(minute) < 60;

/** Dates, times of day and lengths of time, and ranges of them. */
export const datesAndTimes: readonly SpellingRule[] = [
  {
    name: 'date as ISO 8601',
    pattern: /(1\d{3}|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\p{L}\p{N}-])/uy,
    say: ([, y, month, day], { before }) =>
      `${dayWord(day!, before)} ${months[Number(month) - 1]!} ${year(Number(y))}`,
  },
  {
    name: 'dates in numbers as a range',
    pattern: /(\d{1,2})\.(\d{1,2}\.)?\s?(?:[-–/]|bis)\s?(\d{1,2})\.(\d{1,2})\.((?:1\d|20)\d\d)?(?![\p{N}])/uy,
    say: ([, day, month, last, lastMonth, y], place) => {
      if (!isDay(day!) || !isDay(last!) || !isMonth(lastMonth!) || (month && !isMonth(month.slice(0, -1))))
        return null;
      const first = `${dayWord(day!, place.before)}${month ? ` ${months[Number(month.slice(0, -1)) - 1]!}` : ''}`;
      const stop = y === undefined ? stopAfter(place) : '';
      return `${first} bis ${dayWord(last!, `${place.before}${place.before ? '' : 'bis '}`)} ${months[Number(lastMonth) - 1]!}${y ? ` ${year(Number(y))}` : ''}${stop}`;
    },
  },
  {
    name: 'date in numbers',
    pattern:
      /(\d{1,2})\.\s?(\d{1,2})\.\s?((?:1\d|20)\d\d|\d\d)(?![\p{L}\p{N}.,:]\d|[\p{L}\p{N}])(?!\s?(?:Uhr|%|€))/uy,
    say: ([, day, month, y], { before }) =>
      isDay(day!) && isMonth(month!) && !/[\p{L}\p{N}.]$/u.test(before)
        ? `${dayWord(day!, before)} ${months[Number(month) - 1]!} ${fullYear(y!)}`
        : null,
  },
  {
    name: 'date of day and month in numbers',
    pattern: /(\d{1,2})\.(\d{1,2})\.(?![\p{N}])/uy,
    say: ([, day, month], place) =>
      isDay(day!) && isMonth(month!) && !/[\p{L}\p{N}.]$/u.test(place.before)
        ? `${dayWord(day!, place.before)} ${months[Number(month) - 1]!}${stopAfter(place)}`
        : null,
  },
  {
    name: 'dates with a month as a range',
    pattern: new RegExp(
      `(\\d{1,2})\\.\\s?(?:(${monthSource})\\s)?([-–/+&]|bis zum|bis|und|oder|sowie)\\s?(\\d{1,2})\\.\\s?(${monthSource})(?:\\s((?:1\\d|20)\\d\\d))?(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([, day, month, link, last, lastMonth, y], { before }) => {
      if (!isDay(day!) || !isDay(last!)) return null;
      const said =
        link === '/' || link === '+' || link === '&' || link === 'und'
          ? 'und'
          : link === 'oder' || link === 'sowie' || link === 'bis zum'
            ? link
            : 'bis';
      const first = dayWord(day!, before);
      const second =
        said === 'bis zum' || said === 'bis'
          ? `${ordinalStem(Number(last))}en`
          : `${ordinalStem(Number(last))}${first.slice(ordinalStem(Number(day)).length)}`;
      return `${first}${month ? ` ${monthName(month)}` : ''} ${said} ${second} ${monthName(lastMonth!)}${y ? ` ${year(Number(y))}` : ''}`;
    },
  },
  {
    name: 'date with a month',
    pattern: new RegExp(
      `(\\d{1,2})\\.\\s?(${monthSource})(?:\\s((?:1\\d|20)\\d\\d)(?![\\p{N}]|[.,:]\\d))?(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([found, day, month, y], place) => {
      if (!isDay(day!)) return null;
      const stop = found.endsWith('.') ? stopAfter(place) : '';
      return `${dayWord(day!, place.before)} ${monthName(month!)}${y ? ` ${year(Number(y))}` : ''}${stop}`;
    },
  },
  {
    name: 'times as a range',
    pattern:
      /(\d{1,2})(?:[:.](\d\d))?(?:\sUhr)?\s?(?:[-–]|bis)\s?(\d{1,2})(?:[:.](\d\d))?\s?Uhr(?![\p{L}])/uy,
    say: ([, hour, minute = '00', last, lastMinute = '00']) =>
      isTime(hour!, minute) && isTime(last!, lastMinute)
        ? `${minute === '00' ? (Number(hour) === 1 ? 'ein' : cardinal(hour!)) : clock(hour!, minute)} bis ${clock(last!, lastMinute)}`
        : null,
  },
  {
    name: 'time of day',
    pattern: /(\d{1,2})[:.](\d\d)(?::(\d\d))?\s?(?:Uhr|h)(?![\p{L}])/uy,
    say: ([, hour, minute, second]) =>
      isTime(hour!, minute!)
        ? clock(hour!, minute!) +
          (second === undefined
            ? ''
            : ` und ${Number(second) === 1 ? 'eine Sekunde' : `${cardinal(second)} Sekunden`}`)
        : null,
  },
  {
    name: 'full hour',
    pattern: /(\d{1,2})\s?Uhr(?![\p{L}])/uy,
    say: ([, hour]) => (Number(hour) <= 24 ? clock(hour!, '00') : null),
  },
  {
    name: 'length of time',
    pattern: /(\d{1,2}):([0-5]\d):([0-5]\d)(?:\s(?:Stunden|Std\b\.?))?(?![\p{L}\p{N}:])/uy,
    say: ([, h, m, s]) => {
      const part = (value: string, one: string, many: string) =>
        Number(value) === 1 ? `eine ${one}` : `${cardinal(value)} ${many}`;
      return `${part(h!, 'Stunde', 'Stunden')}, ${part(m!, 'Minute', 'Minuten')} und ${part(s!, 'Sekunde', 'Sekunden')}`;
    },
  },
  {
    name: 'race time',
    pattern: /(\d{1,2}):([0-5]\d)(?:,(\d{1,3}))?(?=\s(?:Minuten|Min|Stunden|Std))/uy,
    say: ([, m, s, rest]) =>
      `${cardinal(m!)} Minuten ${cardinal(s!)}${rest ? ` Komma ${sayDigits(rest, digits)}` : ''}`.replace(
        /^eins Minuten/,
        'eine Minute',
      ),
  },
];

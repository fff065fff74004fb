import { asDefault } from '../ambiguous.ts';
import { ordinalEnding } from './endings.ts';
import { cardinal, digits, ordinalStem, year } from './numbers.ts';
import { monthName, months, monthSource } from './words.ts';
import { sayDigits } from '../identifier-rules.ts';
import { stopAfter } from '../sentence-end.ts';
import type { SpellingRule } from '../spelling.ts';

/** Day as an ordinal, inflected for the preceding word. */
const dayWord = (day: string, before: string): string =>
  ordinalStem(Number(day)) + ordinalEnding(before, 'Tag');
const isDay = (day: string): boolean => Number(day) >= 1 && Number(day) <= 31;
const isMonth = (month: string): boolean => Number(month) >= 1 && Number(month) <= 12;
const fullYear = (written: string): string =>
  year(written.length === 2 ? Number(written) + (Number(written) < 50 ? 2000 : 1900) : Number(written));

const dateBefore =
  /(?:^|[\s(„])(?:[Aa]m|[Vv]om|[Zz]um|[Bb]is|[Ss]eit|[Aa]b|[Dd]atum:?|[Ss]tand:?|[Dd]en|[Dd]er|[Dd]em|[Gg]eboren|geb\.)\s$/u;

/** What has numbers of sections after it, as texts of laws and reports do. */
const sectionBefore =
  /(?:^|[\s(])(?:[Kk]apitel|[Aa]bschnitt|[Pp]unkt|[Zz]iffer|[Aa]bsatz|[Aa]nhang|[Vv]ersion|[Tt]eil|[Pp]osition|[Tt]abelle|[Aa]bbildung|[Ss]iehe|[Vv]gl\.|Pkt\.|Kap\.|Abs\.|Ziff\.|Art\.|Nr\.)\s$/u;

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
    name: 'date with slashes',
    pattern: /(\d{1,4})([/-])(\d{1,2})\2(\d{4}|\d{1,2})(?![\p{L}\p{N}/-])/uy,
    say: ([, first, link, month, last], { before }) => {
      const [day, y] = first!.length === 4 ? [last!, first] : [first!, last!];
      if (!isDay(day) || !isMonth(month!) || y!.length === 1 || /[\p{L}\p{N}/.-]$/u.test(before)) return null;
      // "12/03/04" may be anything: a year of two digits counts after "am" and the like only.
      const isPlain = y!.length === 4 ? /^(?:1[4-9]|20)/.test(y!) : link === '/' && dateBefore.test(before);
      return isPlain ? `${dayWord(day, before)} ${months[Number(month) - 1]!} ${fullYear(y!)}` : null;
    },
  },
  {
    name: 'month of a year as ISO 8601',
    pattern: /((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\p{L}\p{N}-])/uy,
    say: ([, y, month], { before }) =>
      /[\p{L}\p{N}-]$/u.test(before) || (Number(month) > Number(y!.slice(2)) && before.trim() !== '')
        ? null
        : `${months[Number(month) - 1]!} ${year(Number(y))}`,
  },
  {
    name: 'day and month in numbers without a full stop',
    pattern:
      /(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])(?![\p{L}\p{N}.:]|,\d|\s?(?:[€%$£]|Uhr|Euro|Franken|CHF|Prozent|Dollar|h\b))/uy,
    say: ([, day, month], { before, after }) =>
      dateBefore.test(before) || (before.trim() === '' && after.trim() === '')
        ? `${dayWord(day!, before)} ${months[Number(month) - 1]!}`
        : null,
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
    say: ([found, day, month], place) => {
      if (!isDay(day!) || !isMonth(month!) || /[\p{L}\p{N}.]$/u.test(place.before)) return null;
      const said = `${dayWord(day!, place.before)} ${months[Number(month) - 1]!}${stopAfter(place)}`;
      // Sections are numbered so: "Siehe Kapitel 10.11."
      return sectionBefore.test(place.before) ? asDefault(said, found.length) : said;
    },
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
    name: 'stopwatch time',
    pattern:
      /(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?:[,.](\d{1,2}(?!\d)|(?<=,)\d{3}(?!\d))(?![.,:]\d))?(\s(?:Minuten|Min\.|min|Stunden|Std\.|h)(?!\p{L}))?/uy,
    say: ([, h, m, s, rest, unit], { before }) => {
      if ((rest === undefined && unit === undefined) || /[\p{L}\p{N}:]$/u.test(before)) return null;
      const [one, many] =
        rest === undefined && h === undefined && /S|h/.test(unit!)
          ? ['Stunde', 'Stunden']
          : ['Minute', 'Minuten'];
      const part = (value: string, single: string, several: string) =>
        Number(value) === 1 ? `eine ${single}` : `${cardinal(value)} ${several}`;
      const hours = h === undefined ? '' : `${part(h, 'Stunde', 'Stunden')}, `;
      return `${hours}${part(m!, one, many)} ${cardinal(s!)}${rest ? ` Komma ${sayDigits(rest, digits)}` : ''}`;
    },
  },
];

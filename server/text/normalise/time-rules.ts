import { asDefault } from './ambiguous.ts';
import { sayDigits } from './identifier-rules.ts';
import type { CountedNoun } from './quantity-rules.ts';
import type { RulePosition, SpellingRule } from './spelling.ts';
import { numberSource, parseNumber, type NumberMarks, type WrittenNumber } from './written-number.ts';

/** How a language writes and says times of day, lengths of time, scores and ratios. */
export interface TimeWords {
  marks: NumberMarks;
  digits: readonly string[];
  /** What follows a time and names it ("h", "uur"): a pattern's source. */
  suffix: string;
  /** Words between two times: a pattern's source. */
  links: string;
  /** Between two times. */
  to(place: RulePosition): string;
  /** Words after which numbers are a time, also with a full stop: "alle", "om". */
  timeBefore: RegExp;
  /**
   * Says a time of day.
   * @param minute null: none is written
   * @param isNamed whether the suffix is written
   */
  clock(hour: number, minute: number | null, isNamed: boolean, place: RulePosition): string;
  /** How often something is counted in a time that is measured. */
  count(number: WrittenNumber, noun: CountedNoun, place: RulePosition): string;
  /** Whether "14u30" is always a time of day, else a length of time as well. */
  isShortClock?: boolean;
  hours: CountedNoun;
  minutes: CountedNoun;
  seconds: CountedNoun;
  and: string;
  comma: string;
  cardinal(value: number | string, language: string): string;
  say(number: WrittenNumber, place: RulePosition): string;
  /** What tells a score: "ganó", "vinto". */
  scoreBefore: RegExp;
  scoreAfter: RegExp;
  score(first: string, second: string, place: RulePosition): string;
  /** What names a ratio or a scale, and the word between its numbers. */
  ratioBefore: RegExp;
  ratio(first: string, second: string, secondNumber: WrittenNumber): string;
}

/** Whether hours and minutes are a time of day. */
export const isTime = (hour: string, minute: string): boolean =>
  Number(hour) <= 24 && minute.length === 2 && Number(minute) < 60;

const timeAround = /^(?:\s?[-–]\s?|\s\p{Ll}{1,3}\s)\d{1,2}[:.]\d\d/u;
const timeEarlier =
  /(?:^\s*|\d{1,2}[:.]\d\d\s?(?:[-–/,]|\p{Ll}{1,3})\s?|[\s./-](?:19|20)\d\d,?\s(?:[-–|]\s)?)$/u;

/** Times of day, and ranges of them. */
export function timeRules(words: TimeWords): SpellingRule[] {
  const { suffix, links, clock, timeBefore } = words;
  const minuteOf = (written: string | undefined): number | null =>
    written === undefined ? null : Number(written);
  const range = (
    [hour, minute, last, lastMinute]: (string | undefined)[],
    to: string,
    isNamed: boolean,
    place: RulePosition,
  ): string | null => {
    if (!isTime(hour!, minute ?? '00') || !isTime(last!, lastMinute ?? '00')) return null;
    const from = clock(Number(hour), minuteOf(minute), isNamed && Number(minute ?? 0) > 0, place);
    const till = clock(Number(last), minuteOf(lastMinute), isNamed, {
      ...place,
      before: `${place.before}${to} `,
    });
    return `${from} ${to} ${till}`;
  };
  return [
    {
      name: 'times as a range',
      pattern: new RegExp(
        `(\\d{1,2})(?:[:.hHu]([0-5]\\d))?(?:\\s?(?:${suffix}))?(?:\\s?[-–]\\s?|\\s(${links})\\s)(\\d{1,2})(?:[:.]([0-5]\\d)\\s?(?:${suffix})|[hHu]([0-5]\\d)|\\s?(?:${suffix}))(?![\\p{L}\\p{N}])`,
        'uy',
      ),
      say: ([, hour, minute, link, last, lastMinute, shortMinute], place) =>
        /[\p{L}\p{N}:.,-]$/u.test(place.before)
          ? null
          : range([hour, minute, last, lastMinute ?? shortMinute], link ?? words.to(place), true, place),
    },
    {
      name: 'times as a range of hours and minutes',
      pattern:
        /(\d{1,2})(?:([:.])([0-5]\d))?\s?[-–]\s?(\d{1,2})(?:([:.])([0-5]\d))?(?![\p{L}\p{N}:]|[.,]\d|\s?[%€$£])/uy,
      say: ([, hour, link, minute, last, lastLink, lastMinute], place) =>
        /[\p{L}\p{N}:.,-]$/u.test(place.before) ||
        ((link !== ':' || lastLink !== ':') && !timeBefore.test(place.before))
          ? null
          : range([hour, minute, last, lastMinute], words.to(place), false, place),
    },
    {
      name: 'time of day',
      pattern: new RegExp(
        `(\\d{1,2})(?:[:.]([0-5]\\d)(?::[0-5]\\d)?\\s?(?:${suffix})|\\s?[hHu]\\s?([0-5]\\d)(?:\\s?(?:m|min))?|\\s?(?:${suffix}))(?![\\p{L}\\p{N}])`,
        'uy',
      ),
      say: ([, hour, minute, shortMinute], place) =>
        /[\p{L}\p{N}:.,-]$/u.test(place.before) || Number(hour) > 24
          ? null
          : shortMinute === undefined
            ? clock(Number(hour), minuteOf(minute), true, place)
            : words.isShortClock || timeBefore.test(place.before)
              ? clock(Number(hour), Number(shortMinute), words.isShortClock === true, place)
              : hoursAndMinutes(hour!, shortMinute, words, place),
    },
    {
      name: 'time of day after its word',
      pattern: /(\d{1,2})[:.]([0-5]\d)(?![\p{L}\p{N}:]|[.,]\d|\s?[%€$£])/uy,
      say: ([, hour, minute], place) =>
        isTime(hour!, minute!) && timeBefore.test(place.before)
          ? clock(Number(hour), Number(minute), false, place)
          : null,
    },
  ];
}

/** "1h45": an hour and forty-five minutes, as a length of time and as a time of day. */
function hoursAndMinutes(hour: string, minute: string, words: TimeWords, place: RulePosition): string {
  const hours = counted(hour, words.hours, words, place);
  return Number(minute) === 0
    ? hours
    : `${hours} ${words.and} ${counted(minute, words.minutes, words, place)}`;
}

const counted = (written: string, noun: CountedNoun, words: TimeWords, place: RulePosition): string =>
  words.count({ whole: String(Number(written)), decimals: '' }, noun, place);

/** Lengths of time: "2:03:05", "1:43,21". */
export function durationRules(words: TimeWords): SpellingRule[] {
  return [
    {
      name: 'length of time',
      pattern: /(\d{1,2}):([0-5]\d):([0-5]\d)(?![\p{L}\p{N}:]|[.,]\d)/uy,
      say: ([, h, m, s], place) =>
        /[\p{L}\p{N}:.,]$/u.test(place.before)
          ? null
          : `${counted(h!, words.hours, words, place)}, ${counted(m!, words.minutes, words, place)} ${words.and} ${counted(s!, words.seconds, words, place)}`,
    },
    {
      name: 'stopwatch time',
      pattern: /(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?:,(\d{1,3})|\.(\d{1,2}))(?![\p{L}\p{N}]|[.,]\d)/uy,
      say: ([, h, m, s, rest, pointed], place) => {
        if (/[\p{L}\p{N}:.,]$/u.test(place.before)) return null;
        const hours = h === undefined ? '' : `${counted(h, words.hours, words, place)}, `;
        return `${hours}${counted(m!, words.minutes, words, place)} ${words.cardinal(Number(s), place.language)} ${words.comma} ${sayDigits((rest ?? pointed)!, words.digits)}`;
      },
    },
  ];
}

/** "2:1", "2-1", "1:25.000": scores, ratios and scales; a time of day where nothing names one of these. */
export function scoreRules(words: TimeWords): SpellingRule[] {
  const { marks, scoreBefore, scoreAfter, ratioBefore, timeBefore, clock } = words;
  const number = numberSource(marks);
  const isScore = ({ before, after }: RulePosition): boolean =>
    scoreBefore.test(before.slice(-60)) || scoreAfter.test(after.slice(0, 40));
  return [
    {
      name: 'score or ratio',
      pattern: new RegExp(`(${number})(\\s?):(\\s?)(${number})(?![\\p{L}\\p{N}:]|[.,’']\\d)`, 'uy'),
      say: ([found, first, gapBefore, gapAfter, second], place) => {
        const { before, after } = place;
        if (/[\p{L}\p{N}:.,]$/u.test(before) || (gapBefore === '' && gapAfter !== '')) return null;
        const isShort = /^\d{1,3}$/.test(first!) && /^\d{1,3}$/.test(second!);
        if (ratioBefore.test(before) || !isShort || gapBefore !== '')
          return words.ratio(
            words.say(parseNumber(first!, marks), place),
            words.say(parseNumber(second!, marks), place),
            parseNumber(second!, marks),
          );
        if (isTime(first!, second!) && !isScore(place) && !/[(,]\s?$/.test(before)) {
          const said = clock(Number(first), Number(second), false, place);
          const isClear =
            first!.startsWith('0') ||
            timeBefore.test(before) ||
            timeEarlier.test(before) ||
            timeAround.test(after);
          return isClear ? said : asDefault(said, found.length);
        }
        return words.score(first!, second!, place);
      },
    },
    {
      name: 'score',
      pattern: /(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\p{L}\p{N}]|-\d|[.,]\d|\s?%|\s?[€$£])/uy,
      say: ([, first, second], place) =>
        /[\p{L}\p{N}]-?$/u.test(place.before) ||
        !isScore(place) ||
        (first!.length > 2 && second!.length > 2) ||
        /^0\d/.test(first!)
          ? null
          : words.score(first!, second!, place),
    },
  ];
}

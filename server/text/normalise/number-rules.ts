import { sayDigits } from './identifier-rules.ts';
import { signFits } from './quantity-rules.ts';
import type { RulePosition, SpellingRule } from './spelling.ts';
import { numberSource, parseNumber, type NumberMarks, type WrittenNumber } from './written-number.ts';

/** How a language says numbers of nothing in particular. */
export interface NumberWords {
  marks: NumberMarks;
  digits: readonly string[];
  /** @param language BCP 47, lower case */
  cardinal(value: number | string, language: string): string;
  say(number: WrittenNumber, place: RulePosition): string;
  year(value: number, language: string): string;
  /** Between the ends of a range. */
  to(place: RulePosition): string;
  /** The end of a range, where it differs from a number alone. */
  sayEnd?(number: WrittenNumber, place: RulePosition): string;
  /** The second of two years, likewise. */
  endYear?(value: number, language: string): string;
  /** "3 x 4". */
  times: string;
  /** "3.5" as a version. */
  point: string;
}

/** "1990–95", "2023/24", "10–20", "3 x 4": two numbers and what joins them. */
export function pairRules(words: NumberWords): SpellingRule[] {
  const { marks, digits, cardinal, say, year, times } = words;
  const number = numberSource(marks);
  const said = (written: string, place: RulePosition, isEnd: boolean): string => {
    if (written.length > 1 && written.startsWith('0') && !written.includes(marks.decimal))
      return sayDigits(written, digits);
    const value = parseNumber(written, marks);
    return isEnd && words.sayEnd ? words.sayEnd(value, place) : say(value, place);
  };
  return [
    {
      name: 'range of years',
      pattern: /(1\d{3}|20\d\d)\s?[-–/]\s?(1\d{3}|20\d\d|\d\d)(?![\p{L}\p{N}-]|[.,]\d)/uy,
      say: ([found, from, till], place) => {
        const { before, language } = place;
        if (/[\p{L}\p{N}]-?$/u.test(before)) return null;
        const isShort = till!.length === 2;
        const last = isShort ? Number(`${from!.slice(0, 2)}${till}`) : Number(till);
        if (last <= Number(from)) return null;
        const isSeason = found.includes('/');
        const end = isShort
          ? cardinal(till!, language)
          : (!isSeason && words.endYear ? words.endYear : year)(last, language);
        return `${year(Number(from), language)} ${isSeason ? '' : `${words.to(place)} `}${end}`;
      },
    },
    {
      name: 'range',
      pattern: new RegExp(
        `(${number})\\s?–\\s?(${number})(?![\\p{L}\\p{N}-])|(\\d{1,9})-(\\d{1,9})(?![\\p{L}\\p{N}-]|[.,]\\d)`,
        'uy',
      ),
      say: ([, a, b, c, d], place) => {
        if (/[\p{L}\p{N}]-?$/u.test(place.before)) return null;
        // "747-400" is a name: what does not ascend is no range.
        const isRange =
          c === undefined || (Number(c) < Number(d) && !/(?:Boeing|Airbus)\s$/.test(place.before));
        return `${said(a ?? c!, place, false)} ${isRange ? `${words.to(place)} ` : ''}${said(b ?? d!, place, isRange)}`;
      },
    },
    {
      name: 'times',
      pattern: new RegExp(
        `(\\d{1,4})\\s?[x×]\\s?(\\d{1,4}(?:${marks.decimal === ',' ? ',' : '\\.'}\\d{1,3})?)(?![\\p{L}\\p{N}])`,
        'uy',
      ),
      say: ([, a, b], place) =>
        `${cardinal(a!, place.language)} ${times} ${say(parseNumber(b!, marks), place)}`,
    },
  ];
}

/** "3.5" as a version, and digits after a zero, which are no number. */
export function codeLikeRules({ digits, cardinal, point }: NumberWords): SpellingRule[] {
  return [
    {
      name: 'version with two parts',
      pattern: /(\d{1,3})\.(\d{1,2})(?![\p{N}.])/uy,
      say: ([, a, b], { language }) =>
        `${cardinal(a!, language)} ${point} ${b!.startsWith('0') && b!.length > 1 ? sayDigits(b!, digits) : cardinal(b!, language)}`,
    },
    {
      name: 'code',
      pattern: /0\d{1,14}(?![\p{N}]|[.,]\d)/uy,
      say: ([found], { before }) =>
        /[.,]$/.test(before) ? null : (/\p{L}$/u.test(before) ? ' ' : '') + sayDigits(found, digits),
    },
  ];
}

/**
 * Any number, with the sign before it.
 * @param signs what signs before a number are called
 * @param sayNumber says the number as the word after it asks for
 */
export const numberRule = (
  marks: NumberMarks,
  signs: Readonly<Record<string, string>>,
  sayNumber: (number: WrittenNumber, place: RulePosition) => string,
): SpellingRule => ({
  name: 'number',
  pattern: new RegExp(`([-−–+±~≈><≥≤]?)(${numberSource(marks)})`, 'uy'),
  say: ([found, sign = '', written = ''], place) => {
    const { before, after } = place;
    const said = sayNumber(parseNumber(written, marks), place);
    // No space follows an apostrophe: "un’ora".
    if (sign === '' && said.endsWith('’') && after.startsWith(' '))
      return { text: said, length: found.length + 1 };
    const gap = /^\p{L}/u.test(after) ? ' ' : '';
    if (sign !== '' && (!signFits(sign, place) || /[\p{L}\p{N}]$/u.test(before)))
      return {
        text: /[-–−]/.test(sign) ? `${sign}${said}${gap}` : `${sign} ${said}${gap}`,
        length: found.length,
      };
    return `${/\p{L}$/u.test(before) ? ' ' : ''}${sign ? `${signs[sign]} ` : ''}${said}${gap}`;
  },
});

/**
 * A decade after its noun: "anni ’80".
 * @param noun as it is written
 */
export const decadeAfter = (
  noun: string,
  cardinal: (value: string) => string,
): [noun: string, rules: readonly SpellingRule[]] => [
  noun,
  [
    {
      name: 'decade',
      pattern: new RegExp(`${noun}\\s['’](\\d0)(?![\\p{L}\\p{N}])`, 'uy'),
      say: ([, value]) => `${noun} ${cardinal(value!)}`,
    },
  ],
];

/** Whole numbers as words, decimals as a number of up to two digits, else digit by digit. */
export const sayWithDecimals =
  (
    cardinal: (value: string, language: string) => string,
    comma: string,
    digits: readonly string[],
  ): ((number: WrittenNumber, place: Pick<RulePosition, 'language'>) => string) =>
  ({ whole, decimals }, { language }) => {
    const words = cardinal(whole, language);
    if (!decimals) return words;
    const after =
      decimals.length <= 2 && !decimals.startsWith('0')
        ? cardinal(decimals, language)
        : sayDigits(decimals, digits).replaceAll(',', '');
    return `${words} ${comma} ${after}`;
  };

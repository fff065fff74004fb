import { asDefault } from './ambiguous.ts';
import type { CountedNoun } from './quantity-rules.ts';
import type { RulePosition, RuleResult, SpellingRule } from './spelling.ts';
import { unitAfterFraction } from './unit-after.ts';
import { vulgarFractions } from './vulgar-fractions.ts';

/** How a language says fractions, and other numbers with a slash. */
export interface FractionWords {
  units: ReadonlyMap<string, CountedNoun>;
  /** "three quarters". */
  fraction(above: number, below: number, place: RulePosition): string;
  /** "two and a half". */
  mixed(whole: string, above: number, below: number): string;
  /** "dos horas y media", where the noun precedes the fraction. */
  mixedNoun?(whole: string, above: number, below: number, noun: string): string;
  cardinal(value: number | string, language: string): string;
  year(value: number, language: string): string;
  slash: string;
  minus: string;
  /** What names a fraction, on either side: "about", "of". */
  fractionBefore: RegExp;
  fractionAfter: RegExp;
  /** Labels whose numbers are listed side by side: seasons, platforms, issues. */
  sideBySide: RegExp;
  /** Labels of file numbers, whose slash is read. */
  fileBefore: RegExp;
  /** Fixed expressions: "24/7", "24h/24". */
  fixed: Readonly<Record<string, string>>;
}

const usualParts = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 100, 1000]);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Returns rules for fractions, file numbers, seasons and other numbers with a slash. */
export function fractionRules(words: FractionWords): SpellingRule[] {
  const unitAfter = unitAfterFraction(words.units);
  const mixed = mixedFraction(words);
  const fixed = Object.keys(words.fixed).map(escaped).join('|');
  return [
    {
      name: 'round the clock',
      pattern: new RegExp(`(${fixed})(?![\\p{L}\\p{N}/])`, 'uy'),
      say: ([, found], { before }) =>
        /[\p{L}\p{N}/]$/u.test(before) || words.sideBySide.test(before) ? null : words.fixed[found!]!,
    },
    {
      name: 'mixed fraction',
      pattern: /([-−]?)(\d{1,3})\s(\d{1,2})\/(\d{1,3})(?![\p{L}\p{N}/])/uy,
      say: ([found, sign, whole, above, below], place) => {
        const [a, b] = [Number(above), Number(below)];
        if (/[\p{L}\p{N}/.,]$/u.test(place.before) || a < 1 || b < 2 || a >= b || !usualParts.has(b))
          return null;
        return mixed(sign ? `${words.minus} ` : '', [whole!, a, b], found, place);
      },
    },
    {
      name: 'fraction',
      pattern: /([-−]?)(\d{1,4})\/(\d{1,4})(?![\p{L}\p{N}/]|[.,’']\d)/uy,
      say: ([found, sign, above, below], place): string | RuleResult | null => {
        const { before, after, language } = place;
        if (/[\p{N}/]$|\d[.,’']$/u.test(before)) return null;
        const [a, b] = [Number(above), Number(below)];
        const isAlone = before.trim() === '' && after.trim() === '';
        const isPart = a > 0 && b >= 2 && b <= 1000 && (a < b || isAlone);
        const isNamed =
          isAlone || sign !== '' || words.fractionAfter.test(after) || words.fractionBefore.test(before);
        const isBeside = words.sideBySide.test(before) || isSeason(above!, below!);
        if (isPart && !isBeside && !words.fileBefore.test(before) && (isNamed || usualParts.has(b))) {
          const said = `${sign ? `${words.minus} ` : ''}${words.fraction(a, b, place)}`;
          const withUnit = unitAfter(said, found, place, formOf(a));
          return isNamed || typeof withUnit !== 'string' ? withUnit : asDefault(withUnit, found.length);
        }
        if (sign) return null;
        const part = (written: string): string =>
          written.length === 4 ? words.year(Number(written), language) : words.cardinal(written, language);
        return `${part(above!)} ${isBeside || (/^(?:19|20)\d\d$/.test(below!) && !words.fileBefore.test(before)) ? '' : `${words.slash} `}${part(below!)}`;
      },
    },
    ...otherSlashes(words),
  ];
}

const formOf = (above: number): 'one' | 'many' => (above === 1 ? 'one' : 'many');

/** Says a whole number with a fraction, and what it counts, in the order of the language. */
function mixedFraction(
  words: FractionWords,
): (
  sign: string,
  parts: [string, number, number],
  found: string,
  place: RulePosition,
) => string | RuleResult {
  const unitAfter = unitAfterFraction(words.units);
  return (sign, [whole, above, below], found, place) => {
    const withUnit = unitAfter('', found, place, Number(whole) === 1 ? 'one' : 'many');
    const next = /^\s(\p{Ll}{3,24})(?!\p{L})/u.exec(place.after);
    const noun = typeof withUnit === 'string' ? next?.[1] : withUnit.text.trim();
    if (words.mixedNoun === undefined || noun === undefined)
      return unitAfter(sign + words.mixed(whole, above, below), found, place, 'many');
    const length = typeof withUnit === 'string' ? found.length + next![0].length : withUnit.length;
    return { text: sign + words.mixedNoun(whole, above, below, noun), length };
  };
}

/** Three and more numbers with slashes, and fractions that are one character. */
function otherSlashes(words: FractionWords): SpellingRule[] {
  const unitAfter = unitAfterFraction(words.units);
  const mixed = mixedFraction(words);
  return [
    {
      name: 'numbers with slashes',
      pattern: /\d{1,9}(?:\/\d{1,9}){2,6}(?![\p{L}\p{N}/])/uy,
      say: ([found], { before, language }) =>
        /[\p{L}\p{N}/]$/u.test(before)
          ? null
          : found
              .split('/')
              .map((part) => words.cardinal(part, language))
              .join(` ${words.slash} `),
    },
    {
      name: 'vulgar fraction',
      pattern: /(\d{1,9})?\s?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/uy,
      say: ([found, whole, sign], place) => {
        const [above, below] = vulgarFractions[sign!]!;
        return whole === undefined
          ? unitAfter(words.fraction(above, below, place), found, place, formOf(above))
          : mixed('', [whole, above, below], found, place);
      },
    },
  ];
}

/** "2023/24", "2023/2024": years, never a part. */
const isSeason = (above: string, below: string): boolean =>
  /^(?:19|20)\d\d$/.test(above) && /^(?:\d\d|20\d\d)$/.test(below);

import { stopAfter } from './sentence-end.ts';
import type { RulePosition, SpellingRule } from './spelling.ts';
import { amountSource, isOne, parseNumber, type NumberMarks, type WrittenNumber } from './written-number.ts';

export type Gender = 'm' | 'f' | 'n';

/** What is counted. */
export interface CountedNoun {
  one: string;
  many: string;
  gender: Gender;
  /** After two to four, in languages that distinguish it. */
  few?: string;
  /** After a number with decimals, in languages that distinguish it. */
  part?: string;
}

export interface Currency extends CountedNoun {
  /** Hundredths; null: there are none. */
  cents: CountedNoun | null;
}

/** How a language says numbers of things. */
export interface QuantityGrammar {
  marks: NumberMarks;
  /** By their signs: `km/h`, `%`. */
  units: ReadonlyMap<string, CountedNoun>;
  /** By their signs and codes: `€`, `EUR`. */
  currencies: ReadonlyMap<string, Currency>;
  /** By what is written, an abbreviation with its full stop: `Mio.`, `Millionen`. */
  scales: ReadonlyMap<string, CountedNoun>;
  /** Between the ends of a range. */
  to(place: RulePosition): string;
  /** Words, in addition to dashes, between the ends of a range before a unit. */
  toWords: string;
  /** Said for `-`, `+`, `±`, `~` before a number. */
  signs: Readonly<Record<string, string>>;
  /** The number alone. */
  say(number: WrittenNumber, place: RulePosition): string;
  /** The number before what is counted. */
  count(number: WrittenNumber, noun: CountedNoun, place: RulePosition): string;
  /** Which form of the noun goes with the number. */
  isSingular(number: WrittenNumber): boolean;
  /** The noun's form where a language has more than two, or where the case decides. */
  formOf?(noun: CountedNoun, number: WrittenNumber, place: RulePosition): string;
  /** The end of a range, where it differs from a number alone. */
  sayEnd?(number: WrittenNumber, noun: CountedNoun, place: RulePosition): string;
  /** Whether the amount says what kind of thing follows ("a $5 million fund"), and so stays singular. */
  isAttributive?(place: RulePosition): boolean;
  /** Whether one and a bit of it is a rate of exchange rather than a price: "1,08 Dollar". */
  isRate?(currency: Currency): boolean;
  /** A word between a scale and its currency ("millones de €"): a pattern's source. */
  scaleLink?: string;
  /** "million" and "euros" together. */
  ofScale(scale: string, noun: string): string;
  /** Units after a slash and their spoken form: "€/month", "persons/km²". */
  per: ReadonlyMap<string, string>;
  /** "per" before it. */
  perWord: string;
  /** Whether one decimal of money is tens of cents: "$20.5". */
  padsCents?: boolean;
  /** Whole units and cents: "fünf Euro fünfzig". @param cents two digits */
  withCents(
    whole: string,
    cents: string,
    currency: Currency,
    place: RulePosition,
    hundredths: WrittenNumber,
  ): string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, '\\s?');
const oneOf = (keys: Iterable<string>): string =>
  [...keys]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');

type AmountSpeaker = (
  signs: string,
  from: string,
  to: string | undefined,
  scaled: string | undefined,
  noun: CountedNoun | null,
  place: RulePosition,
) => string;

/** Returns a function that says an amount, or a range of amounts, of money, a unit or millions. */
function amountSpeaker(grammar: QuantityGrammar): AmountSpeaker {
  const { marks, scales } = grammar;
  const formOf = (noun: CountedNoun, singular: boolean, last: WrittenNumber, place: RulePosition): string =>
    grammar.formOf?.(noun, last, place) ?? (singular ? noun.one : noun.many);
  const range = (
    from: string,
    to: string | undefined,
    place: RulePosition,
  ): { numbers: WrittenNumber[]; said: (noun: CountedNoun) => string } => {
    const numbers = [from, ...(to === undefined ? [] : [to])].map((written) => parseNumber(written, marks));
    return {
      numbers,
      said: (noun) =>
        numbers
          .map((value, index) =>
            index === 1 && grammar.sayEnd
              ? grammar.sayEnd(value, noun, place)
              : numbers.length === 1 || grammar.sayEnd
                ? grammar.count(value, noun, place)
                : grammar.say(value, place),
          )
          .join(` ${grammar.to(place)} `),
    };
  };
  return (signs, from, to, scaled, noun, place) => {
    const { numbers, said } = range(from, to, place);
    if (noun !== null && 'cents' in noun && scaled === undefined)
      for (const value of numbers)
        value.decimals = shortened(value.decimals, grammar.padsCents && noun.cents !== null);
    const last = numbers.at(-1)!;
    const singular =
      (numbers.length === 1 && grammar.isSingular(last)) ||
      (scaled === undefined && noun !== null && 'cents' in noun && grammar.isAttributive?.(place) === true);
    const before = signs ? `${grammar.signs[signs] ?? ''} ` : '';
    if (scaled !== undefined) {
      const by = scales.get(scaled)!;
      const word = formOf(by, singular, last, place);
      const named = noun && (grammar.isAttributive?.(place) ? noun.one : noun.many);
      return `${before}${said(by)} ${named ? grammar.ofScale(word, named) : word}`.trimStart();
    }
    const currency = noun as Currency;
    if (noun !== null && 'cents' in noun) {
      if (numbers.length === 2 && currency.cents && numbers.every(({ decimals }) => decimals.length === 2))
        return `${before}${numbers
          .map((value) => sayCents(grammar, value, value.decimals, currency, place))
          .join(` ${grammar.to(place)} `)}`.trimStart();
    }
    const cents =
      numbers.length === 1 &&
      'cents' in currency &&
      currency.cents &&
      last.decimals.length === 2 &&
      !(last.whole === '1' && grammar.isRate?.(currency))
        ? last.decimals
        : null;
    if (cents !== null) return `${before}${sayCents(grammar, last, cents, currency, place)}`.trimStart();
    return `${before}${joinNumber(said(noun!), formOf(noun!, singular, last, place))}`.trimStart();
  };
}

/** Money, units, percentages and millions, alone or as ranges. */
export function quantityRules(grammar: QuantityGrammar): SpellingRule[] {
  const { marks, units, currencies, scales, toWords } = grammar;
  const number = amountSource(marks);
  const sign = '([-−–+±~≈><≥≤]?)\\s?';
  const between = `\\s?(?:[-–—−]|${toWords})\\s?`;
  const scale = `(?:\\s?(${oneOf(scales.keys())})(?![\\p{L}\\p{N}]))`;
  /** After a sign before the amount, a hyphen may precede "million": "$23-million". */
  const hyphenedScale = scale.replace('\\s?', '[\\s-]?');
  const link = grammar.scaleLink === undefined ? '' : `(?:\\s${grammar.scaleLink}(?=\\s))?`;
  const money = oneOf(currencies.keys());
  const unit = oneOf(units.keys());
  const edge = "(?![\\p{L}\\p{N}²³’'])";
  const per =
    grammar.per.size === 0 ? '()' : `(?:\\s?/\\s?(${oneOf(grammar.per.keys())})(?![\\p{L}\\p{N}²³]))?`;
  const perSaid = (written: string | undefined): string =>
    !written ? '' : ` ${grammar.perWord && `${grammar.perWord} `}${grammar.per.get(written)!}`;
  const dash = `(?:${escapedDecimal(marks)}[-–—]{1,2})?`;
  const amount = amountSpeaker(grammar);
  return [
    {
      name: 'money with its sign before',
      pattern: new RegExp(
        `${sign}(${money})\\s?(${number}|\\.\\d{1,6}(?!\\d))${dash}(?:${between}(?:${money})?\\s?(${number}))?${hyphenedScale}?${edge}${per}`,
        'uy',
      ),
      say: ([found, signs = '', currency = '', from = '', to, scaled, by], place) => {
        if (!signFits(signs, place)) return null;
        return (
          amount(signs, from, to, scaled, currencies.get(currency)!, place) +
          perSaid(by) +
          (found.endsWith('.') ? stopAfter(place) : '')
        );
      },
    },
    {
      name: 'money',
      pattern: new RegExp(
        `${sign}(${number})${dash}(?:(?:\\s?(${money}))?${between}(${number})${dash})?(?:${scale}${link})?[\\s-]?(${money})${edge}${per}`,
        'uy',
      ),
      say: ([found, signs = '', from = '', other, to, scaled, currency = '', by], place) => {
        if (!signFits(signs, place)) return null;
        // "99 cents to 1.20 dollars" are two amounts.
        if (other !== undefined && currencies.get(other) !== currencies.get(currency))
          return {
            text: amount(signs, from, undefined, undefined, currencies.get(other)!, place),
            length: found.indexOf(other, signs.length + from.length) + other.length,
          };
        return (
          hyphened(amount(signs, from, to, scaled, currencies.get(currency)!, place), found, place) +
          perSaid(by) +
          (found.endsWith('.') ? stopAfter(place) : '')
        );
      },
    },
    {
      name: 'quantity with a unit',
      pattern: new RegExp(
        `${sign}(${number})(?:${between}(${number}))?${scale}?[\\s-]?(${unit})${edge}${per}`,
        'uy',
      ),
      say: ([found, signs = '', from = '', to, scaled, sign = '', by], place) => {
        if (!signFits(signs, place)) return null;
        // "5-m" is not a unit unless a hyphen follows: "100-m-Lauf".
        if (/[-]\p{L}$/u.test(found.slice(-sign.length - 1)) && !place.after.startsWith('-')) return null;
        return (
          hyphened(amount(signs, from, to, scaled, units.get(sign)!, place), found, place) +
          perSaid(by) +
          (found.endsWith('.') ? stopAfter(place) : '')
        );
      },
    },
    {
      name: 'millions',
      pattern: new RegExp(`${sign}(${number})(?:${between}(${number}))?${scale}`, 'uy'),
      say: ([found, signs = '', from = '', to, scaled = ''], place) => {
        if (!signFits(signs, place)) return null;
        return amount(signs, from, to, scaled, null, place) + (found.endsWith('.') ? stopAfter(place) : '');
      },
    },
  ];
}

/** Decimals of money without the zeros that say nothing: "$2.000", "€2,200". */
function shortened(decimals: string, pads = false): string {
  if (/^0+$/.test(decimals)) return '';
  let end = decimals.length;
  while (end > 0 && decimals.length > 2 && decimals[end - 1] === '0') end--;
  const short = decimals.slice(0, end);
  return short.length === 1 && (pads || decimals.length > 1) ? `${short}0` : short;
}

const escapedDecimal = ({ decimal }: NumberMarks): string => `[${decimal === ',' ? ',.' : '.'}]`;

/** Whether a sign belongs to the number after it: nothing may precede it. */
export const signFits = (sign: string, { before }: RulePosition): boolean =>
  sign === '' || !/[\p{L}\p{N}.,)%€$£-]$/u.test(before);

/** "5-km-Lauf" stays one word. */
const hyphened = (said: string, found: string, { after }: RulePosition): string =>
  /^-\p{L}/u.test(after) && /[-]|\p{N}\p{L}/u.test(found.slice(1)) ? said.replaceAll(' ', '-') : said;

/** A number and its noun: no space follows an apostrophe ("un’ora"). */
export const joinNumber = (number: string, noun: string): string =>
  number.endsWith('’') ? number + noun : `${number} ${noun}`;

function sayCents(
  grammar: QuantityGrammar,
  number: WrittenNumber,
  cents: string,
  currency: Currency,
  place: RulePosition,
): string {
  const hundredths = { whole: cents.replace(/^0/, ''), decimals: '' };
  const counted = (value: WrittenNumber, noun: CountedNoun): string =>
    joinNumber(
      grammar.count(value, noun, place),
      grammar.formOf?.(noun, value, place) ?? (isOne(value) ? noun.one : noun.many),
    );
  if (number.whole === '0') return counted(hundredths, currency.cents!);
  const whole = counted({ ...number, decimals: '' }, currency);
  return grammar.withCents(whole, grammar.say(hundredths, place), currency, place, hundredths);
}

/** "/km²" after a word that is counted: "persons/km²". Tried at the slash. */
export const perUnit = ({ per, perWord }: Pick<QuantityGrammar, 'per' | 'perWord'>): SpellingRule => ({
  name: 'per unit',
  pattern: new RegExp(`/(${oneOf(per.keys())})(?![\\p{L}\\p{N}²³/])`, 'uy'),
  say: ([, written], { before }) =>
    /(?:^|\s)(?:\p{L}{3,}|[€$£]|[\d.,]*\d\s?)$/u.test(before) &&
    /[²³]|^(?:km|kg|h|kWh|ha|t|l)$/.test(written!)
      ? `${/\s$/.test(before) ? '' : ' '}${perWord && `${perWord} `}${per.get(written!)!}`
      : null,
});

/** Units that are also written in capitals or without them: "kwh", "KM". */
export function withCases<Unit>(units: ReadonlyMap<string, Unit>): ReadonlyMap<string, Unit> {
  const all = new Map(units);
  for (const [written, unit] of units) {
    if (!/^\p{L}{2,4}(?:\/\p{L}{1,2})?[²³]?$/u.test(written)) continue;
    const small = written.toLowerCase();
    const large = written.toUpperCase();
    const isData = /[BbHhVW]$|[Hh]z$|it\/s$|bps$/.test(written) && written.length >= 2;
    if (isData && !all.has(small) && !/^(?:mw|pb|db|tw|gw|ps|kb)$/.test(small)) all.set(small, unit);
    if (/^(?:km|cm|mm|kg|km\/h|mph|kmh)$/.test(written) && !all.has(large)) all.set(large, unit);
  }
  return all;
}

/**
 * Returns rules for units without a number: "Euro pro m²".
 * @param precededBy what they follow
 */
export function standaloneUnits(units: ReadonlyMap<string, CountedNoun>, precededBy: RegExp): SpellingRule[] {
  return [
    {
      name: 'unit alone',
      pattern: new RegExp(`(${oneOf(units.keys())})(?![\\p{L}\\p{N}²³])`, 'uy'),
      say: ([, sign], { before }) => (precededBy.test(before) ? units.get(sign!)!.one : null),
    },
  ];
}

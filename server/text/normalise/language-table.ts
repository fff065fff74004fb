import { abbreviationRules, capital, type Abbreviation } from './abbreviation-rules.ts';
import { addressRules, tagRules, type AddressWords } from './address-rules.ts';
import { dateRules, type DateWords } from './date-rules.ts';
import { codeRules, digitStringRules, type DigitStringWords } from './digit-strings.ts';
import { fractionRules, type FractionWords } from './fraction-rules.ts';
import { identifierRules } from './identifier-rules.ts';
import { codeLikeRules, numberRule, pairRules, type NumberWords } from './number-rules.ts';
import { letterPowers, numberPowers, type PowerWords } from './powers.ts';
import { perUnit, quantityRules, standaloneUnits, type QuantityGrammar } from './quantity-rules.ts';
import { romanRule, type RomanWords } from './roman-rules.ts';
import { signRules, type SignWords } from './sign-rules.ts';
import type { RulePosition, SpellingRule, SpellingTable } from './spelling.ts';
import { textSigns, type TextSignWords } from './text-signs.ts';
import { durationRules, scoreRules, timeRules, type TimeWords } from './time-rules.ts';
import { weekdayRules, type WeekdayWords } from './weekdays.ts';
import type { WrittenNumber } from './written-number.ts';

/** All that a language says in its own way; the classes of numbers and signs are common. */
export interface LanguageWords {
  numbers: NumberWords;
  quantities: QuantityGrammar;
  dates: DateWords;
  times: TimeWords;
  fractions: FractionWords;
  romans: RomanWords;
  powers: PowerWords;
  addresses: AddressWords;
  digitStrings: DigitStringWords;
  signs: SignWords;
  textSigns: TextSignWords;
  abbreviations: readonly Abbreviation[];
  weekdays?: WeekdayWords;
  /** Whether a group of digits begins like a telephone number of its country. */
  isPhone(found: string): boolean;
  /** Says a number as the word after it asks for. */
  sayBefore(number: WrittenNumber, place: RulePosition): string;
  /** Ordinals, decades, quarters, years: tried before amounts and ranges. */
  ordinals: readonly SpellingRule[];
  /** Tried before all others. */
  first?: readonly SpellingRule[];
  /** Rules at words, by the word as written. */
  words?: ReadonlyMap<string, readonly SpellingRule[]>;
  /** What units without a number follow: "euros por m²". */
  unitAlone: RegExp;
  /** Said for a list's number at the beginning of an item. */
  enumerator(value: number): string;
}

const isNumeral = (word: string): boolean => /^[IVXLCDM]{1,9}$/.test(word);
const none: readonly SpellingRule[] = [];

/** Returns the rules of a language that is described by its words. */
export function languageTable(words: LanguageWords): SpellingTable {
  const { numbers, quantities, dates, times, digitStrings, addresses } = words;
  const { marks, digits } = numbers;
  const romans = [romanRule(words.romans)];
  const amounts = quantityRules(quantities);
  const moneyFirst = amounts.filter(({ name }) => name === 'money with its sign before');
  return {
    decimal: marks.decimal === ',' ? ',' : '.',
    cardinal: (value) => numbers.cardinal(value, ''),
    numbers: [
      ...(words.first ?? none),
      ...dateRules(dates),
      ...durationRules(times),
      ...timeRules(times),
      ...digitStringRules(digitStrings),
      numberPowers(words.powers),
      ...identifierRules({
        digits,
        plus: addresses.plus,
        dot: numbers.point,
        cardinal: (value) => numbers.cardinal(value, ''),
        isPhone: words.isPhone,
      }),
      ...scoreRules(times),
      ...fractionRules(words.fractions),
      ...amounts,
      ...words.ordinals,
      ...pairRules(numbers),
      ...codeLikeRules(numbers),
      numberRule(marks, quantities.signs, words.sayBefore),
    ],
    signs: [
      ...moneyFirst,
      ...tagRules(addresses),
      perUnit(quantities),
      ...signRules(words.signs),
      ...textSigns(words.textSigns),
    ],
    words: wordRules(words, moneyFirst, romans),
    powers: [letterPowers(words.powers)],
    codes: codeRules(digitStrings),
    addresses: addressRules(addresses),
    enumerator: (value) => words.enumerator(value),
  };
}

/** What is tried at a word: abbreviations, days, currencies before their amount, units, Roman numerals. */
function wordRules(
  words: LanguageWords,
  moneyFirst: readonly SpellingRule[],
  romans: readonly SpellingRule[],
): SpellingTable['words'] {
  const { quantities, weekdays } = words;
  const known = new Map<string, readonly SpellingRule[]>();
  const add = (word: string, rules: readonly SpellingRule[]): void => {
    known.set(word, [...rules, ...(known.get(word) ?? none)]);
  };
  for (const [key, rules] of abbreviationRules(words.abbreviations))
    for (const word of new Set([key, capital(key), key.toUpperCase()])) add(word, rules);
  const alone = standaloneUnits(quantities.units, words.unitAlone);
  for (const unit of quantities.units.keys())
    if (/^\p{L}{1,3}$/u.test(unit) && unit.length + Number(/[kcm]/.test(unit)) > 1) add(unit, alone);
  if (weekdays) {
    const days = weekdayRules(weekdays);
    for (const day of Object.keys(weekdays.names)) add(day, days);
  }
  for (const code of quantities.currencies.keys()) {
    const letters = /^(?:\p{L}{2,4}|\p{L}(?=\$))(?=\$?$)/u.exec(code)?.[0];
    if (letters !== undefined && letters === letters.toUpperCase()) add(letters, moneyFirst);
    if (/^\p{L}{2,3}\.?$/u.test(code)) add(code.replace('.', ''), moneyFirst);
  }
  for (const [word, rules] of words.words ?? []) add(word, rules);
  for (const word of known.keys()) if (isNumeral(word)) known.set(word, [...known.get(word)!, ...romans]);
  return (word) => known.get(word) ?? (isNumeral(word) ? romans : none);
}

import { abbreviationRules, capital } from '../abbreviation-rules.ts';
import { addressRules, tagRules, type AddressWords } from '../address-rules.ts';
import { ambiguousWhere } from '../ambiguous.ts';
import { datesAndTimes } from './dates.ts';
import { codeRules, digitStringRules } from '../digit-strings.ts';
import { digitStrings, weekdays } from './contexts.ts';
import { genderOf, oneBefore } from './endings.ts';
import { cardinal, digits, marks, ordinalStem, say, year } from './numbers.ts';
import { ordinals } from './ordinals.ts';
import { ratios } from './ratios.ts';
import { roman } from './roman-numerals.ts';
import { slashRules } from './slashes.ts';
import { abbreviations, currencies, joinedStreet, per, scales, units } from './words.ts';
import { identifierRules, sayDigits } from '../identifier-rules.ts';
import { codeLikeRules, numberRule, pairRules, type NumberWords } from '../number-rules.ts';
import { letterPowers, numberPowers, type PowerWords } from '../powers.ts';
import { perUnit, quantityRules, standaloneUnits, type QuantityGrammar } from '../quantity-rules.ts';
import { stopAfter } from '../sentence-end.ts';
import { signRules } from '../sign-rules.ts';
import type { RulePosition, SpellingRule, SpellingTable } from '../spelling.ts';
import { textSigns } from '../text-signs.ts';
import { weekdayRules } from '../weekdays.ts';
import { isOne, numberSource, parseNumber, type WrittenNumber } from '../written-number.ts';

const number = numberSource(marks);

const grammar: QuantityGrammar = {
  marks,
  units,
  currencies,
  scales,
  to: ({ before }) => (/zwischen\s$/i.test(before) ? 'und' : 'bis'),
  toWords: 'bis',
  signs: {
    '-': 'minus',
    '−': 'minus',
    '–': 'minus',
    '+': 'plus',
    '±': 'plus minus',
    '~': 'etwa',
    '≈': 'etwa',
    '<': 'weniger als',
    '>': 'mehr als',
    '≤': 'höchstens',
    '≥': 'mindestens',
  },
  say,
  count: (value, { gender }, { before }) => (isOne(value) ? oneBefore(before, gender) : say(value)),
  isSingular: isOne,
  ofScale: (scale, noun) => `${scale} ${noun}`,
  isRate: ({ one }) => one !== 'Euro',
  per,
  perWord: 'pro',
  withCents: (whole, cents) => `${whole} ${cents}`,
};

const numberWords: NumberWords = {
  marks,
  digits,
  cardinal: (value) => cardinal(value),
  say,
  year: (value) => year(value),
  to: () => 'bis',
  times: 'mal',
  point: 'Punkt',
};

/** Labels whose number counts nothing: "Gleis 1". */
const labelBefore =
  /(?:Nummer|Platz|Rang|Seite|Kapitel|Artikel|Teil|Gruppe|Gleis|Tor|Linie|Halle|Zimmer|Nr\.|Formel|Klasse|Stufe)\s$/u;

/** "ein Hund", "eine Stunde". */
function sayBefore(number: WrittenNumber, { before, after }: RulePosition): string {
  const noun = /^\s(\p{Lu}[\p{L}-]+)/u.exec(after)?.[1];
  return isOne(number) && noun !== undefined && !labelBefore.test(before)
    ? oneBefore(before, genderOf(noun))
    : say(number);
}

const addressWords: AddressWords = {
  dot: 'Punkt',
  slash: 'Schrägstrich',
  at: 'at',
  hyphen: 'Bindestrich',
  digits,
  underscore: 'Unterstrich',
  hashtag: 'Hashtag',
  plus: 'plus',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const powerWords: PowerWords = {
  power: (base, exponent) => {
    const isLetter = /^\p{L}(?: \p{L})*$/u.test(base);
    if (isLetter && exponent === 2) return `${base} Quadrat`;
    return `${base} hoch ${exponent < 0 ? 'minus ' : ''}${cardinal(Math.abs(exponent))}`;
  },
  say: (written) => cardinal(written),
  units,
};

/** Clubs that carry the year they were founded in. */
const clubBefore =
  /(?:^|[\s(„»])(?:TSV|TSG|VfL|VfB|SV|SC|FC|SpVgg|TuS|TuRa|TuSpo|FSV|SSV|MTV|BSC|TV|ATSV|ASV|DJK|ESV|HSV|KSV|OSC|PSV|SG|SKV|SSC|TB|TG|TGS|TSC|VfR|VSG|WSV|FV|FK|SK|LASK|ATG|Turnverein|Sportverein|Turngemeinde|Schützenverein|Verein|Klub|Club|(?!USA|EU|UN|UNO|NATO|DDR|BRD|UdSSR|CDU|CSU|SPD|FDP)[A-Z]{2,4})(?:\s\p{Lu}[\p{L}-]+){0,2}\s$/u;
const afterClubYear =
  /^\s(?:München|Hoffenheim|Rosenheim|Aalen|Augsburg|Dortmund|Rostock|Ulm|Kassel)(?!\p{L})/u;

const numbers: readonly SpellingRule[] = [
  ...datesAndTimes,
  ...ratios,
  ...digitStringRules(digitStrings),
  numberPowers(powerWords),
  ...identifierRules({
    digits,
    plus: 'plus',
    dot: 'Punkt',
    cardinal,
    isPhone: (found) => /^\(?0\d/.test(found) && /[\s/()-]/.test(found),
  }),
  ...slashRules(units),
  {
    name: 'consumption',
    pattern: new RegExp(
      `(${number})\\s(?:l|Liter)\\s?(?:\\/|auf|pro)\\s?100\\s?(?:km|Kilometer)(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([, value], place) =>
      `${grammar.count(parseNumber(value!, marks), units.get('l')!, place)} Liter auf einhundert Kilometer`,
  },
  ...quantityRules(grammar),
  ...ordinals,
  {
    name: 'decade',
    pattern: /(1\d{2}0|20\d0|\d0)er[- ]?Jahre(n?)(?!\p{L})/uy,
    say: ([, value, n]) =>
      `${capital(value!.length > 2 ? year(Number(value)) : cardinal(value!))}erjahre${n}`,
  },
  {
    name: 'decade or number with an ending',
    pattern: /(\d{1,4})(?:er|ern)(?=[-\s\p{P}]|$)/uy,
    say: ([found, value], { before }) =>
      /[\p{L}\p{N},]$/u.test(before)
        ? null
        : `${Number(value) >= 1100 ? year(Number(value)) : cardinal(value!)}${found.slice(value!.length)}`,
  },
  {
    name: 'number within a noun',
    pattern: /(\d{1,9})-?(J(?=ährige)|F(?=ache))/uy,
    say: ([, value, letter], { before }) =>
      /[\p{L}\p{N},]$/u.test(before)
        ? null
        : capital(cardinal(value!).replace(/^eins$/, 'ein')) + letter!.toLowerCase(),
  },
  {
    name: 'number within a word',
    pattern:
      /(\d{1,9})-?(?=(?:jährig|fach|prozentig|mal\b|tägig|stündig|minütig|köpfig|teilig|stellig|stöckig|seitig|monatig|wöchig|malig|geschossig|gradig|jähriges)\p{Ll}*)/uy,
    say: ([, value], { before }) =>
      /[\p{L}\p{N},]$/u.test(before) ? null : cardinal(value!).replace(/^eins$/, 'ein'),
  },
  ...pairRules(numberWords),
  {
    name: 'year',
    pattern: /(1[1-9]\d\d)(?![\p{L}\p{N}]|[.,:/]\d|\s?[%€$£])/uy,
    say: ([, value], { before, after }) => {
      if (/[\p{L}\p{N}.,#+]-?$/u.test(before)) return null;
      const isCount =
        /^\s\p{Lu}/u.test(after) &&
        !clubBefore.test(before) &&
        !afterClubYear.test(after) &&
        !/(?:\b(?:Jahre?n?|Jahres|seit|ab|um|von|bis|nach|vor|Anfang|Ende|Mitte|Sommer|Herbst|Winter|Frühjahr|Frühling|in|anno|im|und)|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\s$/iu.test(
          before,
        );
      return isCount ? null : year(Number(value));
    },
  },
  ...codeLikeRules(numberWords),
  numberRule(marks, grammar.signs, sayBefore),
];

const street: SpellingRule = {
  name: 'street',
  pattern: /(\p{Lu}\p{Ll}{1,30})str\.(?!\p{L})/uy,
  say: ([, name], place) => (/[\p{L}\p{N}]$/u.test(place.before) ? null : `${name}straße${stopAfter(place)}`),
};

const byWord = abbreviationRules(abbreviations);
const none: readonly SpellingRule[] = [];
const romans = [roman];
const streets = [street];
const moneyFirst = quantityRules(grammar).filter(({ name }) => name === 'money with its sign before');
const known = new Map<string, readonly SpellingRule[]>();
for (const key of byWord.keys()) {
  for (const word of [key, capital(key), key.toUpperCase()])
    known.set(word, /^[IVXLCDM]{1,9}$/.test(word) ? [...romans, ...byWord.get(key)!] : byWord.get(key)!);
}
const alone = standaloneUnits(units, /(?:\b(?:pro|je|in|[Ee]ine[rnm]?|[Dd]ie|[Dd]en)\s|\/\s?)$/);
for (const unit of ['km', 'm', 'kg', 'g', 't', 'l', 'kWh', 'MWh', 'h', 'qm', 'ha'])
  known.set(unit, [...alone, ...(known.get(unit) ?? [])]);
/** Without a full stop, small round amounts may be a day of the month, or an hour. */
const fridayOrFrancs = /^Fr\s\d{1,2}$/;
const days = weekdayRules(weekdays);
for (const day of Object.keys(weekdays.names)) known.set(day, [...days, ...(known.get(day) ?? [])]);
for (const code of ['EUR', 'US', 'USD', 'GBP', 'CHF', 'SFr', 'sFr', 'Fr', 'JPY', 'DM'])
  known.set(code, [
    ...(code === 'Fr'
      ? [...days, ...moneyFirst.map((rule) => ambiguousWhere(rule, fridayOrFrancs))]
      : moneyFirst),
    ...(byWord.get(code.toLowerCase()) ?? []),
  ]);
const codes = codeRules(digitStrings);

const signs: readonly SpellingRule[] = [
  ...moneyFirst,
  ...tagRules(addressWords),
  perUnit(grammar),
  ...signRules({
    number: 'Nummer',
    plus: 'plus',
    times: 'mal',
    equals: 'gleich',
    percent: 'Prozent',
    slash: 'Schrägstrich',
  }),
  ...textSigns({
    and: () => 'und',
    plus: 'plus',
    equals: 'gleich',
    times: 'mal',
    arrow: 'nach',
    less: 'weniger als',
    more: 'mehr als',
    most: 'höchstens',
    least: 'mindestens',
    paragraph: 'Paragraf',
    paragraphs: 'Paragrafen',
  }),
];

/** German, of every country that speaks it. */
export const german: SpellingTable = {
  decimal: ',',
  cardinal: (number) => cardinal(number),
  numbers,
  signs,
  words: (word) =>
    known.get(word) ?? (/^[IVXLCDM]{1,9}$/.test(word) ? romans : joinedStreet.test(word) ? streets : none),
  powers: [letterPowers(powerWords)],
  codes,
  addresses: addressRules(addressWords),
  enumerator: (value) => `${capital(ordinalStem(value))}ens:`,
};

import { abbreviationRules, capital } from '../abbreviation-rules.ts';
import { addressRules, tagRules, type AddressWords } from '../address-rules.ts';
import { asDefault } from '../ambiguous.ts';
import { codeRules, digitStringRules } from '../digit-strings.ts';
import { digitStrings, weekdays } from './contexts.ts';
import { clock, datesAndTimes, isTime, monthDay } from './dates.ts';
import { cardinal, decade, digits, marks, ordinal, say, year } from './numbers.ts';
import { periods, quarterWord } from './periods.ts';
import { state, stateWords, streetAddress, streetAtEnd } from './places.ts';
import { abbreviations, currencies, monthWords, per, scales, shortScales, units } from './words.ts';
import { identifierRules, sayDigits } from '../identifier-rules.ts';
import { letterPowers, numberPowers, type PowerWords } from '../powers.ts';
import { perUnit, quantityRules, signFits, type QuantityGrammar } from '../quantity-rules.ts';
import { isRegnal, romanNumber } from '../roman-numerals.ts';
import { signRules } from '../sign-rules.ts';
import type { RulePosition, RuleResult, SpellingRule, SpellingTable } from '../spelling.ts';
import { unitAfterFraction } from '../unit-after.ts';
import { vulgarFractions } from '../vulgar-fractions.ts';
import { weekdayRules } from '../weekdays.ts';
import { isOne, numberSource, parseNumber } from '../written-number.ts';

const number = numberSource(marks);

const grammar: QuantityGrammar = {
  marks,
  units,
  currencies,
  scales,
  to: ({ before }) => (/between\s$/i.test(before) ? 'and' : 'to'),
  toWords: 'to',
  signs: {
    '-': 'minus',
    '−': 'minus',
    '–': 'minus',
    '+': 'plus',
    '±': 'plus or minus',
    '~': 'about',
    '≈': 'about',
    '<': 'less than',
    '>': 'more than',
    '≤': 'at most',
    '≥': 'at least',
  },
  say,
  count: (number, _, place) => say(number, place),
  isSingular: isOne,
  per,
  perWord: 'per',
  ofScale: (scale, noun) => `${scale} ${noun}`,
  isAttributive: ({ before, after }) =>
    /\b(?:an?|the|this|that|its|his|her|their|our|one|new)\s$/i.test(before) &&
    /^[\s-]\p{Ll}{3,}|^-an?-/u.test(after) &&
    !/^\s(?:and|or|for|from|with|over|after|but|that|which|who|was|were|has|had|have|will|would|this|last|into|under|than|per|each|each|more|less|when|while|because|since|until|between)\b/.test(
      after,
    ),
  withCents: (whole, cents, currency, { language }) =>
    language === 'en-us'
      ? `${whole} and ${cents} ${cents === 'one' ? currency.cents!.one : currency.cents!.many}`
      : `${whole} ${cents}`,
  padsCents: true,
};

const addressWords: AddressWords = {
  dot: 'dot',
  slash: 'slash',
  at: 'at',
  hyphen: 'dash',
  digits,
  underscore: 'underscore',
  hashtag: 'hashtag',
  plus: 'plus',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const powerWords: PowerWords = {
  power: (base, exponent) =>
    exponent === 2 && /^\p{L}/u.test(base) && base.length < 6
      ? `${base} squared`
      : exponent === 3 && base.length < 6
        ? `${base} cubed`
        : exponent === 2
          ? `${base} squared`
          : `${base} to the power of ${exponent < 0 ? 'minus ' : ''}${cardinal(Math.abs(exponent))}`,
  say: (written, { language }) => cardinal(written, language),
  units,
};
const unitAfter = unitAfterFraction(units);

/** What names a ratio, a scale or odds. */
const ratioBefore =
  /(?:ratio|ratios|scale|odds|chances?|format|proportions?|split|dilut\w*|mix\w*|map|model|replica|exchange\w*|bet)(?:\s(?:of|is|are|was|were|at|in|a|an|the|about|around|to|by)){0,3}[\s:(]*$/i;
const ratioAfter =
  /^[\s-](?:scale|map|model|ratio|replica|odds|mix|mixture|dilution|chance|split|exchange|shot|format|basis)/i;

const shortScaleSource = [...shortScales.keys()].sort((a, b) => b.length - a.length).join('|');

const scoreBefore =
  /\b(?:won|win|wins|beat|beats|beaten|defeat\w*|lost|lose|loss|draw|drew|drawn|victory|lead|led|leading|trail\w*|score\w*|thrash\w*|edged|level|up|down|ahead)\b[^.!?]{0,40}$/i;
const scoreAfter =
  /^(?:,?\s\d{1,2}[-–]\d{1,2}){0,4}\s?(?:win|victory|defeat|loss|draw|lead|thrashing|against|over|aggregate|at half|in extra)\b/i;
/** What tells a time of day from a ratio or a score. */
const timeBefore =
  /(?:^\s*|\b(?:at|from|by|until|till|to|around|about|before|after|since|past|between|and|or|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[,:]?\s|\d{1,2}:\d\d\s?(?:[-–/,]|to|and|or)\s?|[\s./-](?:19|20)\d\d,?\s(?:[-–|]\s)?)$/i;
const timeAfter =
  /^(?:\s?[-–]\s?|\s(?:to|and|or)\s)\d{1,2}:\d\d|^\s?(?:[ap]\.?m\b|on\s|in the\s|GMT|UTC|CET|CEST|BST|E[SD]?T\b|P[SD]?T\b|hours?\b|local time|today|tomorrow|tonight|this (?:morning|afternoon|evening))/i;
const nil = (value: string): string => (value === '0' ? 'nil' : cardinal(value));
const fractionNames: Readonly<Record<number, [string, string]>> = {
  2: ['half', 'halves'],
  4: ['quarter', 'quarters'],
};

function fractionWords(above: number, below: number): string {
  const [one, many] = fractionNames[below] ?? [ordinal(below), `${ordinal(below)}s`];
  return `${cardinal(above)} ${above === 1 ? one : many}`;
}

const wholeAndFraction = (whole: string, above: number, below: number): string =>
  `${cardinal(whole)} and ${above === 1 && (below === 2 || below === 4) ? `a ${fractionNames[below]![0]}` : fractionWords(above, below)}`;

/** What tells a fraction from a date, a season or a file number. */
const fractionBefore =
  /(?:^\s*|\b(?:about|around|nearly|almost|roughly|over|under|only|just|exactly|than|a|the|by|to|of|and|up|some|share|cut|add)\s)$/i;
const fractionAfter =
  /^\s?-?(?:of|the|majority|marathon|mile|inch|cup|teaspoon|tablespoon|tsp|tbsp|pound|lb|oz|ounce|time|size|length|scale|vote|share|full|empty|more|less|as|way|through|finished|complete|done|over|hour|day|year|pint|gallon)s?(?![a-z])/i;

/** A fraction with the unit that follows; by default where nothing around names it. */
function fraction(above: number, below: number, found: string, place: RulePosition): string | RuleResult {
  const said = unitAfter(fractionWords(above, below), found, place, above === 1 ? 'one' : 'many');
  const isClear =
    typeof said !== 'string' ||
    /[a-z]$/.test(found) ||
    fractionBefore.test(place.before) ||
    fractionAfter.test(place.after);
  return isClear ? said : asDefault(said, found.length);
}

const numbers: readonly SpellingRule[] = [
  ...periods,
  streetAddress,
  ...datesAndTimes,
  ...digitStringRules(digitStrings),
  ...identifierRules({
    digits,
    plus: 'plus',
    dot: 'dot',
    cardinal,
    isPhone: (found) => /^(?:0\d|1-\d{3}-|\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}(?:-\d{1,4})?$)/.test(found),
  }).filter(({ name }) => name !== 'version'),
  {
    name: 'score or ratio',
    pattern: new RegExp(`(${number})(\\s?):\\s?(${number})(?![\\p{L}\\p{N}:]|[.,]\\d)`, 'uy'),
    say: ([found, first, gap, second], place) => {
      if (/[\p{L}\p{N}:]$/u.test(place.before) || (gap === '' && /:\s/.test(found))) return null;
      const isNamed = ratioBefore.test(place.before) || ratioAfter.test(place.after);
      if (isNamed || gap !== '' || Number(second) > 99 || first!.length > 3 || !/^\d{1,3}$/.test(second!))
        return [first!, second!].map((written) => say(parseNumber(written, marks), place)).join(' to ');
      if (second!.length === 2 && isTime(first!, second!) && !scoreBefore.test(place.before)) {
        const isClear = timeBefore.test(place.before) || timeAfter.test(place.after);
        return isClear ? clock(first!, second!) : asDefault(clock(first!, second!), found.length);
      }
      return `${nil(first!)} ${scoreBefore.test(place.before) || scoreAfter.test(place.after) ? '' : 'to '}${nil(second!)}`;
    },
  },
  {
    name: 'score',
    pattern: /(\d{1,3})[-–](\d{1,3})(?![\p{L}\p{N}-]|[.,]\d|\s?%|\s?[€$£])/uy,
    say: ([, first, second], { before, after }) => {
      if (/[\p{L}\p{N}$£€]-?$/u.test(before) || (first!.length === 3 && !scoreBefore.test(before)))
        return null;
      if (!scoreBefore.test(before) && !scoreAfter.test(after) && first !== '0' && second !== '0')
        return null;
      return `${nil(first!)} ${nil(second!)}`;
    },
  },
  {
    name: 'day and night',
    pattern: /(24\/7|9\/11|50\/50|4x4)(?![\p{L}\p{N}])/uy,
    say: ([, found]) =>
      ({ '24/7': 'twenty-four seven', '9/11': 'nine eleven', '50/50': 'fifty fifty', '4x4': 'four by four' })[
        found!
      ]!,
  },
  numberPowers(powerWords),
  {
    name: 'fraction',
    pattern: /(?:(\d{1,3})\s)?(\d{1,4})\/(\d{1,4})(?:st|nd|rd|th)?(?:s)?(?![\p{L}\p{N}/]|[.,]\d)/uy,
    say: ([found, whole, above, below], place) => {
      const [a, b] = [Number(above), Number(below)];
      if (/[\p{N}/]$|\d[.,]$/u.test(place.before)) return null;
      const isAlone = place.before.trim() === '' && place.after.trim() === '';
      if (b >= 2 && (b <= 100 || isAlone) && a > 0 && (a < b || (isAlone && a !== b)))
        return whole === undefined
          ? fraction(a, b, found, place)
          : unitAfter(wholeAndFraction(whole, a, b), found, place, 'many');
      if (above!.length > 2 || below!.length > 3)
        return whole === undefined && /^(?:1[5-9]|20)\d\d$/.test(below!) && a <= 12 && a > 0
          ? `${cardinal(a)} ${year(b, place.language)}`
          : null;
      if (a === 0 || b < 2 || a >= b || b > 100)
        return whole === undefined ? `${cardinal(a)} ${a === b ? '' : 'slash '}${cardinal(b)}` : null;
      return whole === undefined ? fractionWords(a, b) : wholeAndFraction(whole, a, b);
    },
  },
  {
    name: 'vulgar fraction',
    pattern: /(\d{1,9})?\s?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/uy,
    say: ([found, whole, sign], place) => {
      const [above, below] = vulgarFractions[sign!]!;
      if (whole !== undefined) return unitAfter(wholeAndFraction(whole, above, below), found, place, 'many');
      return below === 2 ? 'half' : unitAfter(fractionWords(above, below), found, place, 'one');
    },
  },
  {
    name: 'range of short money',
    pattern: new RegExp(
      `([$£€¥₹₩])(${number})(${shortScaleSource})\\s?(?:[-–]|to)\\s?[$£€¥₹₩]?(${number})(${shortScaleSource})(?![\\p{L}\\p{N}'’])`,
      'uy',
    ),
    say: ([, sign, from, fromScale, to, toScale], place) => {
      const [first, second] = [from!, to!].map((written) => say(parseNumber(written, marks), place));
      const { one, many } = currencies.get(sign!)!;
      const [a, b] = [shortScales.get(fromScale!)!, shortScales.get(toScale!)!];
      return `${first!}${a === b ? '' : ` ${a}`} to ${second!} ${b} ${grammar.isAttributive!(place) ? one : many}`;
    },
  },
  {
    name: 'short money',
    pattern: new RegExp(
      `([$£€¥₹₩])\\s?(${number})(?:\\s?[-–]\\s?[$£€¥₹₩]?(${number}))?\\s?(${shortScaleSource})(?![\\p{L}\\p{N}'’])`,
      'uy',
    ),
    say: ([, sign, from, to, scale], place) => {
      const said = [from!, ...(to === undefined ? [] : [to])]
        .map((written) => say(parseNumber(written, marks), place))
        .join(' to ');
      const { one, many } = currencies.get(sign!)!;
      return `${said} ${shortScales.get(scale!)!} ${grammar.isAttributive!(place) ? one : many}`;
    },
  },
  {
    name: 'pence',
    pattern: /(\d{1,3})(p|¢)(?![\p{L}\p{N}])/uy,
    say: ([, value, sign]) =>
      `${cardinal(value!)} ${sign === 'p' ? (value === '1' ? 'penny' : 'pence') : value === '1' ? 'cent' : 'cents'}`,
  },
  {
    name: 'height',
    pattern: /(\d{1,2})\s?(?:'|′|’|ft)\s?(\d{1,2})\s?(?:"|″|”|in)(?![\p{L}\p{N}])/uy,
    say: ([, feet, inches]) => `${cardinal(feet!)} foot ${cardinal(inches!)}`,
  },
  ...quantityRules(grammar),
  ...identifierRules({ digits, plus: 'plus', dot: 'point', cardinal, isPhone: () => false }).filter(
    ({ name }) => name === 'version',
  ),
  {
    name: 'ordinal',
    pattern: /(\d{1,3}(?:,\d{3}){1,3}|\d{1,9})(?:st|nd|rd|th)(?![\p{L}\p{N}])/uy,
    say: ([, value]) => ordinal(Number(value!.replaceAll(',', ''))),
  },
  {
    name: 'decade',
    pattern: /(1\d{2}0|20\d0|\d0)['’]?s(?![\p{L}\p{N}])/uy,
    say: ([, value]) => decade(Number(value)),
  },
  {
    name: 'range of years',
    pattern: /(1\d{3}|20\d\d)\s?[-–/]\s?(1\d{3}|20\d\d|\d\d)(?![\p{L}\p{N}-]|[.,]\d)/uy,
    say: ([found, from, to], { before, language }) => {
      if (/[\p{L}\p{N}]-?$/u.test(before)) return null;
      const last = to!.length === 2 ? Number(`${from!.slice(0, 2)}${to}`) : Number(to);
      return last <= Number(from)
        ? null
        : `${year(Number(from), language)}${found.includes('/') ? '' : ' to'} ${to!.length === 2 ? cardinal(to!) : year(last, language)}`;
    },
  },
  {
    name: 'range',
    pattern: new RegExp(
      `(${number})\\s?[–]\\s?(${number})(?![\\p{L}\\p{N}-])|(\\d{1,9})-(\\d{1,9})(?![\\p{L}\\p{N}-]|[.,]\\d)`,
      'uy',
    ),
    say: ([, a, b, c, d], place) => {
      if (/[\p{L}\p{N}]-?$/u.test(place.before)) return null;
      const said = (written: string) =>
        written.length > 1 && written.startsWith('0')
          ? sayDigits(written, digits)
          : say(parseNumber(written, marks), place);
      // "747-400" is a name: what does not ascend is no range.
      const isRange =
        c === undefined ||
        /(?:day|Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)\.?,?\s$/.test(place.before) ||
        (Number(c) < Number(d) && !/(?:Boeing|Airbus)\s$/.test(place.before));
      return `${said(a ?? c!)} ${isRange ? 'to ' : ''}${said(b ?? d!)}`;
    },
  },
  {
    name: 'times',
    pattern: /(\d{1,4}(?:\.\d{1,2})?)\s?[x×]\s?(?=\d)/uy,
    say: ([found, a], place) =>
      /[\p{L}\p{N}]$/u.test(place.before) || found.startsWith('0x')
        ? null
        : `${say(parseNumber(a!, marks), place)} by${found.endsWith('x') ? '' : ' '}`,
  },
  {
    name: 'inches',
    pattern: /(\d{1,3}(?:\.\d{1,2})?)\s?(″|"|”)(?![\p{L}\p{N}])/uy,
    say: ([, value, sign], place) =>
      sign === '″' || place.text.match(/["“”„]/g)?.length === 1
        ? `${say(parseNumber(value!, marks), place)} ${value === '1' ? 'inch' : 'inches'}`
        : null,
  },
  {
    name: 'year',
    pattern: /(1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,:/]\d|\s?[%€$£])/uy,
    say: ([, value], { before, language }) =>
      /[-−+#.,$£€\p{L}\p{N}]$/u.test(before) && !/\p{L}-$|[(]-?$/u.test(before)
        ? null
        : year(Number(value), language),
  },
  {
    name: 'flight, road, code',
    pattern: /0\d{1,14}(?![\p{N}.,])/uy,
    say: ([found], { before }) => (/[.,]$/.test(before) ? null : spaced(sayDigits(found, digits), before)),
  },
  {
    name: 'number',
    pattern: new RegExp(`([-−–+±~≈><≥≤]?)(${number})`, 'uy'),
    say: ([found, sign = '', written = ''], place) => {
      const { before, after } = place;
      const alone = sign !== '' && !signFits(sign, place);
      const said = say(parseNumber(written, marks), place);
      if (alone || (sign && /[\p{L}\p{N}]$/u.test(before)))
        return {
          text: /[-–−]/.test(sign) ? `${sign}${said}${gapAfter(after)}` : `${sign} ${said}${gapAfter(after)}`,
          length: found.length,
        };
      return spaced(`${sign ? `${grammar.signs[sign]} ` : ''}${said}`, before) + gapAfter(after);
    },
  },
];

/** A space between a letter and the number that touches it: "G7", "MP3". */
const spaced = (said: string, before: string): string => (/\p{L}$/u.test(before) ? ` ${said}` : said);
const gapAfter = (after: string): string => (/^\p{L}/u.test(after) ? ' ' : '');

const romans: SpellingRule = {
  name: 'Roman numeral',
  pattern: /[IVXLCDM]{1,9}(?![\p{L}\p{N}]|-\p{L})/uy,
  say: ([found], { before, after }) => {
    const value = romanNumber(found);
    const name = /(?:^|[\s("“])(\p{Lu}[\p{L}-]+)\s$/u.exec(before)?.[1];
    if (value === null || name === undefined) return null;
    const counted =
      /^(?:Part|Chapter|Act|Scene|Book|Volume|Phase|Type|Class|Article|Title|Section|Grade|Level|Stage|Tier|Bowl|Apollo|Mark|Category|Appendix)$/.test(
        name,
      );
    const war = name === 'War' && /World War\s$/.test(before);
    // "Part I like best" and "as Henry I suppose" mean the writer.
    const single =
      found === 'I' &&
      !/\b(?:King|Queen|Pope|Emperor|Tsar|Kaiser)\s\p{Lu}[\p{L}-]+\s$/u.test(before) &&
      (/^\s(?!(?:of|and|was|is|in|to|by|had|who|died|ruled|began|ended|became)\b)\p{Ll}/u.test(after) ||
        /^\s?I\b/.test(after));
    if (counted || war) return single ? null : war ? capital(cardinal(value)) : cardinal(value);
    if (isRegnal(name)) return single || value > 100 ? null : `the ${capitalised(ordinal(value))}`;
    return found.length >= 2 && /^[IVX]+$/.test(found) ? cardinal(value) : null;
  },
};

const capitalised = (words: string): string =>
  words.replace(/^[a-z]|-[a-z]/g, (letter) => letter.toUpperCase());

const moneyFirst = quantityRules(grammar).filter(({ name }) => name === 'money with its sign before');
const byWord = abbreviationRules(abbreviations);
const none: readonly SpellingRule[] = [];
const days = weekdayRules(weekdays);
const stateSet: ReadonlySet<string> = new Set(stateWords);
const worldWars: SpellingRule = {
  name: 'world wars',
  pattern: /WW\s?(III|II|I|[123])(?![\p{L}\p{N}])/uy,
  say: ([, number]) =>
    `World War ${['One', 'Two', 'Three'][/\d/.test(number!) ? Number(number) - 1 : number!.length - 1]!}`,
};
const known = new Map<string, readonly SpellingRule[]>();

const romanRules = [romans];
const isNumeral = (word: string): boolean => /^[IVXLCDM]{1,9}$/.test(word);

function wordsFor(word: string): readonly SpellingRule[] {
  return [
    ...(word === 'St' ? [streetAtEnd] : []),
    ...(stateSet.has(word) ? [state] : []),
    ...(word in weekdays.names ? days : []),
    ...(/^WW(?:I{1,3})?$/.test(word) ? [worldWars] : []),
    ...(word === 'Q' || word === 'H' ? [quarterWord] : []),
    ...(isNumeral(word) ? romanRules : []),
    ...(monthWords.has(word) ? [monthDay] : []),
    ...(currencies.has(word) || currencies.has(`${word}$`) ? moneyFirst : []),
    ...(byWord.get(word.toLowerCase()) ?? []),
  ];
}

for (const word of [
  ...stateWords,
  ...Object.keys(weekdays.names),
  'WW',
  'WWI',
  'WWII',
  'WWIII',
  'Q',
  'H',
  ...monthWords,
  ...currencies.keys(),
  'US',
  'A',
  'AU',
  'C',
  'HK',
  ...[...byWord.keys()].flatMap((key) => [key, capital(key)]),
])
  known.set(word, wordsFor(word));

const signs: readonly SpellingRule[] = [
  ...moneyFirst,
  ...tagRules(addressWords),
  perUnit(grammar),
  ...signRules({
    number: 'number',
    plus: 'plus',
    times: 'times',
    equals: 'equals',
    percent: 'percent',
    slash: 'slash',
  }),
  {
    name: 'sign between words',
    pattern: /[&§©+=×→<>≤≥]/uy,
    say: ([sign], { before, after }) => {
      if (sign === '&')
        return /\s$/.test(before) && /^\s/.test(after)
          ? 'and'
          : /\p{Lu}$/u.test(before) && /^\p{Lu}/u.test(after)
            ? ' and '
            : null;
      if (sign === '§') return /^\s?\d/.test(after) ? `section${/^\s/.test(after) ? '' : ' '}` : null;
      if (!/\s$/.test(before) || !/^\s/.test(after)) return null;
      return (
        {
          '+': 'plus',
          '=': 'equals',
          '×': 'times',
          '→': 'to',
          '©': 'copyright',
          ...(/^\s\d/.test(after) && { '<': 'less than', '>': 'more than', '≤': 'at most', '≥': 'at least' }),
        }[sign] ?? null
      );
    },
  },
];

/** English. Regions differ in "and" after hundreds, in cents, and in dates. */
export const english: SpellingTable = {
  decimal: '.',
  cardinal: (number) => cardinal(number),
  numbers,
  signs,
  words: (word) => known.get(word) ?? (isNumeral(word) ? romanRules : none),
  addresses: addressRules(addressWords),
  powers: [letterPowers(powerWords)],
  codes: codeRules(digitStrings),
  enumerator: (value) => `Number ${cardinal(value)}:`,
};

import { toCardinal as belgianCardinal } from 'n2words/fr-BE';
import { toCardinal as frenchCardinal } from 'n2words/fr-FR';
import { abbreviationRules, capital } from './abbreviation-rules.ts';
import { addressRules, tagRules, type AddressWords } from './address-rules.ts';
import {
  abbreviations,
  currencies,
  isFeminine,
  monthName,
  months,
  monthSource,
  scales,
  units,
} from './french-words.ts';
import { identifierRules, sayDigits } from './identifier-rules.ts';
import { quantityRules, signFits, unitAlone, type QuantityGrammar } from './quantity-rules.ts';
import { isFeminineName, isRegnal, romanNumber } from './roman-numerals.ts';
import { stopAfter } from './sentence-end.ts';
import type { Place, SpellingRule, SpellingTable } from './spelling.ts';
import { vulgarFractions } from './vulgar-fractions.ts';
import { numberSource, parseNumber, type NumberMarks, type WrittenNumber } from './written-number.ts';

const marks: NumberMarks = { group: ".  '’", decimal: ',' };
const number = numberSource(marks);
const digits = 'zéro un deux trois quatre cinq six sept huit neuf'.split(' ');

/** "septante" and "nonante" in Belgium and Switzerland. */
const cardinal = (value: number | string, language = 'fr'): string =>
  /^fr-(?:be|ch)/.test(language) ? belgianCardinal(BigInt(value)) : frenchCardinal(BigInt(value));

/** "vingt et unième", "quatre-vingtième", "deux centième": the last word takes "-ième". */
export function ordinal(value: number, language = 'fr', isFeminineNoun = false): string {
  if (value === 1) return isFeminineNoun ? 'première' : 'premier';
  const words = cardinal(value, language).replace(/(cent|vingt|million|milliard)s$/, '$1');
  const at = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1;
  const last = words.slice(at);
  const stem = last === 'cinq' ? 'cinqu' : last === 'neuf' ? 'neuv' : last.replace(/e$/, '');
  return `${words.slice(0, at)}${stem}ième`;
}

/** Years take no "s": "mille neuf cent". */
export const year = (value: number, language = 'fr'): string =>
  cardinal(value, language)
    .replace(/cents$/, 'cent')
    .replace(/vingts$/, 'vingt');

const feminineOne = (words: string): string => words.replace(/\bun$/, 'une');

function say({ whole, decimals }: WrittenNumber, { language }: Place): string {
  const words = cardinal(whole, language);
  if (!decimals) return words;
  const after =
    decimals.length <= 2 && !decimals.startsWith('0')
      ? cardinal(decimals, language)
      : sayDigits(decimals, digits).replaceAll(',', '');
  return `${words} virgule ${after}`;
}

const vowel = /^[aeéèêiouyhœ]/i;
const grammar: QuantityGrammar = {
  marks,
  units,
  currencies,
  scales,
  to: ({ before }) => (/entre\s$/i.test(before) ? 'et' : 'à'),
  toWords: 'à',
  signs: {
    '-': 'moins',
    '−': 'moins',
    '–': 'moins',
    '+': 'plus',
    '±': 'plus ou moins',
    '~': 'environ',
    '≈': 'environ',
    '<': 'moins de',
    '>': 'plus de',
    '≤': 'au plus',
    '≥': 'au moins',
  },
  say,
  count: (value, { gender }, place) =>
    gender === 'f' && value.decimals === '' ? feminineOne(say(value, place)) : say(value, place),
  isSingular: ({ whole }) => whole === '0' || whole === '1',
  ofScale: (scale, noun) =>
    noun.startsWith('pour ') ? `${scale} ${noun}` : `${scale} ${vowel.test(noun) ? 'd’' : 'de '}${noun}`,
  isRate: ({ one }) => one !== 'euro',
  withCents: (whole, cents) => `${whole} ${cents}`,
};

const addressWords: AddressWords = {
  dot: 'point',
  slash: 'slash',
  at: 'arobase',
  hyphen: 'tiret',
  underscore: 'tiret bas',
  hashtag: 'hashtag',
  plus: 'plus',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const scoreWords =
  /(?:gagn|victoire|défaite|battu|battre|bat\b|battent|s’impos|impos|mené|mène|score|match|nul\b|but\b|buts\b|perd|vainqueu|domin|contre|mi-temps|succès|revers|écras|set\b|face à)/i;

function fractionWords(above: number, below: number): string {
  const part = below === 2 ? 'demi' : below === 3 ? 'tiers' : below === 4 ? 'quart' : ordinal(below);
  return `${cardinal(above)} ${part}${above > 1 && below !== 3 ? 's' : ''}`;
}

const wordAfter = (after: string): string => /^\s(\p{Ll}[\p{L}-]*)/u.exec(after)?.[1] ?? '';
const isDay = (day: string): boolean => Number(day) >= 1 && Number(day) <= 31;
const isMonth = (month: string): boolean => Number(month) >= 1 && Number(month) <= 12;
/** The first of a month is an ordinal, the others are numbers. */
const dayWord = (day: string, language: string): string =>
  Number(day) === 1 ? 'premier' : cardinal(Number(day), language);
const fullYear = (written: string, language: string): string =>
  year(
    written.length === 2 ? Number(written) + (Number(written) < 50 ? 2000 : 1900) : Number(written),
    language,
  );

function clock(hour: string, minute: string, language: string): string {
  const h = Number(hour);
  const said = `${feminineOne(cardinal(h, language))} heure${h < 2 ? '' : 's'}`;
  return Number(minute) === 0 ? said : `${said} ${feminineOne(cardinal(Number(minute), language))}`;
}
const isTime = (hour: string, minute: string): boolean => Number(hour) <= 24 && Number(minute) < 60;

const numbers: readonly SpellingRule[] = [
  {
    name: 'date as ISO 8601',
    pattern: /(1\d{3}|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\p{L}\p{N}-])/uy,
    say: ([, y, month, day], { language }) =>
      `${dayWord(day!, language)} ${months[Number(month) - 1]!} ${year(Number(y), language)}`,
  },
  {
    name: 'date in numbers',
    pattern: /(\d{1,2})([./-])(\d{1,2})\2((?:1\d|20)\d\d|\d\d)(?![\p{L}\p{N}])(?![./-]\d)/uy,
    say: ([, day, , month, y], { language, before }) =>
      isDay(day!) && isMonth(month!) && !/[\p{L}\p{N}./-]$/u.test(before)
        ? `${dayWord(day!, language)} ${months[Number(month) - 1]!} ${fullYear(y!, language)}`
        : null,
  },
  {
    name: 'date with a month',
    pattern: new RegExp(
      `(1er|\\d{1,2})(?:\\s?([-–/]|au|et|à|ou)\\s?(?:le\\s)?(1er|\\d{1,2}))?\\s(${monthSource})(?:\\s((?:1\\d|20)\\d\\d)(?![\\p{N}]|[.,:]\\d))?(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([found, day, link, last, month, y], place) => {
      const { language } = place;
      if (!isDay(day!.replace('er', '')) || (last !== undefined && !isDay(last.replace('er', ''))))
        return null;
      const said = (value: string) => dayWord(value.replace('er', ''), language);
      const both =
        last === undefined ? '' : ` ${/[-–]/.test(link!) ? 'au' : link === '/' ? 'et' : link!} ${said(last)}`;
      return `${said(day!)}${both} ${monthName(month!)}${y ? ` ${year(Number(y), language)}` : ''}${found.endsWith('.') ? stopAfter(place) : ''}`;
    },
  },
  {
    name: 'round the clock',
    pattern: /(24h\/24|24\/7|7j\/7|7\/7|50\/50)(?![\p{L}\p{N}])/uy,
    say: ([, found]) =>
      ({
        '24h/24': 'vingt-quatre heures sur vingt-quatre',
        '24/7': 'vingt-quatre heures sur vingt-quatre, sept jours sur sept',
        '7j/7': 'sept jours sur sept',
        '7/7': 'sept sur sept',
        '50/50': 'cinquante-cinquante',
      })[found!]!,
  },
  {
    name: 'time of day',
    pattern:
      /(\d{1,2})\s?[hH]\s?([0-5]\d)?(?:\s?(?:-|–|à)\s?(\d{1,2})\s?[hH]\s?([0-5]\d)?)?(?![\p{L}\p{N}])/uy,
    say: ([found, hour, minute = '00', last, lastMinute = '00'], { language }) => {
      if (!isTime(hour!, minute) || (last !== undefined && !isTime(last, lastMinute))) return null;
      const said =
        clock(hour!, minute, language) +
        (last === undefined ? '' : ` à ${clock(last, lastMinute, language)}`);
      return { text: said, length: found.trimEnd().length };
    },
  },
  {
    name: 'length of time',
    pattern: /(\d{1,2}):([0-5]\d):([0-5]\d)(?![\p{L}\p{N}:])/uy,
    say: ([, h, m, s], { language }) => {
      const part = (value: string, noun: string) =>
        `${feminineOne(cardinal(Number(value), language))} ${noun}${Number(value) < 2 ? '' : 's'}`;
      return `${part(h!, 'heure')}, ${part(m!, 'minute')} et ${part(s!, 'seconde')}`;
    },
  },
  {
    name: 'score with a colon',
    pattern: /(\d{1,3}):(\d{1,3})(?![\p{L}\p{N}:])/uy,
    say: ([, first, second], { before, language }) => {
      if (/[\p{L}\p{N}:]$/u.test(before)) return null;
      if (second!.length === 2 && isTime(first!, second!) && !scoreWords.test(before))
        return clock(first!, second!, language);
      return `${cardinal(first!, language)} à ${cardinal(second!, language)}`;
    },
  },
  {
    name: 'score',
    pattern: /(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\p{L}\p{N}-]|[.,]\d|\s?%|\s?[€$£])/uy,
    say: ([, first, second], { before, after, language }) => {
      if (
        /[\p{L}\p{N}]-?$/u.test(before) ||
        (!scoreWords.test(before.slice(-60)) && !scoreWords.test(after.slice(0, 30)))
      )
        return null;
      if (first!.length > 2 && second!.length > 2) return null;
      return `${cardinal(first!, language)} à ${cardinal(second!, language)}`;
    },
  },
  ...identifierRules({
    digits,
    plus: 'plus',
    dot: 'point',
    cardinal,
    isPhone: (found) => /^0\d(?:[\s.-]?\d\d){4}$/.test(found) || /^0[\s]?800/.test(found),
  }).map(spokenInPairs),
  {
    name: 'fraction',
    pattern: /(?:(\d{1,3})\s)?(\d{1,2})\/(\d{1,3})(?![\p{L}\p{N}/])/uy,
    say: ([, whole, above, below], { before }) => {
      const [a, b] = [Number(above), Number(below)];
      if (/[\p{N}/]$/u.test(before)) return null;
      if (a === 0 || b < 2 || a >= b || b > 100)
        return whole === undefined ? `${cardinal(a)} sur ${cardinal(b)}` : null;
      if (b === 10 || b === 20 || b === 100)
        return whole === undefined ? `${cardinal(a)} sur ${cardinal(b)}` : null;
      return whole === undefined ? fractionWords(a, b) : `${cardinal(whole)} et ${fractionWords(a, b)}`;
    },
  },
  {
    name: 'vulgar fraction',
    pattern: /(\d{1,9})?\s?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/uy,
    say: ([, whole, sign], { after }) => {
      const [above, below] = vulgarFractions[sign!]!;
      if (whole !== undefined)
        return `${cardinal(whole)} et ${below === 2 ? 'demi' : fractionWords(above, below)}`;
      return below === 2 && isFeminine(wordAfter(after)) ? 'une demie' : fractionWords(above, below);
    },
  },
  ...quantityRules(grammar),
  {
    name: 'ordinal',
    pattern: /(\d{1,4})(?:(er|ers)|(re|ère|res)|e|è|ème|ième|ᵉ|es|èmes|nd|nde)(?![\p{L}\p{N}])/uy,
    say: ([found, value, masculine, first], { language, before }) => {
      if (/[\p{L}\p{N},]$/u.test(before) || ((masculine || first) && value !== '1')) return null;
      if (/nde?$/.test(found) && value === '2') return found.endsWith('nde') ? 'seconde' : 'second';
      return `${ordinal(Number(value), language, first !== undefined)}${/(?:ers|res|es|èmes)$/.test(found) ? 's' : ''}`;
    },
  },
  {
    name: 'range of years',
    pattern: /(1\d{3}|20\d\d)\s?[-–/]\s?(1\d{3}|20\d\d|\d\d)(?![\p{L}\p{N}-]|[.,]\d)/uy,
    say: ([found, from, to], { before, language }) => {
      if (/[\p{L}\p{N}]-?$/u.test(before)) return null;
      const last = to!.length === 2 ? Number(`${from!.slice(0, 2)}${to}`) : Number(to);
      if (last <= Number(from)) return null;
      return `${year(Number(from), language)}${found.includes('/') ? ' ' : ' à '}${to!.length === 2 ? cardinal(to!, language) : year(last, language)}`;
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
      const said = (written: string) =>
        written.length > 1 && written.startsWith('0') && !written.includes(',')
          ? sayDigits(written, digits)
          : say(parseNumber(written, marks), place);
      // "747-400" is a name: what does not ascend is no range.
      const isRange =
        c === undefined || (Number(c) < Number(d) && !/(?:Boeing|Airbus)\s$/.test(place.before));
      return `${said(a ?? c!)} ${isRange ? 'à ' : ''}${said(b ?? d!)}`;
    },
  },
  {
    name: 'times',
    pattern: /(\d{1,4})\s?[x×]\s?(\d{1,4}(?:,\d{1,3})?)(?![\p{L}\p{N}])/uy,
    say: ([, a, b], place) => `${cardinal(a!, place.language)} fois ${say(parseNumber(b!, marks), place)}`,
  },
  {
    name: 'year',
    pattern: /(1[1-9]\d\d|20\d\d)(?![\p{L}\p{N}]|[.,:/]\d|\s?[%€$£])/uy,
    say: ([, value], { before, after, language }) => {
      if (/[\p{L}\p{N}.,#+]-?$/u.test(before)) return null;
      const isCount =
        /^\s\p{Ll}{3,}/u.test(after) &&
        !/(?:\b(?:en|de|depuis|dès|année|années|an|fin|début|printemps|été|automne|hiver|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\s|d’)$/iu.test(
          before,
        );
      return isCount ? null : year(Number(value), language);
    },
  },
  {
    name: 'version with two parts',
    pattern: /(\d{1,3})\.(\d{1,2})(?![\p{N}.])/uy,
    say: ([, a, b], { language }) =>
      `${cardinal(a!, language)} point ${b!.startsWith('0') && b!.length > 1 ? sayDigits(b!, digits) : cardinal(b!, language)}`,
  },
  {
    name: 'code',
    pattern: /0\d{1,14}(?![\p{N}.,])/uy,
    say: ([found], { before }) =>
      /[.,]$/.test(before) ? null : (/\p{L}$/u.test(before) ? ' ' : '') + sayDigits(found, digits),
  },
  {
    name: 'number',
    pattern: new RegExp(`([-−–+±~≈><≥≤]?)(${number})`, 'uy'),
    say: ([found, sign = '', written = ''], place) => {
      const { before, after } = place;
      const value = parseNumber(written, marks);
      const counted = wordAfter(after);
      const said =
        value.decimals === '' && value.whole.endsWith('1') && counted !== '' && isFeminine(counted)
          ? feminineOne(say(value, place))
          : say(value, place);
      const gap = /^\p{L}/u.test(after) ? ' ' : '';
      if (sign !== '' && (!signFits(sign, place) || /[\p{L}\p{N}]$/u.test(before)))
        return {
          text: /[-–−]/.test(sign) ? `${sign}${said}${gap}` : `${sign} ${said}${gap}`,
          length: found.length,
        };
      return `${/\p{L}$/u.test(before) ? ' ' : ''}${sign ? `${grammar.signs[sign]} ` : ''}${said}${gap}`;
    },
  },
];

/** French telephone numbers are read in pairs: "zéro un, quarante-deux". */
function spokenInPairs(rule: SpellingRule): SpellingRule {
  if (rule.name !== 'telephone number') return rule;
  return {
    ...rule,
    say(match, place) {
      const said = rule.say(match, place);
      const found = match[0].replace(/[\s.-]+$/, '');
      if (said === null || !/^0\d(?:[\s.-]?\d\d){4}$/.test(found)) return said;
      const pairs = found.replace(/\D/g, '').match(/\d\d/g)!;
      return {
        text: pairs
          .map((pair) => (pair.startsWith('0') ? sayDigits(pair, digits) : cardinal(pair, place.language)))
          .join(', '),
        length: found.length,
      };
    },
  };
}

const roman: SpellingRule = {
  name: 'Roman numeral',
  pattern: /([IVXLCDM]{1,9})(ers?|res?|ère|èmes?|ᵉ|es?)?(?![\p{L}\p{N}]|-\p{L})/uy,
  say: ([, numeral = '', ending], { before, after, language }) => {
    const value = numeral === 'XX' && ending ? 20 : romanNumber(numeral);
    if (value === null || value > 3999 || /[\p{L}\p{N}.’-]$/u.test(before.replace(/\b[ld]’$/, '')))
      return null;
    const name = /(?:^|[\s("«’])(\p{Lu}[\p{L}-]+)\s$/u.exec(before)?.[1];
    if (ending !== undefined) {
      if (/^C?[DCM]e?s$/.test(numeral + ending) || (value === 1) !== /^(?:er|re|ère)/.test(ending))
        return null;
      if (numeral.length === 1 && /^[LCDM]$/.test(numeral)) return null;
      return `${ordinal(value, language, /^(?:re|ère)/.test(ending))}${ending.endsWith('s') && value > 1 ? 's' : ''}`;
    }
    if (name !== undefined && isRegnal(name) && value <= 100) {
      if (numeral.length === 1 && /^\s\p{Lu}/u.test(after)) return null;
      return value === 1 ? (isFeminineName(name) ? 'première' : 'premier') : cardinal(value, language);
    }
    const counted =
      /(?:^|[\s(«’])(?:chapitre|tome|acte|livre|volume|partie|phase|type|titre|article|groupe|scène|classe|niveau|annexe|zone|section|catégorie)\s$/iu.test(
        before,
      );
    if (counted) return cardinal(value, language);
    return name !== undefined && numeral.length >= 2 && /^[IVX]+$/.test(numeral)
      ? cardinal(value, language)
      : null;
  },
};

const byWord = abbreviationRules(abbreviations);
const none: readonly SpellingRule[] = [];
const romans = [roman];
const moneyFirst = quantityRules(grammar).filter(({ name }) => name === 'money with its sign before');
const alone = unitAlone(units, /(?:\b(?:par|le|du|au)\s|\/\s?)$/);
const known = new Map<string, readonly SpellingRule[]>();
for (const key of byWord.keys()) {
  for (const word of [key, capital(key), key.toUpperCase()])
    known.set(word, /^[IVXLCDM]{1,9}$/.test(word) ? [...romans, ...byWord.get(key)!] : byWord.get(key)!);
}
for (const code of ['EUR', 'US', 'USD', 'GBP', 'CHF', 'JPY'])
  known.set(code, [...moneyFirst, ...(known.get(code) ?? [])]);
for (const unit of ['km', 'm', 'kg', 'kWh', 'MWh', 'ha'])
  known.set(unit, [...alone, ...(known.get(unit) ?? [])]);

const signs: readonly SpellingRule[] = [
  ...moneyFirst,
  ...tagRules(addressWords),
  {
    name: 'paragraphs of law',
    pattern: /§§?(?=\s?\d)/uy,
    say: ([found], { after }) =>
      `${found.length > 1 ? 'paragraphes' : 'paragraphe'}${/^\s/.test(after) ? '' : ' '}`,
  },
  {
    name: 'sign between words',
    pattern: /[&+=×→<>≤≥]/uy,
    say: ([sign], { before, after }) => {
      if (sign === '&' && /\p{Lu}$/u.test(before) && /^\p{Lu}/u.test(after)) return ' et ';
      if (!/\s$/.test(before) || !/^\s/.test(after)) return null;
      return (
        {
          '&': 'et',
          '+': 'plus',
          '=': 'égale',
          '×': 'fois',
          '→': 'vers',
          ...(/^\s\d/.test(after) && { '<': 'moins de', '>': 'plus de', '≤': 'au plus', '≥': 'au moins' }),
        }[sign] ?? null
      );
    },
  },
];

/** French; in Belgium and Switzerland with "septante" and "nonante". */
export const french: SpellingTable = {
  numbers,
  signs,
  words: (word) => known.get(word) ?? (/^[IVXLCDM]{1,9}(?:ers?|res?|èmes?|es?)?$/.test(word) ? romans : none),
  addresses: addressRules(addressWords),
  enumerator: (value) =>
    value === 1
      ? 'Premièrement :'
      : value <= 20
        ? `${capital(ordinal(value))}ment :`
        : `Numéro ${cardinal(value)} :`,
};

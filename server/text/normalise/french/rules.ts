import { abbreviationRules, capital } from '../abbreviation-rules.ts';
import { addressRules, tagRules, type AddressWords } from '../address-rules.ts';
import { asDefault } from '../ambiguous.ts';
import { codeRules, digitStringRules } from '../digit-strings.ts';
import { digitStrings, shortScales, weekdays } from './contexts.ts';
import { clock, dates, isTime, times } from './dates.ts';
import { inclusive, inclusiveOtherwise, inclusivePlural } from './inclusive.ts';
import { cardinal, digits, feminineOne, marks, ordinal, say, year } from './numbers.ts';
import { abbreviations, currencies, isFeminine, per, scales, units } from './words.ts';
import { identifierRules, sayDigits } from '../identifier-rules.ts';
import { codeLikeRules, numberRule, pairRules, type NumberWords } from '../number-rules.ts';
import { letterPowers, numberPowers, type PowerWords } from '../powers.ts';
import {
  perUnit,
  quantityRules,
  signFits,
  standaloneUnits,
  type QuantityGrammar,
} from '../quantity-rules.ts';
import { isFeminineName, isRegnal, romanNumber } from '../roman-numerals.ts';
import { signRules } from '../sign-rules.ts';
import type { RulePosition, RuleResult, SpellingRule, SpellingTable } from '../spelling.ts';
import { textSigns } from '../text-signs.ts';
import { unitAfterFraction } from '../unit-after.ts';
import { vulgarFractions } from '../vulgar-fractions.ts';
import { weekdayRules } from '../weekdays.ts';
import { numberSource, parseNumber, type WrittenNumber } from '../written-number.ts';

const number = numberSource(marks);
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
  per,
  perWord: 'par',
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
  digits,
  underscore: 'tiret bas',
  hashtag: 'hashtag',
  plus: 'plus',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const powerWords: PowerWords = {
  power: (base, exponent) =>
    exponent === 2 && /^\p{L}(?: \p{L})*$/u.test(base)
      ? `${base} au carré`
      : exponent === 2
        ? `${base} au carré`
        : exponent === 3
          ? `${base} au cube`
          : `${base} puissance ${exponent < 0 ? 'moins ' : ''}${cardinal(Math.abs(exponent))}`,
  say: (written, { language }) => cardinal(written, language),
  units,
};
const unitAfter = unitAfterFraction(units);

/** What names a ratio, a scale or odds. */
const ratioBefore =
  /(?:échelle|rapport|ratio|proportions?|chances?|cote|format|dilution|dilué\p{L}*|mélang\p{L}*|maquette|carte|plan|modèle)(?:\s(?:de|du|est|sont|était|à|au|la|le|un|une|d’environ|d’)){0,3}[\s:(]*$/iu;
const isScale = /(?:échelle|carte|plan|maquette|modèle)(?:\s\p{L}+){0,3}[\s:(]*$/iu;

const scoreWords =
  /(?:gagn|victoire|défaite|battu|battre|bat\b|battent|s’impos|impos|mené|mène|score|match|nul\b|but\b|buts\b|perd|vainqueu|domin|contre|mi-temps|succès|revers|écras|set\b|face à)/i;

function fractionWords(above: number, below: number): string {
  const part = below === 2 ? 'demi' : below === 3 ? 'tiers' : below === 4 ? 'quart' : ordinal(below);
  return `${cardinal(above)} ${part}${above > 1 && below !== 3 ? 's' : ''}`;
}

/** What tells a time of day from a score. */
const timeBefore =
  /(?:^\s*|(?:^|[\s(])(?:[àÀ]|[Vv]ers|[Dd]ès|[Dd]e|[Ee]ntre|[Ee]t|[Aa]vant|[Aa]près|[Dd]epuis|[Jj]usqu’à|ou|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche),?\s|\d{1,2}:\d\d\s?(?:[-–/,]|à|et|ou)\s?|[\s./-](?:19|20)\d\d,?\s(?:[-–|]\s)?)$/u;
const timeAfter = /^(?:\s?[-–]\s?|\s(?:à|et|ou)\s)\d{1,2}:\d\d/;
/** What tells a fraction from a date or a number with a slash. */
const fractionBefore =
  /(?:^\s*|(?:^|[\s(])(?:[Ee]nviron|[Ll]es|[Ll]e|[Aa]ux?|[Pp]rès de|[Pp]lus de?|[Mm]oins de?|[Pp]resque|[Uu]n|[Dd]es?|[Dd]u|et|[Àà]|[Pp]our)\s)$/u;
const fractionAfter = /^\s(?:des?|du|d’|de la|aux?|ou plus|environ)(?:\s|(?<=’))/u;

/** A fraction with the unit that follows; by default where nothing around names it. */
function fraction(
  negative: string,
  [above, below]: [number, number],
  found: string,
  place: RulePosition,
): string | RuleResult {
  const said = unitAfter(negative + fractionWords(above, below), found, place, above === 1 ? 'one' : 'many');
  const isClear =
    typeof said !== 'string' ||
    negative !== '' ||
    fractionBefore.test(place.before) ||
    fractionAfter.test(place.after);
  return isClear ? said : asDefault(said, found.length);
}

const wordAfter = (after: string): string => /^\s(\p{Ll}[\p{L}-]*)/u.exec(after)?.[1] ?? '';
const numberWords: NumberWords = {
  marks,
  digits,
  cardinal,
  say,
  year,
  to: () => 'à',
  times: 'fois',
  point: 'point',
};

/** "vingt et une personnes": "un" at the end agrees with a feminine noun. */
function sayBefore(number: WrittenNumber, place: RulePosition): string {
  const counted = wordAfter(place.after);
  return number.decimals === '' && number.whole.endsWith('1') && counted !== '' && isFeminine(counted)
    ? feminineOne(say(number, place))
    : say(number, place);
}

const numbers: readonly SpellingRule[] = [
  ...dates,
  {
    name: 'scale',
    pattern: new RegExp(`1\\s?[/:]\\s?(${number})(?![\\p{L}\\p{N}/:]|[.,]\\d)`, 'uy'),
    say: ([found, below], { before, language }) => {
      const { whole, decimals } = parseNumber(below!, marks);
      const value = Number(whole);
      if (
        /[\p{L}\p{N}/:.,]$/u.test(before) ||
        decimals ||
        value < 2 ||
        (value < 1000 && !isScale.test(before))
      )
        return null;
      return value >= 1000 || found.includes('/') || isScale.test(before)
        ? `un ${ordinal(value, language)}`
        : null;
    },
  },
  {
    name: 'ratio',
    pattern: new RegExp(`(${number})\\s?:\\s?(${number})(?![\\p{L}\\p{N}:]|[.,]\\d)`, 'uy'),
    say: ([found, first, second], place) => {
      if (/[\p{L}\p{N}:.,]$/u.test(place.before)) return null;
      if (!ratioBefore.test(place.before) && /^\d{1,3}:\d{1,3}$/.test(found)) return null;
      return [first!, second!].map((written) => say(parseNumber(written, marks), place)).join(' pour ');
    },
  },
  {
    name: 'ordinal with a degree sign',
    pattern:
      /(\d{1,3})[°º](?=\s(?:étage|arrondissement|siècle|régiment|édition|jour|rang|place|chambre|anniversaire|division|tour|rencontre|semaine|année|circonscription|République|république|session|congrès|chapitre|partie|journée|minute|mandat|Festival|festival|fois|position|ligne|rue)s?(?!\p{L}))/uy,
    say: ([, value], { language, after }) =>
      ordinal(Number(value), language, isFeminine(/\p{L}+/u.exec(after)?.[0] ?? '')),
  },
  {
    name: 'money in thousands or millions',
    pattern: new RegExp(
      `([-−–+±~≈><]?)(${number})(?:\\s?(?:[-–]|à)\\s?(${number}))?\\s?(${Object.keys(shortScales)
        .sort((a, b) => b.length - a.length)
        .join('|')})(€|\\$|£|e(?!\\p{L})|EUR|CHF)(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([, sign, from, to, scale, currency], place) => {
      if (/[\p{L}\p{N}.,]$/u.test(place.before)) return null;
      const noun = currencies.get(currency === 'e' ? '€' : currency!)!;
      const values = [from!, ...(to === undefined ? [] : [to])].map((written) => parseNumber(written, marks));
      const one = values.length === 1 && /^[01]$/.test(values[0]!.whole);
      const signs = sign && signFits(sign, place) ? `${grammar.signs[sign]!} ` : '';
      const word = shortScales[scale!]!;
      if (word === 'mille' && values.every(({ decimals }) => decimals === ''))
        return `${signs}${values.map(({ whole }) => cardinal(`${whole}000`, place.language)).join(' à ')} ${noun.many}`;
      if (word === 'mille') return null;
      return `${signs}${values.map((value) => say(value, place)).join(' à ')} ${grammar.ofScale(one ? word.slice(0, -1) : word, noun.many)}`;
    },
  },
  ...digitStringRules(digitStrings),
  numberPowers(powerWords),
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
  ...times,
  {
    name: 'score with a colon',
    pattern: /(\d{1,3}):(\d{1,3})(?![\p{L}\p{N}:])/uy,
    say: ([found, first, second], { before, after, language }) => {
      if (/[\p{L}\p{N}:]$/u.test(before)) return null;
      if (second!.length === 2 && isTime(first!, second!) && !scoreWords.test(before)) {
        const said = clock(first!, second!, language);
        return timeBefore.test(before) || timeAfter.test(after) ? said : asDefault(said, found.length);
      }
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
    pattern: /(?:([-−]?\d{1,3})\s)?([-−]?\d{1,2})\/(\d{1,3})(?![\p{L}\p{N}/]|[.,’'\s]\d{3}(?!\d)|[.,]\d)/uy,
    say: ([found, wholes, above, below], place) => {
      const { before } = place;
      const isNegative = /^[-−]/.test(found);
      const whole = wholes?.replace(/^[-−]/, '');
      const [a, b] = [Number(above!.replace(/^[-−]/, '')), Number(below)];
      if (/[\p{N}/]$/u.test(before) || (whole !== undefined && /^[-−]/.test(above!))) return null;
      if (isNegative && (a === 0 || a >= b || !/(?:^|[\s(])$/.test(before))) return null;
      if (a === 0 || b < 2 || a >= b || b > 100)
        return whole === undefined ? `${cardinal(a)} sur ${cardinal(b)}` : null;
      if (b === 20 || b === 100) return whole === undefined ? `${cardinal(a)} sur ${cardinal(b)}` : null;
      const negative = isNegative ? 'moins ' : '';
      return whole === undefined
        ? fraction(negative, [a, b], found, place)
        : unitAfter(
            `${negative}${cardinal(whole)} et ${a === 1 && b === 2 ? 'demi' : fractionWords(a, b)}`,
            found,
            place,
            Number(whole) < 2 ? 'one' : 'many',
          );
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
    pattern:
      /(\d{1,3}(?:[\s.]\d{3}){1,3}|\d{1,7})(?:(er|ers)|(re|ère|res)|e|è|ème|ième|ᵉ|es|èmes|nd|nde)(?![\p{L}\p{N}])/uy,
    say: ([found, written, masculine, first], { language, before }) => {
      const value = written!.replace(/\D/g, '');
      if (/[\p{L}\p{N},]$/u.test(before) || ((masculine || first) && value !== '1')) return null;
      if (/nde?$/.test(found) && value === '2') return found.endsWith('nde') ? 'seconde' : 'second';
      return `${ordinal(Number(value), language, first !== undefined)}${/(?:ers|res|es|èmes)$/.test(found) ? 's' : ''}`;
    },
  },
  ...pairRules(numberWords),
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
  ...codeLikeRules(numberWords),
  numberRule(marks, grammar.signs, sayBefore),
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
const alone = standaloneUnits(units, /(?:\b(?:par|le|du|au)\s|\/\s?)$/);
const days = weekdayRules(weekdays);
const lawyer: SpellingRule = {
  name: 'lawyers',
  pattern: /(M)(es?)(?=\s\p{Lu}[\p{L}’'-]*\p{Ll})/uy,
  say: ([, , ending], { before, after }) =>
    /[\p{L}\p{N}’'-]$/u.test(before) ||
    (ending === 'es' && !/^\s\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+)?\s(?:et|,)/u.test(after))
      ? null
      : ending === 'es'
        ? 'Maîtres'
        : 'Maître',
};
const known = new Map<string, readonly SpellingRule[]>();
for (const key of byWord.keys()) {
  for (const word of [key, capital(key), key.toUpperCase()])
    known.set(word, /^[IVXLCDM]{1,9}$/.test(word) ? [...romans, ...byWord.get(key)!] : byWord.get(key)!);
}
for (const day of Object.keys(weekdays.names)) known.set(day, [...days, ...(known.get(day) ?? [])]);
for (const word of ['Me', 'Mes']) known.set(word, [lawyer]);
for (const code of ['EUR', 'US', 'USD', 'GBP', 'CHF', 'JPY'])
  known.set(code, [...moneyFirst, ...(known.get(code) ?? [])]);
for (const unit of ['km', 'm', 'kg', 'kWh', 'MWh', 'ha'])
  known.set(unit, [...alone, ...(known.get(unit) ?? [])]);

const signs: readonly SpellingRule[] = [
  ...moneyFirst,
  ...tagRules(addressWords),
  perUnit(grammar),
  ...signRules({
    number: 'numéro',
    plus: 'plus',
    times: 'fois',
    equals: 'égale',
    percent: 'pour cent',
    slash: 'sur',
  }),
  ...textSigns({
    and: () => 'et',
    plus: 'plus',
    equals: 'égale',
    times: 'fois',
    arrow: 'vers',
    less: 'moins de',
    more: 'plus de',
    most: 'au plus',
    least: 'au moins',
    paragraph: 'paragraphe',
    paragraphs: 'paragraphes',
  }),
];

/** French; in Belgium and Switzerland with "septante" and "nonante". */
export const french: SpellingTable = {
  decimal: ',',
  cardinal: (number) => cardinal(number),
  numbers,
  signs,
  words: (word) => known.get(word) ?? (/^[IVXLCDM]{1,9}(?:ers?|res?|èmes?|es?)?$/.test(word) ? romans : none),
  addresses: [inclusivePlural, ...addressRules(addressWords), inclusiveOtherwise],
  powers: [letterPowers(powerWords)],
  codes: codeRules(digitStrings),
  inclusive: [inclusive],
  enumerator: (value) =>
    value === 1
      ? 'Premièrement :'
      : value <= 20
        ? `${capital(ordinal(value))}ment :`
        : `Numéro ${cardinal(value)} :`,
};

import { abbreviationRules, capital } from './abbreviation-rules.ts';
import { addressRules, tagRules, type AddressWords } from './address-rules.ts';
import { clock, datesAndTimes, isTime } from './german-dates.ts';
import { genderOf, oneBefore, ordinalBefore, ordinalEnding, ordinalNoun } from './german-endings.ts';
import { cardinal, digits, marks, ordinalStem, say, year } from './german-numbers.ts';
import { roman } from './german-roman-numerals.ts';
import { abbreviations, currencies, joinedStreet, scales, units } from './german-words.ts';
import { identifierRules, sayDigits } from './identifier-rules.ts';
import { quantityRules, signFits, unitAlone, type Gender, type QuantityGrammar } from './quantity-rules.ts';
import { stopAfter } from './sentence-end.ts';
import type { SpellingRule, SpellingTable } from './spelling.ts';
import { vulgarFractions } from './vulgar-fractions.ts';
import { isOne, numberSource, parseNumber } from './written-number.ts';

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
  withCents: (whole, cents) => `${whole} ${cents}`,
};

const addressWords: AddressWords = {
  dot: 'Punkt',
  slash: 'Schrägstrich',
  at: 'at',
  hyphen: 'Bindestrich',
  underscore: 'Unterstrich',
  hashtag: 'Hashtag',
  plus: 'plus',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const scoreWords =
  /(?:sieg|siegt|gewann|gewinn|gewonnen|besieg|schlug|schlag|führ|verlor|verlier|niederlage|unentschieden|remis|endstand|spielstand|halbzeit|treffer|tor\b|tore\b|ausgleich|trenn|stand|partie|heimspiel|satz|sätze|finale|match|duell|gegen|erfolg|pleite|rückstand|vorsprung|glich)/i;

function fractionWords(above: number, below: number): string {
  if (below === 2) return above === 1 ? 'ein halb' : `${cardinal(above)} Halbe`;
  const part =
    below === 3
      ? 'Drittel'
      : below === 7
        ? 'Siebtel'
        : below === 8
          ? 'Achtel'
          : `${capital(ordinalStem(below))}el`;
  return `${above === 1 ? 'ein' : cardinal(above)} ${part}`;
}

const halves = (whole: string, above: number, below: number): string =>
  below === 2
    ? `${whole === '1' ? 'ein' : cardinal(whole)}einhalb`
    : `${whole === '1' ? 'ein' : cardinal(whole)} ${fractionWords(above, below)}`;

const half = (gender: Gender | null): string =>
  ({ m: 'ein halber', f: 'eine halbe', n: 'ein halbes', none: 'ein halb' })[gender ?? 'none'];
const nounAfter = (after: string): string =>
  /^\s+(?:\p{Ll}+e[nrsm]?\s+)?(\p{Lu}[\p{L}-]+)/u.exec(after)?.[1] ?? '';

const numbers: readonly SpellingRule[] = [
  ...datesAndTimes,
  {
    name: 'score',
    pattern: /(\d{1,3}):(\d{1,3})(?![\p{L}\p{N}:]|,\d)/uy,
    say: ([found, first, second], { before, after }) => {
      if (/[\p{L}\p{N}:]$/u.test(before)) return null;
      const looksTimed =
        isTime(first!, second!) &&
        !scoreWords.test(before) &&
        !scoreWords.test(after.slice(0, 40)) &&
        !/[(,]\s?$/.test(before);
      if (looksTimed) return clock(first!, second!);
      const said = `${cardinal(first!)} zu ${cardinal(second!)}`;
      return /^-\p{L}/u.test(after) ? { text: said.replaceAll(' ', '-'), length: found.length } : said;
    },
  },
  ...identifierRules({
    digits,
    plus: 'plus',
    dot: 'Punkt',
    cardinal,
    isPhone: (found) => /^\(?0\d/.test(found) && /[\s/()-]/.test(found),
  }),
  {
    name: 'round the clock',
    pattern: /(24\/7|9\/11|50\/50|7\/24)(?![\p{L}\p{N}])/uy,
    say: ([, found]) =>
      ({
        '24/7': 'vierundzwanzig sieben',
        '9/11': 'nine eleven',
        '50/50': 'fünfzig fünfzig',
        '7/24': 'sieben vierundzwanzig',
      })[found!]!,
  },
  {
    name: 'fraction',
    pattern: /(?:(\d{1,3})\s)?(\d{1,2})\/(\d{1,3})(?![\p{L}\p{N}/])/uy,
    say: ([, whole, above, below], { before }) => {
      const [a, b] = [Number(above), Number(below)];
      if (/[\p{N}/]$/u.test(before)) return null;
      if (a === 0 || b < 2 || a >= b || b > 100)
        return whole === undefined ? `${cardinal(a)} Schrägstrich ${cardinal(b)}` : null;
      return whole === undefined ? fractionWords(a, b) : halves(whole, a, b);
    },
  },
  {
    name: 'vulgar fraction',
    pattern: /(\d{1,9})?\s?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/uy,
    say: ([, whole, sign], { after }) => {
      const [above, below] = vulgarFractions[sign!]!;
      if (whole !== undefined) return halves(whole, above, below);
      return below === 2 ? half(genderOf(nounAfter(after))) : fractionWords(above, below);
    },
  },
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
  {
    name: 'ordinal of somebody',
    pattern: /(\d{1,3})\.(?=\s\p{Ll})/uy,
    say: ([, value], { before }) =>
      /\bals\s$/.test(before)
        ? `${capital(ordinalStem(Number(value)))}${/\b[Ss]ie\b/.test(before) ? 'e' : 'er'}`
        : null,
  },
  {
    name: 'ordinal in a chain',
    pattern: /(\d{1,3})\.(?=\s?(?:und|oder|bis|sowie|[-–/])\s?\d{1,3}\.\s\p{L})/uy,
    say: ([, value], { before, after }) =>
      ordinalStem(Number(value)) + ordinalEnding(before, /\d\.\s+(\p{Lu}[\p{L}-]+)/u.exec(after)?.[1] ?? ''),
  },
  {
    name: 'ordinal',
    pattern: /(\d{1,4})\.(?=\s?\p{L})/uy,
    say: ([found, value], { before, after }) => {
      const noun = nounAfter(after);
      const known = ordinalNoun.test(after.trimStart());
      const isChained =
        /\d\.\s?(?:und|oder|bis|sowie)\s$/u.test(before) ||
        /(?:ten|te|ter|tes)\s(?:und|oder|bis|sowie)\s$/u.test(before);
      if (/[\p{L}\p{N},]$/u.test(before) || Number(value) === 0) return null;
      const isSomebodys = /\p{Lu}\p{L}+s\s$/u.test(before) && noun !== '' && genderOf(noun) !== null;
      if (!known && !isChained && !isSomebodys && !(ordinalBefore.test(before) && value!.length <= 3))
        return null;
      // "im Jahr 3. Danach": a small word in capitals begins a sentence.
      if (!known && !noun && /^\s\p{Lu}/u.test(after)) return null;
      const stem = ordinalStem(Number(value)) + ordinalEnding(before, noun);
      const said =
        /^\s?Weltkrieg/.test(after) || (before.trim() === '' && /^\s/.test(after)) ? capital(stem) : stem;
      return /^\p{L}/u.test(after) ? { text: `${said} `, length: found.length } : said;
    },
  },
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
  {
    name: 'range of years',
    pattern: /(1\d{3}|20\d\d)\s?[-–/]\s?(1\d{3}|20\d\d|\d\d)(?![\p{L}\p{N}-]|[.,]\d)/uy,
    say: ([found, from, to], { before }) => {
      if (/[\p{L}\p{N}]-?$/u.test(before)) return null;
      const last = to!.length === 2 ? Number(`${from!.slice(0, 2)}${to}`) : Number(to);
      if (last <= Number(from)) return null;
      return `${year(Number(from))} ${found.includes('/') ? '' : 'bis '}${to!.length === 2 ? cardinal(to!) : year(last)}`;
    },
  },
  {
    name: 'range',
    pattern: new RegExp(
      `(${number})\\s?–\\s?(${number})(?![\\p{L}\\p{N}-])|(\\d{1,9})-(\\d{1,9})(?![\\p{L}\\p{N}-]|[.,]\\d)`,
      'uy',
    ),
    say: ([, a, b, c, d], { before }) => {
      if (/[\p{L}\p{N}]-?$/u.test(before)) return null;
      const said = (written: string) =>
        written.length > 1 && written.startsWith('0') && !written.includes(',')
          ? sayDigits(written, digits)
          : say(parseNumber(written, marks));
      // "747-400" is a name: what does not ascend is no range.
      const isRange = c === undefined || (Number(c) < Number(d) && !/(?:Boeing|Airbus)\s$/.test(before));
      return `${said(a ?? c!)} ${isRange ? 'bis ' : ''}${said(b ?? d!)}`;
    },
  },
  {
    name: 'times',
    pattern: /(\d{1,4})\s?[x×]\s?(\d{1,4}(?:,\d{1,3})?)(?![\p{L}\p{N}])/uy,
    say: ([, a, b]) => `${cardinal(a!)} mal ${say(parseNumber(b!, marks))}`,
  },
  {
    name: 'year',
    pattern: /(1[1-9]\d\d)(?![\p{L}\p{N}]|[.,:/]\d|\s?[%€$£])/uy,
    say: ([, value], { before, after }) => {
      if (/[\p{L}\p{N}.,#+]-?$/u.test(before)) return null;
      const isCount =
        /^\s\p{Lu}/u.test(after) &&
        !/(?:\b(?:Jahre?n?|Jahres|seit|ab|um|von|bis|nach|vor|Anfang|Ende|Mitte|Sommer|Herbst|Winter|Frühjahr|Frühling|in|anno|im|und)|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\s$/iu.test(
          before,
        );
      return isCount ? null : year(Number(value));
    },
  },
  {
    name: 'version with two parts',
    pattern: /(\d{1,3})\.(\d{1,2})(?![\p{N}.])/uy,
    say: ([, a, b]) =>
      `${cardinal(a!)} Punkt ${b!.startsWith('0') && b!.length > 1 ? sayDigits(b!, digits) : cardinal(b!)}`,
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
      const noun = /^\s(\p{Lu}[\p{L}-]+)/u.exec(after)?.[1];
      const said =
        isOne(value) &&
        noun !== undefined &&
        !/(?:Nummer|Platz|Rang|Seite|Kapitel|Artikel|Teil|Gruppe|Gleis|Tor|Linie|Halle|Zimmer|Nr\.|Formel|Klasse|Stufe)\s$/u.test(
          before,
        )
          ? oneBefore(before, genderOf(noun))
          : say(value);
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
const alone = unitAlone(units, /(?:\b(?:pro|je|in|[Ee]ine[rnm]?|[Dd]ie|[Dd]en)\s|\/\s?)$/);
for (const unit of ['km', 'm', 'kg', 'g', 't', 'l', 'kWh', 'MWh', 'h', 'qm', 'ha'])
  known.set(unit, [...alone, ...(known.get(unit) ?? [])]);
for (const code of ['EUR', 'US', 'USD', 'GBP', 'CHF', 'SFr', 'sFr', 'Fr', 'JPY', 'DM'])
  known.set(code, [...moneyFirst, ...(byWord.get(code.toLowerCase()) ?? [])]);

const signs: readonly SpellingRule[] = [
  ...moneyFirst,
  ...tagRules(addressWords),
  {
    name: 'paragraphs of law',
    pattern: /§§?(?=\s?\d)/uy,
    say: ([found], { after }) =>
      `${found.length > 1 ? 'Paragrafen' : 'Paragraf'}${/^\s/.test(after) ? '' : ' '}`,
  },
  {
    name: 'sign between words',
    pattern: /[&+=×→<>≤≥]/uy,
    say: ([sign], { before, after }) => {
      if (sign === '&' && /\p{Lu}$/u.test(before) && /^\p{Lu}/u.test(after)) return ' und ';
      if (!/\s$/.test(before) || !/^\s/.test(after)) return null;
      return (
        {
          '&': 'und',
          '+': 'plus',
          '=': 'gleich',
          '×': 'mal',
          '→': 'nach',
          ...(/^\s\d/.test(after) && {
            '<': 'weniger als',
            '>': 'mehr als',
            '≤': 'höchstens',
            '≥': 'mindestens',
          }),
        }[sign] ?? null
      );
    },
  },
  {
    name: 'percent by itself',
    pattern: /[%](?![\p{L}\p{N}])/uy,
    say: (_, { before }) => (/(?:^|\s)$/.test(before) ? 'Prozent' : null),
  },
];

/** German, of every country that speaks it. */
export const german: SpellingTable = {
  numbers,
  signs,
  words: (word) =>
    known.get(word) ?? (/^[IVXLCDM]{1,9}$/.test(word) ? romans : joinedStreet.test(word) ? streets : none),
  addresses: addressRules(addressWords),
  enumerator: (value) => `${capital(ordinalStem(value))}ens:`,
};

import { toCardinal, toOrdinal } from 'n2words/de-DE';
import { abbreviationRules, capital } from './abbreviation-rules.ts';
import { addressRules, tagRules, type AddressWords } from './address-rules.ts';
import { genderOf, oneBefore, ordinalEnding } from './german-endings.ts';
import {
  abbreviations,
  currencies,
  joinedStreet,
  monthName,
  months,
  monthSource,
  scales,
  units,
} from './german-words.ts';
import { identifierRules, sayDigits } from './identifier-rules.ts';
import { quantityRules, signFits, unitAlone, type Gender, type QuantityGrammar } from './quantity-rules.ts';
import { isFeminineName, isRegnal, romanNumber } from './roman-numerals.ts';
import { stopAfter } from './sentence-end.ts';
import type { SpellingRule, SpellingTable } from './spelling.ts';
import { vulgarFractions } from './vulgar-fractions.ts';
import { isOne, numberSource, parseNumber, type NumberMarks, type WrittenNumber } from './written-number.ts';

const marks: NumberMarks = { group: ".  '’", decimal: ',' };
const number = numberSource(marks);
const digits = 'null eins zwei drei vier fünf sechs sieben acht neun'.split(' ');
const cardinal = (value: number | string): string => toCardinal(BigInt(value));

/** "dritt", "zwanzigst": what endings are put to. */
const ordinalStem = (value: number): string => toOrdinal(value).replace(/e$/, '');

/** "neunzehnhundertneunundneunzig"; from 2000 on years are numbers. */
export function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  return value >= 1100 && value <= 1999
    ? `${cardinal(century)}hundert${rest === 0 ? '' : cardinal(rest)}`
    : cardinal(value);
}

const withDecimals = (whole: string, decimals: string): string =>
  decimals ? `${whole} Komma ${sayDigits(decimals, digits)}` : whole;
const say = ({ whole, decimals }: WrittenNumber): string => withDecimals(cardinal(whole), decimals);

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
/** The day as what stands before it asks for. */
const dayWord = (day: string, before: string): string =>
  ordinalStem(Number(day)) + ordinalEnding(before, 'Tag');
const isDay = (day: string): boolean => Number(day) >= 1 && Number(day) <= 31;
const isMonth = (month: string): boolean => Number(month) >= 1 && Number(month) <= 12;
const fullYear = (written: string): string =>
  year(written.length === 2 ? Number(written) + (Number(written) < 50 ? 2000 : 1900) : Number(written));

function clock(hour: string, minute: string): string {
  const h = Number(hour) === 1 ? 'ein' : cardinal(hour);
  return Number(minute) === 0 ? `${h} Uhr` : `${h} Uhr ${cardinal(minute)}`;
}
const isTime = (hour: string, minute: string): boolean =>
  Number(hour) <= 24 && minute.length === 2 && Number(minute) < 60;

const ordinalBefore =
  /(?:^|[\s(„»"])(?:der|die|das|den|dem|des|am|im|vom|zum|zur|beim|ans|ins|fürs|ein|eine|einen|einem|einer|jede[rsnm]?|diese[rsnm]?|(?:m|s|d)ein(?:e[rsnm]?)?|ihr(?:e[rsnm]?)?|unsere?[rsnm]?)\s(?:\p{Ll}+e[rsnm]?\s)?$/iu;
const ordinalNoun =
  /^(?:Platz|Rang|Weltkriegs?|Jahrhunderts?|Jh\.|Jahrtausends?|Bundesliga|Liga|Runde|Spieltag|Minute|Etage|Stock|Obergeschoss|OG|Kapitel|Auflage|Mal|Klasse|Bezirk|Geburtstag|Todestag|Jahrestag|Quartal|Halbjahr|Halbzeit|Hälfte|Advent|Weihnachtstag|FC|SC|FSV|FCK|Sinfonie|Symphonie|Wahlperiode|Legislaturperiode|Woche|Kalenderwoche|Schwangerschaftswoche|Lesung|Satz|Etappe|Staffel|Folge|Internationale|Wahlgang|Instanz|Lebensjahr|Strafkammer|Senat|Zivilkammer|Tag|Mai|Jahrestags)(?![\p{L}])/u;

const numbers: readonly SpellingRule[] = [
  {
    name: 'date as ISO 8601',
    pattern: /(1\d{3}|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\p{L}\p{N}-])/uy,
    say: ([, y, month, day], { before }) =>
      `${dayWord(day!, before)} ${months[Number(month) - 1]!} ${year(Number(y))}`,
  },
  {
    name: 'dates in numbers as a range',
    pattern: /(\d{1,2})\.(\d{1,2}\.)?\s?(?:[-–/]|bis)\s?(\d{1,2})\.(\d{1,2})\.((?:1\d|20)\d\d)?(?![\p{N}])/uy,
    say: ([, day, month, last, lastMonth, y], place) => {
      if (!isDay(day!) || !isDay(last!) || !isMonth(lastMonth!) || (month && !isMonth(month.slice(0, -1))))
        return null;
      const first = `${dayWord(day!, place.before)}${month ? ` ${months[Number(month.slice(0, -1)) - 1]!}` : ''}`;
      const stop = y === undefined ? stopAfter(place) : '';
      return `${first} bis ${dayWord(last!, `${place.before}${place.before ? '' : 'bis '}`)} ${months[Number(lastMonth) - 1]!}${y ? ` ${year(Number(y))}` : ''}${stop}`;
    },
  },
  {
    name: 'date in numbers',
    pattern:
      /(\d{1,2})\.\s?(\d{1,2})\.\s?((?:1\d|20)\d\d|\d\d)(?![\p{L}\p{N}.,:]\d|[\p{L}\p{N}])(?!\s?(?:Uhr|%|€))/uy,
    say: ([, day, month, y], { before }) =>
      isDay(day!) && isMonth(month!) && !/[\p{L}\p{N}.]$/u.test(before)
        ? `${dayWord(day!, before)} ${months[Number(month) - 1]!} ${fullYear(y!)}`
        : null,
  },
  {
    name: 'date of day and month in numbers',
    pattern: /(\d{1,2})\.(\d{1,2})\.(?![\p{N}])/uy,
    say: ([, day, month], place) =>
      isDay(day!) && isMonth(month!) && !/[\p{L}\p{N}.]$/u.test(place.before)
        ? `${dayWord(day!, place.before)} ${months[Number(month) - 1]!}${stopAfter(place)}`
        : null,
  },
  {
    name: 'dates with a month as a range',
    pattern: new RegExp(
      `(\\d{1,2})\\.\\s?(?:(${monthSource})\\s)?([-–/+&]|bis zum|bis|und|oder|sowie)\\s?(\\d{1,2})\\.\\s?(${monthSource})(?:\\s((?:1\\d|20)\\d\\d))?(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([, day, month, link, last, lastMonth, y], { before }) => {
      if (!isDay(day!) || !isDay(last!)) return null;
      const said =
        link === '/' || link === '+' || link === '&' || link === 'und'
          ? 'und'
          : link === 'oder' || link === 'sowie' || link === 'bis zum'
            ? link
            : 'bis';
      const first = dayWord(day!, before);
      const second =
        said === 'bis zum' || said === 'bis'
          ? `${ordinalStem(Number(last))}en`
          : `${ordinalStem(Number(last))}${first.slice(ordinalStem(Number(day)).length)}`;
      return `${first}${month ? ` ${monthName(month)}` : ''} ${said} ${second} ${monthName(lastMonth!)}${y ? ` ${year(Number(y))}` : ''}`;
    },
  },
  {
    name: 'date with a month',
    pattern: new RegExp(
      `(\\d{1,2})\\.\\s?(${monthSource})(?:\\s((?:1\\d|20)\\d\\d)(?![\\p{N}]|[.,:]\\d))?(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    say: ([found, day, month, y], place) => {
      if (!isDay(day!)) return null;
      const stop = found.endsWith('.') ? stopAfter(place) : '';
      return `${dayWord(day!, place.before)} ${monthName(month!)}${y ? ` ${year(Number(y))}` : ''}${stop}`;
    },
  },
  {
    name: 'times as a range',
    pattern:
      /(\d{1,2})(?:[:.](\d\d))?(?:\sUhr)?\s?(?:[-–]|bis)\s?(\d{1,2})(?:[:.](\d\d))?\s?Uhr(?![\p{L}])/uy,
    say: ([, hour, minute = '00', last, lastMinute = '00']) =>
      isTime(hour!, minute) && isTime(last!, lastMinute)
        ? `${minute === '00' ? (Number(hour) === 1 ? 'ein' : cardinal(hour!)) : clock(hour!, minute)} bis ${clock(last!, lastMinute)}`
        : null,
  },
  {
    name: 'time of day',
    pattern: /(\d{1,2})[:.](\d\d)(?::(\d\d))?\s?(?:Uhr|h)(?![\p{L}])/uy,
    say: ([, hour, minute, second]) =>
      isTime(hour!, minute!)
        ? clock(hour!, minute!) +
          (second === undefined
            ? ''
            : ` und ${Number(second) === 1 ? 'eine Sekunde' : `${cardinal(second)} Sekunden`}`)
        : null,
  },
  {
    name: 'full hour',
    pattern: /(\d{1,2})\s?Uhr(?![\p{L}])/uy,
    say: ([, hour]) => (Number(hour) <= 24 ? clock(hour!, '00') : null),
  },
  {
    name: 'length of time',
    pattern: /(\d{1,2}):([0-5]\d):([0-5]\d)(?:\s(?:Stunden|Std\b\.?))?(?![\p{L}\p{N}:])/uy,
    say: ([, h, m, s]) => {
      const part = (value: string, one: string, many: string) =>
        Number(value) === 1 ? `eine ${one}` : `${cardinal(value)} ${many}`;
      return `${part(h!, 'Stunde', 'Stunden')}, ${part(m!, 'Minute', 'Minuten')} und ${part(s!, 'Sekunde', 'Sekunden')}`;
    },
  },
  {
    name: 'race time',
    pattern: /(\d{1,2}):([0-5]\d)(?:,(\d{1,3}))?(?=\s(?:Minuten|Min|Stunden|Std))/uy,
    say: ([, m, s, rest]) =>
      `${cardinal(m!)} Minuten ${cardinal(s!)}${rest ? ` Komma ${sayDigits(rest, digits)}` : ''}`.replace(
        /^eins Minuten/,
        'eine Minute',
      ),
  },
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

/** After a ruler's name: with the article that the case asks for. */
function rulerOf(name: string, value: number, before: string): string {
  const feminine = isFeminineName(name);
  const preceding =
    /([\p{L}]+)\s(?:(?:König|Königin|Kaiser|Kaiserin|Papst|Zar|Zarin|Prinz|Fürst|Herzog)s?\s)?[\p{L}-]+\s$/u
      .exec(before)?.[1]
      ?.toLowerCase() ?? '';
  const genitive =
    name.endsWith('s') &&
    isRegnal(name.slice(0, -1)) &&
    !/^(?:Karlos|Charles|Louis|Carlos|Nikolaus|Innozenz|Pius|Clemens|Ramses|Stanislaus|Xerxes|Bonifatius|Sixtus|James|Jacques|Georges|Nicolas|Nicholas|Alfons|Hans)$/.test(
      name,
    );
  const stem = capital(ordinalStem(value));
  if (genitive || preceding === 'des') return feminine ? `der ${stem}en` : `des ${stem}en`;
  if (/^(?:von|unter|mit|bei|nach|zu|seit|aus|vor|an|in|dem|gegenüber|neben|zwischen)$/.test(preceding))
    return feminine ? `der ${stem}en` : `dem ${stem}en`;
  if (/^(?:für|gegen|durch|ohne|um|über|den)$/.test(preceding))
    return feminine ? `die ${stem}e` : `den ${stem}en`;
  return `${feminine ? 'die' : 'der'} ${stem}e`;
}

const roman: SpellingRule = {
  name: 'Roman numeral',
  pattern: /([IVXLCDM]{1,9})(\.)?(?![\p{L}\p{N}]|-\p{L})/uy,
  say: ([found, numeral = '', stop], place) => {
    const { before, after } = place;
    const value = numeral === 'XX' && stop ? 20 : romanNumber(numeral);
    if (value === null || /[\p{L}\p{N}.-]$/u.test(before)) return null;
    const name = /(?:^|[\s("„»])(\p{Lu}[\p{L}-]+)\s$/u.exec(before)?.[1];
    const next = /^\s(\p{Lu}[\p{L}-]+)/u.exec(after)?.[1] ?? '';
    if (name !== undefined && isRegnal(name) && value <= 100 && !(numeral.length === 1 && stop === undefined))
      return `${rulerOf(name, value, before)}${stop ? stopAfter(place) : ''}`;
    // "II. Weltkrieg", "das XIX. Jahrhundert", "am II. Senat"
    if (stop && ordinalNoun.test(next) && value <= 100) {
      const said = ordinalStem(value) + ordinalEnding(before, next);
      return next.startsWith('Weltkrieg') ? capital(said) : said;
    }
    if (stop && numeral.length > 1 && ordinalBefore.test(before) && next)
      return ordinalStem(value) + ordinalEnding(before, next);
    if (name === undefined || isRegnal(name)) return null;
    const counted =
      /(?:^|[a-zäöü-])(?:Teil|Kapitel|Band|Akt|Artikel|Weltkrieg|Buch|Klasse|Stufe|Phase|Typ|Gruppe|Abschnitt|Satz|Staffel|Welle|Hartz|Folge|Apollo|Zone|Kategorie|Grad)$/iu.test(
        name,
      );
    if (!counted && (numeral.length < 2 || !/^[IVX]+$/.test(numeral))) return null;
    return { text: cardinal(value), length: found.length - (stop ? 1 : 0) };
  },
};

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

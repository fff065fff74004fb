import type { AddressWords } from '../address-rules.ts';
import type { DigitStringWords } from '../digit-strings.ts';
import { sayDigits } from '../identifier-rules.ts';
import { languageTable } from '../language-table.ts';
import type { CountedNoun, QuantityGrammar } from '../quantity-rules.ts';
import type { RulePosition, SpellingTable } from '../spelling.ts';
import { isOne, type WrittenNumber } from '../written-number.ts';
import { caseOf, countedAfter, singularOf } from './agreement.ts';
import {
  cardinal,
  collective,
  digits,
  inflect,
  isFew,
  masculinePersonal,
  marks,
  ordinal,
  say,
  withDecimals,
  type Case,
} from './numbers.ts';
import { hourEnding, ordinals, years } from './ordinals.ts';
import { romans } from './rulers.ts';
import {
  abbreviations,
  currencies,
  hours,
  minutes,
  months,
  monthOf,
  monthSource,
  per,
  scales,
  seconds,
  units,
} from './words.ts';

/** The number before a noun that is counted with its own forms. */
function count(number: WrittenNumber, noun: CountedNoun, { before }: RulePosition): string {
  const form = caseOf(before, null);
  if (number.decimals !== '') return withDecimals(number, noun.gender, form);
  // One thing of feminine gender is an object, unless a sentence begins with it.
  if (isOne(number) && noun.gender === 'f' && form === 'nominative' && before.trim() !== '') return 'jedną';
  return inflect(number.whole, noun.gender, form);
}

/** The noun's form after a number: "złoty", "złote", "złotych", "złotego". */
function formOf(
  { one, few, many, part, gender }: CountedNoun,
  number: WrittenNumber,
  { before }: RulePosition,
): string {
  if (number.decimals !== '') return part ?? many;
  const form = caseOf(before, null);
  if (isOne(number)) {
    if (form !== 'nominative') return part ?? one;
    return gender === 'f' && before.trim() !== '' ? one.replace(/a(?= |$)/, 'ę') : one;
  }
  return form === 'nominative' && isFew(number.whole) ? (few ?? many) : many;
}

/** Between two numbers of a range: a noun that agrees with two to four allows no preposition. */
const rangeWord = ({ text, start, before }: RulePosition): string => {
  const end = /^[-−–+]?[\d.,]{1,12}(?:\s\p{L}{1,8}\.?)?\s?[-–]\s?([\d]{1,9})/u.exec(
    text.slice(start, start + 40),
  )?.[1];
  if (end !== undefined && (isFew(end) || /^(?:1\d|20)\d\d$/.test(end))) return '–';
  return /między\s$/i.test(before) ? 'a' : 'do';
};
/** The end of a range after "do", or after a dash. */
const endOf = (number: WrittenNumber, noun: CountedNoun | null): string => {
  const gender = noun?.gender ?? 'm';
  if (number.decimals !== '') return withDecimals(number, gender, 'genitive');
  return inflect(number.whole, gender, isFew(number.whole) ? 'nominative' : 'genitive');
};

const quantities: QuantityGrammar = {
  marks,
  units,
  currencies,
  scales,
  to: rangeWord,
  toWords: 'do',
  signs: {
    '-': 'minus',
    '−': 'minus',
    '–': 'minus',
    '+': 'plus',
    '±': 'plus minus',
    '~': 'mniej więcej',
    '≈': 'mniej więcej',
    '<': 'mniej niż',
    '>': 'więcej niż',
    '≤': 'najwyżej',
    '≥': 'co najmniej',
  },
  say,
  count,
  isSingular: isOne,
  formOf,
  sayEnd: endOf,
  per,
  perWord: 'za',
  ofScale: (scale, noun) => `${scale} ${noun}`,
  isRate: ({ one }) => one !== 'złoty' && one !== 'euro',
  withCents: (whole, _, currency, place, hundredths) =>
    `${whole} ${count(hundredths, currency.cents!, place)} ${formOf(currency.cents!, hundredths, place)}`,
};

const addresses: AddressWords = {
  dot: 'kropka',
  slash: 'ukośnik',
  at: 'małpa',
  hyphen: 'myślnik',
  digits,
  underscore: 'podkreślenie',
  hashtag: 'hasztag',
  plus: 'plus',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:PIN|PUK|[Kk]od(?:em)?(?: pocztowy| dostępu)?|[Kk]onto|[Nn]umer (?:konta|karty|seryjny|klienta|sprawy|telefonu)|PESEL|NIP|REGON|KRS|[Hh]asło|[Ww]ewnętrzny|[Ff]aks)(?:\s(?:to|jest|nr))?:?\s$/u,
  numberWord: /(?:^|[\s(])(?:[Nn]umer|nr\.?)\s$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:[Nn]umer seryjny|[Rr]ejestracja|[Kk]od|ISIN|[Mm]odel|[Ll]ot)(?:\sto)?:?\s$/u,
  hyphen: 'myślnik',
  isPostcode: () => false,
};

const wordsAfter = (after: string): string[] => {
  const found = /^\s(\p{Ll}[\p{L}-]+)(?:\s(\p{Ll}[\p{L}-]+))?/u.exec(after);
  const stops =
    /^(?:do|od|na|w|we|z|ze|o|po|i|a|oraz|lub|za|przez|nie|jest|to|się|był|była|było|są|ma|by|dla|przed|pod|nad|przy|jak|już|ale|czy|niż|więcej|mniej|też|jako|razy|roku|rok|bis)$/;
  const words = found?.slice(1).filter((word): word is string => word !== undefined) ?? [];
  return words.length === 0 || stops.test(words[0]!) ? [] : stops.test(words[1] ?? '') ? [words[0]!] : words;
};

/** A number as the words around it ask for: "dwie osoby", "pięciu policjantów", "w trzech krajach". */
function sayBefore(number: WrittenNumber, place: RulePosition): string {
  const { before, after } = place;
  if (
    /\p{L}$/u.test(before) ||
    /(?:[Nn]umer|nr\.?|[Ll]inia|[Ff]ormuła|[Gg]rupa|[Tt]ramwaj|[Pp]unkt|[Aa]rtykuł|[Ss]trona|art\.|ust\.|[Nn]umerem)\s$/u.test(
      before,
    )
  )
    return say(number);
  const words = wordsAfter(after);
  const noun = words[0] ?? null;
  const form = caseOf(before, noun);
  if (number.decimals !== '')
    return withDecimals(number, noun !== null && /[yi]$/.test(noun) ? 'f' : 'm', form);
  if (isOne(number)) {
    if (noun === null) return inflect('1', 'm', form);
    const [gender, singular] = singularOf(noun, before);
    return inflect('1', gender, singular);
  }
  if (noun === null) return inflect(number.whole, 'm', form);
  const few = isFew(number.whole);
  const { gender, isPersonal, isChildren } = countedAfter(words, few);
  if (isChildren && Number(number.whole) < 100) return collective(number.whole, form);
  if (form === 'nominative' && isPersonal) return masculinePersonal(number.whole);
  return inflect(number.whole, gender, form);
}

const partNames: Readonly<Record<number, [string, string, string]>> = {
  2: ['druga', 'drugie', 'drugich'],
  3: ['trzecia', 'trzecie', 'trzecich'],
};
function fractionWords(above: number, below: number, form: Case = 'nominative'): string {
  const [one, few, many] = partNames[below] ?? [
    ordinal(below, 'a'),
    ordinal(below, 'e'),
    ordinal(below, 'ych'),
  ];
  const said = inflect(String(above), 'f', form);
  if (form !== 'nominative') return `${said} ${above === 1 ? one.replace(/a$/, 'ej') : many}`;
  return `${said} ${above === 1 ? one : isFew(String(above)) ? few : many}`;
}

/** Labels of file numbers, laws and issues. */
const fileNumber =
  /(?:^|[\s(])(?:[Uu]staw[ay]|[Rr]ozporządzeni[ea]|[Ss]praw[ay]|[Dd]yrektyw[ay]|[Uu]chwał[ay]|[Ww]yrok|[Nn]umer|[Nn]r\.?|[Dd]ruk|[Ss]ygnatura|sygn\.)\s$/u;

const dayEnding = (before: string): 'ego' | 'ym' =>
  /(?:między|przed)\s$|między\s\d+\sa\s$/i.test(before) ? 'ym' : 'ego';

/** Polish. */
export const polish: SpellingTable = languageTable({
  numbers: {
    marks,
    digits,
    cardinal,
    say,
    year: cardinal,
    to: rangeWord,
    sayEnd: (number) => endOf(number, null),
    times: 'na',
    point: 'kropka',
  },
  quantities,
  dates: {
    monthSource,
    monthOf,
    dayMarks: '\\.?',
    beforeMonth: '\\s',
    beforeYear: '\\s',
    afterYear: '(?:\\s(?:r\\.|roku(?!\\p{L})))?',
    links: { do: 'do', i: 'i', lub: 'lub', a: 'a', oraz: 'oraz', na: 'na' },
    to: 'do',
    dayAlone: (day, { before }) => ordinal(day, dayEnding(before)),
    date: ({ day, month, year }, { before }) =>
      day === undefined
        ? `${months[month - 1]!}${year === undefined ? '' : ` ${ordinal(year, 'ego')} roku`}`
        : `${ordinal(day, dayEnding(before))} ${months[month - 1]!}${year === undefined ? '' : ` ${ordinal(year, 'ego')} roku`}`,
    dateBefore:
      /(?:^|[\s(])(?:[Dd]nia|[Oo]d|[Dd]o|[Zz]|[Dd]ata:?|[Ww] dniu|(?:poniedziałek|wtorek|środę|środa|czwartek|piątek|sobotę|sobota|niedzielę|niedziela),?)\s$/u,
    fileBefore: fileNumber,
  },
  times: {
    marks,
    digits,
    suffix: 'h',
    links: 'do|i|a',
    to: () => 'do',
    timeBefore:
      /(?:^|[\s(])(?:[Oo]|[Oo]d|[Dd]o|[Pp]o|[Pp]rzed|[Oo]koło|[Oo]k\.|[Gg]odz\.|[Gg]odzin(?:ie|y|ach|a|ą)|[Mm]iędzy)\s$/u,
    clock: (hour, minute, _, { before }) =>
      ordinal(hour, hourEnding(before)) +
      (minute === null || minute === 0 ? '' : ` ${minute < 10 ? 'zero ' : ''}${cardinal(minute)}`),
    count: (number, noun, place) => `${count(number, noun, place)} ${formOf(noun, number, place)}`,
    hours,
    minutes,
    seconds,
    and: 'i',
    comma: 'przecinek',
    cardinal,
    say,
    scoreBefore:
      /(?:wygra|pokona|zremis|przegra|zwycię|wynik|prowadz|set|mecz|remis|poraż|porażk|gol|strzel|triumf|rozgromi|uleg|półfinał|finał|ograł|ograli|stan)/iu,
    scoreAfter: /^,?\s(?:z|ze|dla|nad|w (?:setach|pierwszym|finale)|po (?:dogrywce|pierwszej))\s/u,
    score: (first, second) => `${cardinal(first)} do ${inflect(second, 'm', 'genitive')}`,
    ratioBefore:
      /(?:skal[iąęa]|proporcj\p{L}{1,4}|stosun\p{L}{1,4}|format|map\p{L}{1,3}|model\p{L}{0,3})(?:\s(?:w|wynosi|jest|to)){0,3}[\s:(]{0,3}$/iu,
    ratio: (first, _, second) => `${first} do ${inflect(second.whole, 'm', 'genitive')}`,
  },
  fractions: {
    units,
    fraction: (above, below, { before, after }) =>
      above === 1 && below === 2 && wordsAfter(after).length > 0
        ? 'pół'
        : fractionWords(above, below, caseOf(before, null)),
    mixed: (whole, above, below) =>
      below === 2
        ? withDecimals({ whole, decimals: '5' }, 'm', 'nominative')
        : `${cardinal(whole)} i ${fractionWords(above, below)}`,
    mixedNoun: (whole, above, below, noun) =>
      `${below === 2 ? withDecimals({ whole, decimals: '5' }, /[yi]$/.test(noun) ? 'f' : 'm', 'nominative') : `${cardinal(whole)} i ${fractionWords(above, below)}`} ${noun}`,
    cardinal,
    year: cardinal,
    slash: 'łamane przez',
    minus: 'minus',
    fractionBefore:
      /(?:^\s{0,3}|(?:^|[\s(])(?:[Oo]koło|[Pp]rawie|[Pp]onad|[Nn]iemal|[Jj]akieś|[Dd]odaj|[Dd]odać|i|[Bb]lisko|[Nn]iespełna|[Oo]k\.)\s)$/u,
    fractionAfter: /^\s(?:\p{Ll}{1,20}(?:ów|ych|ci|iej|ej|u|a|y)|finału)(?!\p{L})/u,
    sideBySide:
      /(?:^|[\s(])(?:[Ss]ezon(?:ie|u)?|[Tt]or(?:u|ze)?|[Nn]umery|[Rr]ozmiar|[Ss]al[aie]|[Rr]ok(?:u)? szkolny|[Rr]oku szkolnym|[Ll]ini[aei]|[Pp]eron(?:u|ie)?)\s$/u,
    fileBefore: fileNumber,
    fixed: { '24/7': 'całą dobę, siedem dni w tygodniu', '50/50': 'pół na pół' },
  },
  romans,
  powers: {
    power: (base, exponent) =>
      exponent === 2
        ? `${base} do kwadratu`
        : `${base} do potęgi ${exponent < 0 ? `minus ${ordinal(-exponent, 'ej')}` : ordinal(exponent, 'ej')}`,
    say: (written) => cardinal(written),
    units,
  },
  addresses,
  digitStrings,
  signs: {
    number: 'numer',
    plus: 'plus',
    times: 'razy',
    equals: 'równa się',
    percent: 'procent',
    slash: 'łamane przez',
  },
  textSigns: {
    and: () => 'i',
    plus: 'plus',
    equals: 'równa się',
    times: 'razy',
    arrow: 'do',
    less: 'mniej niż',
    more: 'więcej niż',
    most: 'najwyżej',
    least: 'co najmniej',
    paragraph: 'paragraf',
    paragraphs: 'paragrafy',
  },
  abbreviations,
  weekdays: {
    names: {
      pon: 'poniedziałek',
      wt: 'wtorek',
      śr: 'środa',
      czw: 'czwartek',
      pt: 'piątek',
      sob: 'sobota',
      niedz: 'niedziela',
      Pon: 'Poniedziałek',
      Wt: 'Wtorek',
      Śr: 'Środa',
      Czw: 'Czwartek',
      Pt: 'Piątek',
      Sob: 'Sobota',
      Niedz: 'Niedziela',
    },
    to: 'do',
    and: 'i',
    links: 'do|i|lub',
    needsStop: true,
    precededBy: /(?:^|[\s(])(?:[Ww]|[Kk]ażd[ayąe])\s$/u,
    followedBy: /^(?:\d{1,2}[.:]\d\d|\d{1,2}\s?[-–]\s?\d|o godz|\d{1,2}\s\p{Ll}{3}|nieczynne)/u,
  },
  isPhone: (found) =>
    /^(?:\d\d \d{3} \d\d \d\d|\d\d-\d{3}-\d\d-\d\d|[5-8]\d\d-\d{3}-\d{3}|800 \d{3} \d{3})$/.test(found),
  sayBefore,
  first: ordinals,
  ordinals: years,
  unitAlone: /(?:\b(?:za|na|jeden)\s|\/\s?)$/,
  enumerator: (value) => (value <= 20 ? `Po ${ordinal(value, 'e')}:` : `Numer ${cardinal(value)}:`),
});

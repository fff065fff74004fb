import { capital } from '../abbreviation-rules.ts';
import type { AddressWords } from '../address-rules.ts';
import type { DigitStringWords } from '../digit-strings.ts';
import { sayDigits } from '../identifier-rules.ts';
import { languageTable } from '../language-table.ts';
import type { Gender, QuantityGrammar } from '../quantity-rules.ts';
import type { RulePosition, SpellingRule, SpellingTable } from '../spelling.ts';
import { isOne, numberSource, parseNumber, type WrittenNumber } from '../written-number.ts';
import { cardinal, count, digits, genderOf, marks, ordinal, say, year } from './numbers.ts';
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

const quantities: QuantityGrammar = {
  marks,
  units,
  currencies,
  scales,
  to: ({ before }) => (/mellan\s$/i.test(before) ? 'och' : 'till'),
  toWords: 'till|à',
  signs: {
    '-': 'minus',
    '−': 'minus',
    '–': 'minus',
    '+': 'plus',
    '±': 'plus minus',
    '~': 'ungefär',
    '≈': 'ungefär',
    '<': 'mindre än',
    '>': 'mer än',
    '≤': 'högst',
    '≥': 'minst',
  },
  say,
  count: (number, { gender }) => count(number, gender),
  isSingular: isOne,
  per,
  perWord: 'per',
  ofScale: (scale, noun) => `${scale} ${noun}`,
  isRate: ({ one }) => one !== 'euro' && one !== 'krona',
  withCents: (whole, cents, currency) => `${whole} och ${cents} ${currency.cents!.many}`,
};

const addresses: AddressWords = {
  dot: 'punkt',
  slash: 'snedstreck',
  at: 'snabel-a',
  hyphen: 'bindestreck',
  digits,
  underscore: 'understreck',
  hashtag: 'hashtagg',
  plus: 'plus',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:PIN|PIN-kod(?:en)?|PUK|[Kk]od(?:en)?|[Pp]ostnummer|[Kk]onto(?:nummer|t)?|[Kk]undnummer|[Kk]ortnummer|[Pp]ersonnummer|[Oo]rganisationsnummer|[Bb]ankgiro|[Pp]lusgiro|[Ss]wish(?:nummer)?|[Ll]ösenord(?:et)?|[Aa]nknytning|[Tt]elefonnummer|[Rr]eferens(?:nummer)?|[Oo]rdernummer)(?:\s(?:är|nr))?:?\s$/u,
  numberWord: /(?:^|[\s(])(?:[Nn]ummer|nr\.?)\s$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:[Ss]erienummer|[Rr]egistreringsnummer|[Kk]od|ISIN|[Mm]odell(?:nummer)?|[Ff]lyg|[Rr]eferens)(?:\sär)?:?\s$/u,
  hyphen: 'bindestreck',
  isPostcode: () => false,
};

const nextNoun = (after: string): string | null =>
  /^\s(?!(?:av|och|eller|i|på|till|från|med|som|är|var|har|för|om|mot|vid|efter|under|över|kom|blir|blev|kan|ska|sedan|när|gick|går|ligger)\s)(\p{Ll}[\p{L}-]+)/u.exec(
    after,
  )?.[1] ?? null;
const labelBefore =
  /(?:[Nn]ummer|[Nn]r|[Kk]apitel|[Gg]rupp|[Nn]ivå|[Ss]idan?|[Ff]ormel|[Kk]anal|[Ll]injen?|[Ff]as|[Dd]el|[Tt]yp|[Vv]ecka|[Ss]äsong|[Ss]VT|TV|P|[Ee]tapp|[Zz]on|[Pp]lats|[Vv]åning|[Ss]pår)\s$/u;

/** "en person", "ett barn". */
function sayBefore(number: WrittenNumber, place: RulePosition): string {
  const noun = nextNoun(place.after);
  return !isOne(number) || noun === null || labelBefore.test(place.before) || /\p{L}$/u.test(place.before)
    ? say(number, place)
    : count(number, genderOf(noun));
}

/** "tredjedel", "åttondel". */
function partOf(below: number): string {
  const word = ordinal(below);
  return below === 7 || !word.endsWith('nde')
    ? `${word.replace(/(?<=hundra|tusen)de$/, '')}del`
    : `${word.slice(0, -2)}del`;
}
function fractionWords(above: number, below: number, gender: Gender = 'm'): string {
  if (below === 2)
    return above === 1 ? (gender === 'n' ? 'ett halvt' : 'en halv') : `${cardinal(above)} halva`;
  return above === 1 ? `en ${partOf(below)}` : `${cardinal(above)} ${partOf(below)}ar`;
}
const genderAfter = (after: string): Gender =>
  /^\s?(?:kg|g|hg|ton)(?!\p{L})/u.test(after) ? 'n' : genderOf(nextNoun(after) ?? '');

/** Marks, places and players by their number. */
const figures = 'nolla etta tvåa trea fyra femma sexa sjua åtta nia tia'.split(' ');
/** What follows a half is singular: "två och en halv timme". */
const singular: Readonly<Record<string, string>> = {
  timmar: 'timme',
  minuter: 'minut',
  sekunder: 'sekund',
  dagar: 'dag',
  veckor: 'vecka',
  månader: 'månad',
};

const first: readonly SpellingRule[] = [
  {
    name: 'ordinal',
    pattern: /(\d{1,4}):(?:[ae]|de|dje|nde|te)(?![\p{L}\p{N}])/uy,
    say: ([, value], { before }) => {
      if (/[\p{L}\p{N},.:]$/u.test(before)) return null;
      // "en 5:a" is a mark or a place.
      return /\b[Ee]n\s$/.test(before) && Number(value) <= 10
        ? figures[Number(value)]!
        : ordinal(Number(value));
    },
  },
  {
    name: 'chapter and paragraph of law',
    pattern: /(\d{1,3})\s(?:(kap\.)|§)(?![\p{L}\p{N}])/uy,
    say: ([, value, chapter], { before, after }) =>
      /[\p{L}\p{N},.]$/u.test(before) || (chapter !== undefined && !/^\s\d/.test(after))
        ? null
        : `${ordinal(Number(value))} ${chapter ? 'kapitlet' : /s\s$/.test(before) ? 'paragraf' : 'paragrafen'}`,
  },
  {
    name: 'post code',
    pattern:
      /(\d{3} \d{2})(?=\s(?:Stockholm|Göteborg|Malmö|Uppsala|Västerås|Örebro|Linköping|Helsingborg|Jönköping|Norrköping|Lund|Umeå|Gävle|Borås|Solna|Sundbyberg|Växjö|Halmstad|Karlstad|Sundsvall|Kalmar|Kista|Luleå|Visby|Falun|Kiruna|Östersund|Södertälje)(?!\p{L}))/uy,
    say: ([, code]) => sayDigits(code!, digits),
  },
  {
    name: 'number within a word',
    pattern: /(\d{1,4})-(?=\p{Ll}{2,})/uy,
    say: ([, value], { before, after }) => {
      if (/[\p{L}\p{N},.–-]$/u.test(before)) return null;
      const isYear = after.startsWith('tal') && Number(value) >= 1100;
      return isYear ? year(Number(value)) : cardinal(value!).replace('tusen ', 'tusen');
    },
  },
];

const ordinals: readonly SpellingRule[] = [
  {
    name: 'hectares',
    pattern: new RegExp(
      `(${numberSource(marks)})\\s?ha(?=\\s(?:skog|mark|åker|stor|stort|stora|i|vid|vilt|med|av)(?!\\p{L})|[.,;:)]|$)`,
      'uy',
    ),
    say: ([, written]) => `${count(parseNumber(written!, marks), 'n')} hektar`,
  },
  {
    name: 'year',
    pattern:
      /(1[1-9]\d\d|20[0-9]\d)(?![\p{L}\p{N}]|[.,:/]\d|\s?[-–/]\s?\d|\s?[%€$£]|\skr(?:onor)?(?!\p{L}))/uy,
    say: ([, value], { before }) => (/[\p{L}\p{N}.,#+–]-?$/u.test(before) ? null : year(Number(value))),
  },
];

const quarter: SpellingRule = {
  name: 'quarter',
  pattern: /Q([1-4])(?![\p{L}\p{N}])/uy,
  say: ([, number], { before }) => (/[\p{L}\p{N}.-]$/u.test(before) ? null : `kvartal ${cardinal(number!)}`),
};

const rulers = new Set(
  (
    'Karl Carl Gustav Gustaf Erik Johan Fredrik Kristina Christian Kristian Margrethe Margareta Oscar Oskar Adolf Ludvig Henrik Elizabeth Elisabet Charles Philip ' +
    'Filip Harald Olav Håkan Magnus Birger Knut Valdemar Sigismund Wilhelm Napoleon Nikolaj Alexander Katarina Peter Ivan Benedictus Johannes Paulus Pius Leo ' +
    'Franciscus Gregorius Clemens Urban Innocentius Bonifatius Felipe Juan Albert Leopold Georg George Edward Edvard Jakob Richard Ramses Konstantin Otto Haakon'
  ).split(' '),
);
const queens = new Set('Kristina Margrethe Margareta Elizabeth Elisabet Katarina'.split(' '));

/** Labels of file numbers, laws and issues. */
const fileNumber =
  /(?:^|[\s(])(?:[Pp]roposition|[Pp]rop\.|[Mm]otion|[Mm]ål(?:nummer)?|[Dd]irektiv|[Ff]örordning|[Ss]FS|[Ss]OU|[Bb]etänkande|[Nn]ummer|nr\.?|[Bb]eslut|[Dd]om)\s$/u;

const dayWord = (day: number): string => ordinal(day);

/** Swedish, of Sweden and of Finland. */
export const swedish: SpellingTable = languageTable({
  numbers: { marks, digits, cardinal, say, year, to: quantities.to, times: 'gånger', point: 'punkt' },
  quantities,
  dates: {
    monthSource,
    monthOf,
    dayMarks: '(?::[ae])?',
    beforeMonth: '\\s',
    beforeYear: '\\s',
    afterYear: '',
    links: { till: 'till', och: 'och', eller: 'eller', 'till den': 'till den', 'och den': 'och den' },
    to: 'till',
    dayAlone: dayWord,
    date: ({ day, month, year: y }) =>
      `${day === undefined ? '' : `${dayWord(day)} `}${months[month - 1]!}${y === undefined ? '' : ` ${year(y)}`}`,
    dateBefore:
      /(?:^|[\s(])(?:[Dd]en|[Pp]å|[Ff]rån|[Tt]ill|[Dd]atum:?|[Ff]öddes|född|(?:mån|tis|ons|tors|fre|lör|sön)(?:dag(?:en den)?)?)\s$/u,
    fileBefore: fileNumber,
  },
  times: {
    marks,
    digits,
    suffix: 'h',
    links: 'till|och',
    to: ({ before }) => (/mellan(?: klockan)?\s$/i.test(before) ? 'och' : 'till'),
    timeBefore:
      /(?:^|[\s(])(?:[Kk]lockan|[Kk]l\.?|[Kk]lockslag:?|(?:[Mm]ån|[Tt]is|[Oo]ns|[Tt]ors|[Ff]re|[Ll]ör|[Ss]ön)(?:dag(?:ar|en)?)?|[Öö]ppet|[Tt]id:|[Ff]rån klockan|[Tt]ill klockan|[Mm]ellan klockan)\s$/u,
    clock: (hour, minute, isNamed) =>
      minute === null || minute === 0
        ? cardinal(hour) + (isNamed ? (hour === 1 ? ' timme' : ' timmar') : '')
        : `${cardinal(hour)} ${minute < 10 ? 'noll' : 'och'} ${cardinal(minute)}`,
    count: (number, noun) => `${count(number, noun.gender)} ${isOne(number) ? noun.one : noun.many}`,
    hours,
    minutes,
    seconds,
    and: 'och',
    comma: 'komma',
    cardinal,
    say,
    scoreBefore:
      /(?:vann|vinn|vinst|seger|segra|besegra|förlora|förlust|slog|slår|ledde|leder|ledning|kryssa|oavgjort|slutade|slutresultat|resultat|ställning|set|match|mål|kvittera|krossa|utspela|halvtid|reducera|utökade)/iu,
    scoreAfter: /^,?(?:-|\s(?:mot|över|i halvtid|till|efter|hemma|borta|i matchen|i tredje))/u,
    score: (one, two) => `${cardinal(one)} ${cardinal(two)}`,
    ratioBefore:
      /(?:skala|förhållande\p{Ll}{0,3}|proportion\p{Ll}{0,4}|format|blandning\p{Ll}{0,3}|modell|karta|oddsen|chansen)(?:\s(?:på|är|av|i|en|ett)){0,3}[\s:(]{0,3}$/iu,
    ratio: (one, two) => `${one} till ${two}`,
  },
  fractions: {
    units,
    fraction: (above, below, { before, after }) => {
      const said = fractionWords(above, below, genderAfter(after));
      return /\b[Ee]n\s$/.test(before) ? said.replace(/^en /, '') : said;
    },
    mixed: (whole, above, below) =>
      `${whole === '1' ? 'en' : cardinal(whole)} och ${fractionWords(above, below)}`,
    mixedNoun: (whole, above, below, noun) =>
      `${whole === '1' ? 'en' : cardinal(whole)} och ${fractionWords(above, below, genderOf(noun))} ${singular[noun] ?? noun}`,
    cardinal,
    year,
    slash: 'snedstreck',
    minus: 'minus',
    fractionBefore:
      /(?:^\s*|(?:^|[\s(])(?:[Cc]irka|[Ee]n|[Nn]ästan|[Dd]rygt|[Oo]mkring|[Uu]ngefär|[Mm]er än|[Mm]indre än|och|[Mm]ed|[Cc]a)\s)$/u,
    fractionAfter: /^\s(?:av|dl|msk|tsk|liter|kg)(?!\p{L})/u,
    sideBySide:
      /(?:^|[\s(])(?:[Ss]äsongen|[Ss]pår|[Nn]ummer|[Ss]torlek|[Ss]al|[Ll]äsåret|[Ll]injen?|[Vv]intern|[Rr]iksmötet|[Bb]udgetåret)\s$/u,
    fileBefore: fileNumber,
    fixed: { '24/7': 'dygnet runt alla dagar', '50/50': 'femtio femtio' },
  },
  romans: {
    isRuler: (word) => rulers.has(word),
    ofRuler: (value, ruler) => {
      const said = ordinal(value);
      return `den ${!queens.has(ruler) && value <= 2 ? said.replace(/a$/, 'e') : said}`;
    },
    ordinalNoun: /^(?:världskriget|riket|republiken)$/u,
    ordinal: (value, _, before) => (before.trim() === '' ? capital(ordinal(value)) : ordinal(value)),
    countedBefore:
      /(?:^|[\s(«”"])(?:kapitel|del|akt|bok|band|fas|typ|artikel|grupp|scen|klass|nivå|bilaga|zon|kategori)\s$/iu,
    cardinal,
  },
  powers: {
    power: (base, exponent) =>
      exponent === 2
        ? `${base} i kvadrat`
        : `${base} upphöjt till ${exponent < 0 ? 'minus ' : ''}${cardinal(Math.abs(exponent))}`,
    say: (written) => cardinal(written),
    units,
  },
  addresses,
  digitStrings,
  signs: {
    number: 'nummer',
    plus: 'plus',
    times: 'gånger',
    equals: 'är lika med',
    percent: 'procent',
    slash: 'snedstreck',
  },
  textSigns: {
    and: () => 'och',
    plus: 'plus',
    equals: 'är lika med',
    times: 'gånger',
    arrow: 'till',
    less: 'mindre än',
    more: 'mer än',
    most: 'högst',
    least: 'minst',
    paragraph: 'paragraf',
    paragraphs: 'paragraferna',
  },
  abbreviations,
  weekdays: {
    names: {
      mån: 'måndag',
      tis: 'tisdag',
      ons: 'onsdag',
      tors: 'torsdag',
      tor: 'torsdag',
      fre: 'fredag',
      lör: 'lördag',
      sön: 'söndag',
      Mån: 'Måndag',
      Tis: 'Tisdag',
      Ons: 'Onsdag',
      Tors: 'Torsdag',
      Tor: 'Torsdag',
      Fre: 'Fredag',
      Lör: 'Lördag',
      Sön: 'Söndag',
    },
    to: 'till',
    and: 'och',
    links: 'till|och|eller',
    precededBy: /(?:^|[\s(])(?:[Pp]å|[Vv]arje|[Dd]en|[Ff]rån)\s$/u,
    followedBy: /^(?:\d{1,2}[./:]\d|\d{1,2}\s?[-–]\s?\d|kl|\d{1,2}\s\p{Ll}{3}|stängt)/u,
  },
  isPhone: (found) => /^0\d{1,3}-\d/.test(found),
  sayBefore,
  first,
  ordinals,
  words: new Map([['Q', [quarter]]]),
  unitAlone: /(?:\b(?:per|en|ett|varje)\s|\/\s?)$/,
  enumerator: (value) => (value <= 20 ? `För det ${ordinal(value)}:` : `Nummer ${cardinal(value)}:`),
});

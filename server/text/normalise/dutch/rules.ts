import { capital } from '../abbreviation-rules.ts';
import type { AddressWords } from '../address-rules.ts';
import type { DigitStringWords } from '../digit-strings.ts';
import { sayDigits } from '../identifier-rules.ts';
import { languageTable } from '../language-table.ts';
import { decadeAfter } from '../number-rules.ts';
import type { QuantityGrammar } from '../quantity-rules.ts';
import type { SpellingRule, SpellingTable } from '../spelling.ts';
import { isOne } from '../written-number.ts';
import { cardinal, digits, half, marks, ordinal, say } from './numbers.ts';
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
  to: ({ before }) => (/tussen(?: de)?\s$/i.test(before) ? 'en' : 'tot'),
  toWords: 'tot',
  signs: {
    '-': 'min',
    '−': 'min',
    '–': 'min',
    '+': 'plus',
    '±': 'plus of min',
    '~': 'ongeveer',
    '≈': 'ongeveer',
    '<': 'minder dan',
    '>': 'meer dan',
    '≤': 'hoogstens',
    '≥': 'minstens',
  },
  say,
  count: (number, _, place) => say(number, place),
  isSingular: isOne,
  per,
  perWord: 'per',
  ofScale: (scale, noun) => `${scale} ${noun}`,
  isRate: ({ one }) => one !== 'euro',
  withCents: (whole, cents) => `${whole} ${cents}`,
};

const addresses: AddressWords = {
  dot: 'punt',
  slash: 'schuine streep',
  at: 'apenstaartje',
  hyphen: 'streepje',
  digits,
  underscore: 'liggend streepje',
  hashtag: 'hashtag',
  plus: 'plus',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:[Pp]incode|PIN|PUK|[Cc]ode|[Pp]ostcode|[Rr]ekening(?:nummer)?|[Kk]lantnummer|[Bb]estelnummer|[Kk]aartnummer|[Pp]asnummer|[Kk]vK-nummer|BSN|[Bb]urgerservicenummer|[Ww]achtwoord|[Tt]oestel|[Tt]elefoonnummer|[Ff]ax|[Dd]ossiernummer|[Rr]eferentie)(?:\sis)?:?\s$/u,
  numberWord: /(?:^|[\s(])(?:[Nn]ummer|nr\.)\s$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:[Ss]erienummer|[Kk]enteken|[Cc]ode|ISIN|[Mm]odel(?:nummer)?|[Vv]lucht|[Rr]eferentie)(?:\sis)?:?\s$/u,
  hyphen: 'streepje',
  isPostcode: (found, { before, after }) =>
    found.length === 4 && /^\s[A-Z]{2}(?:\s|$|[.,])/.test(after) && !/\d[.,]$/.test(before),
};

function fractionWords(above: number, below: number, noun: string | null): string {
  if (below === 2) return above === 1 ? `een ${half(noun)}` : `${cardinal(above)} halve`;
  if (below === 4) return above === 1 ? 'een kwart' : above === 3 ? 'driekwart' : `${cardinal(above)} kwart`;
  return `${above === 1 ? 'een' : cardinal(above)} ${ordinal(below)}`;
}
function mixedWords(whole: string, above: number, below: number, noun: string | null): string {
  if (below !== 2) return `${cardinal(whole)} en ${fractionWords(above, below, noun)}`;
  if (whole === '1') return `ander${half(noun)}`;
  const words = cardinal(whole);
  return `${words}${/[ei]e$/.test(words) ? 'ën' : 'en'}${half(noun)}`;
}
const nextNoun = (after: string): string | null => /^\s(\p{Ll}{2,})/u.exec(after)?.[1] ?? null;

const ordinals: readonly SpellingRule[] = [
  {
    name: 'ordinal',
    pattern: /(\d{1,4})(?:e|de|ste|ᵉ)(?![\p{L}\p{N}])/uy,
    say: ([, value], { before }) => (/[\p{L}\p{N},.]$/u.test(before) ? null : ordinal(Number(value))),
  },
  {
    name: 'number within a word',
    pattern:
      /(\d{1,5})-?(?=(?:jarige?n?|daagse|koppige?|procents|tal|voudige?|voud|persoons|urige|weekse|maands|kamer|baans|delige?|sterren|wielaangedreven)(?!\d))/uy,
    say: ([, value], { before }) => {
      if (/[\p{L}\p{N},.]$/u.test(before)) return null;
      const words = cardinal(value!);
      return words === 'één' ? 'een' : words;
    },
  },
];

const quarter: SpellingRule = {
  name: 'quarter',
  pattern: /Q([1-4])(?![\p{L}\p{N}])/uy,
  say: ([, number], { before }) => (/[\p{L}\p{N}.-]$/u.test(before) ? null : `kwartaal ${cardinal(number!)}`),
};

const rulers = new Set(
  (
    'Willem Karel Filips Hendrik Lodewijk Johannes Paulus Pius Leo Elizabeth Boudewijn Albert Leopold Napoleon Frederik Otto Gregorius Clemens Benedictus ' +
    'Franciscus Catharina Alexander Nicolaas Peter George Edward Margaretha Christiaan Gustaaf Carl Felipe Juan Jacobus Maximiliaan Ferdinand Philippe Filip Urbanus Innocentius Sixtus ' +
    'Bonifatius Jan Floris Ramses Constantijn Harald Olav Wilhelm Wladimir Alfons Mohammed Hassan Rudolf'
  ).split(' '),
);

/** Labels of file numbers, laws and issues. */
const fileNumber =
  /(?:^|[\s(])(?:[Ww]et|[Bb]esluit|[Zz]aak(?:nummer)?|[Rr]ichtlijn|[Vv]erordening|[Rr]esolutie|[Aa]rrest|[Dd]ossier|[Nn]ummer|[Nn]r\.|[Kk]amerstuk|[Aa]rtikel)\s$/u;

/** Dutch, of the Netherlands and of Belgium. */
export const dutch: SpellingTable = languageTable({
  numbers: { marks, digits, cardinal, say, year: cardinal, to: quantities.to, times: 'bij', point: 'punt' },
  quantities,
  dates: {
    monthSource,
    monthOf,
    dayMarks: '(?:e|ste)?',
    beforeMonth: '\\s',
    beforeYear: '\\s',
    afterYear: '',
    links: {
      't/m': 'tot en met',
      'tot en met': 'tot en met',
      tot: 'tot',
      en: 'en',
      of: 'of',
      'en met': 'en met',
      op: 'op',
    },
    to: 'tot',
    dayAlone: (day) => cardinal(day),
    date: ({ day, month, year }) =>
      `${day === undefined ? '' : `${cardinal(day)} `}${months[month - 1]!}${year === undefined ? '' : ` ${cardinal(year)}`}`,
    dateBefore:
      /(?:^|[\s(])(?:[Oo]p|[Vv]an|[Pp]er|[Dd]atum:?|[Ss]inds|[Vv]anaf|[Tt]ot|(?:maan|dins|woens|donder|vrij|zater|zon)dag)\s$/u,
    fileBefore: fileNumber,
  },
  times: {
    marks,
    digits,
    suffix: 'uur|u|h',
    links: 'tot|en|t/m|à|of',
    to: ({ before }) => (/tussen\s$/i.test(before) ? 'en' : 'tot'),
    timeBefore:
      /(?:^|[\s(])(?:[Oo]m|[Vv]anaf|[Tt]ot|[Vv]an|[Rr]ond|[Vv]óór|[Nn]a|[Tt]ussen|[Tt]egen|[Ss]inds|[Aa]anvang|[Tt]ijd:)\s$/u,
    isShortClock: true,
    clock: (hour, minute, isNamed) =>
      minute === null || minute === 0
        ? cardinal(hour) + (isNamed ? ' uur' : '')
        : `${cardinal(hour)} uur ${cardinal(minute)}`,
    count: (number, noun, place) => `${say(number, place)} ${isOne(number) ? noun.one : noun.many}`,
    hours,
    minutes,
    seconds,
    and: 'en',
    comma: 'komma',
    cardinal,
    say,
    scoreBefore:
      /(?:w[io]n|wint|versl|verlies|verlo|gelijk|zege|overwinning|nederlaag|stand|uitslag|eindstand|ruststand|leid|achterstand|voorsprong|set|klopte|klop|speelde|wedstrijd|duel|winst|tegen|1-1|achter)/iu,
    scoreAfter:
      /^,?\s(?:tegen|van|op bezoek|bij rust|na verlenging|winst|zege|verlies|nederlaag|overwinning)/u,
    score: (first, second) => `${cardinal(first)} ${cardinal(second)}`,
    ratioBefore:
      /(?:schaal|verhouding|ratio|formaat|verdunning|maquette|kaart|kans)(?:\s(?:van|is|op|in|een)){0,3}[\s:(]*$/iu,
    ratio: (first, second) => `${first} ${first === 'één' ? 'op' : 'staat tot'} ${second}`,
  },
  fractions: {
    units,
    fraction: (above, below, { before, after }) => {
      const said = fractionWords(above, below, nextNoun(after));
      return /\b[Ee]en\s$/.test(before) ? said.replace(/^een /, '') : said;
    },
    mixed: (whole, above, below) => mixedWords(whole, above, below, null),
    mixedNoun: (whole, above, below, noun) => `${mixedWords(whole, above, below, noun)} ${noun}`,
    cardinal,
    year: cardinal,
    slash: 'schuine streep',
    minus: 'min',
    fractionBefore:
      /(?:^\s*|(?:^|[\s(])(?:[Oo]ngeveer|[Bb]ijna|[Rr]uim|[Cc]irca|[Zz]o’n|[Ee]en|[Mm]eer dan|[Mm]inder dan|en|[Vv]oor|[Mm]et)\s)$/u,
    fractionAfter: /^\s(?:van|deel|eetlepel|theelepel|liter|kop)(?!\p{L})/u,
    sideBySide:
      /(?:^|[\s(])(?:[Ss]eizoen|[Ss]poor|[Nn]ummers|[Mm]aat|[Zz]aal|[Ss]chooljaar|[Cc]ollegejaar|[Ll]ijn|[Ww]inter|[Pp]erron)\s$/u,
    fileBefore: fileNumber,
    fixed: { '24/7': 'vierentwintig zeven', '50/50': 'vijftig vijftig', '9/11': 'nine eleven' },
  },
  romans: {
    isRuler: (word) => rulers.has(word),
    // The club is called "Willem Twee".
    ofRuler: (value, ruler, before) =>
      ruler === 'Willem' &&
      value === 2 &&
      !/(?:[Kk]oning|[Ss]tadhouder|[Pp]rins|[Gg]raaf)\sWillem\s$/.test(before)
        ? 'Twee'
        : `de ${capital(ordinal(value))}`,
    ordinalNoun: /^(?:[Ww]ereldoorlog|eeuw|[Rr]epubliek|[Rr]eich)$/u,
    ordinal: (value, noun, before) =>
      /^\p{Lu}/u.test(noun) || before.trim() === '' ? capital(ordinal(value)) : ordinal(value),
    countedBefore:
      /(?:^|[\s(«“"])(?:hoofdstuk|deel|akte|boek|band|fase|type|titel|artikel|groep|scène|klasse|niveau|bijlage|zone|categorie)\s$/iu,
    cardinal,
  },
  powers: {
    power: (base, exponent) =>
      exponent === 2
        ? `${base} kwadraat`
        : `${base} tot de macht ${exponent < 0 ? 'min ' : ''}${cardinal(Math.abs(exponent))}`,
    say: (written) => cardinal(written),
    units,
  },
  addresses,
  digitStrings,
  signs: {
    number: 'nummer',
    plus: 'plus',
    times: 'keer',
    equals: 'is',
    percent: 'procent',
    slash: 'schuine streep',
  },
  textSigns: {
    and: () => 'en',
    plus: 'plus',
    equals: 'is',
    times: 'keer',
    arrow: 'naar',
    less: 'minder dan',
    more: 'meer dan',
    most: 'hoogstens',
    least: 'minstens',
    paragraph: 'paragraaf',
    paragraphs: 'paragrafen',
  },
  abbreviations,
  weekdays: {
    names: {
      ma: 'maandag',
      di: 'dinsdag',
      wo: 'woensdag',
      do: 'donderdag',
      vr: 'vrijdag',
      za: 'zaterdag',
      zo: 'zondag',
      Ma: 'Maandag',
      Di: 'Dinsdag',
      Wo: 'Woensdag',
      Do: 'Donderdag',
      Vr: 'Vrijdag',
      Za: 'Zaterdag',
      Zo: 'Zondag',
    },
    to: 'tot en met',
    and: 'en',
    links: 'tot|en|t/m|of',
    precededBy: /(?:^|[\s(])(?:[Oo]p|[Vv]anaf|[Ee]lke|[Tt]ot)\s$/u,
    followedBy:
      /^(?:\d{1,2}[:.]\d\d(?:\suur|\s?[-–])|\d{1,2}\s(?:jan|feb|maart|mrt|apr|mei|juni|juli|aug|sep|okt|nov|dec)|gesloten)/u,
  },
  isPhone: (found) => /^0\d{1,3}[ -]\d/.test(found),
  sayBefore: say,
  ordinals,
  words: new Map([decadeAfter('jaren', cardinal), ['Q', [quarter]]]),
  unitAlone: /(?:\b(?:per|de|een)\s|\/\s?)$/,
  enumerator: (value) => (value <= 20 ? `Ten ${ordinal(value)}:` : `Nummer ${cardinal(value)}:`),
});

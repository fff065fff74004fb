import { capital } from '../abbreviation-rules.ts';
import type { AddressWords } from '../address-rules.ts';
import type { DigitStringWords } from '../digit-strings.ts';
import { sayDigits } from '../identifier-rules.ts';
import { languageTable } from '../language-table.ts';
import { decadeAfter } from '../number-rules.ts';
import type { QuantityGrammar } from '../quantity-rules.ts';
import type { RulePosition, SpellingRule, SpellingTable } from '../spelling.ts';
import { isOne, type WrittenNumber } from '../written-number.ts';
import {
  cardinal,
  count,
  digits,
  feminine,
  isBrazilian,
  isFeminine,
  marks,
  ordinal,
  say,
} from './numbers.ts';
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

/** Brazil's form of a unit or a coin. */
const regional = (noun: string, language: string): string =>
  isBrazilian(language) ? noun.replace('ómetro', 'ômetro').replace('cêntimo', 'centavo') : noun;

const quantities: QuantityGrammar = {
  marks,
  units,
  currencies,
  scales,
  to: ({ before }) => (/entre\s$/i.test(before) ? 'e' : 'a'),
  toWords: 'a',
  signs: {
    '-': 'menos',
    '−': 'menos',
    '–': 'menos',
    '+': 'mais',
    '±': 'mais ou menos',
    '~': 'cerca de',
    '≈': 'cerca de',
    '<': 'menos de',
    '>': 'mais de',
    '≤': 'no máximo',
    '≥': 'pelo menos',
  },
  say,
  count: (number, { gender }, { language }) => count(number, gender, language),
  isSingular: isOne,
  // Brazil counts in the singular up to two: "1,5 milhão".
  formOf: ({ one, many }, number, { language }) => {
    const isBelowTwo = isBrazilian(language) && /^[01]$/.test(number.whole) && number.decimals !== '';
    return regional(isOne(number) || isBelowTwo ? one : many, language);
  },
  per,
  perWord: 'por',
  scaleLink: 'de',
  ofScale: (scale, noun) => (scale === 'mil' ? `mil ${noun}` : `${scale} de ${noun}`),
  isRate: ({ one }) => one !== 'euro' && one !== 'real',
  withCents: (whole, _, currency, { language }, hundredths) =>
    `${whole} e ${count(hundredths, currency.cents!.gender, language)} ${regional(isOne(hundredths) ? currency.cents!.one : currency.cents!.many, language)}`,
};

const addresses: AddressWords = {
  dot: 'ponto',
  slash: 'barra',
  at: 'arroba',
  hyphen: 'hífen',
  digits,
  underscore: 'sublinhado',
  hashtag: 'hashtag',
  plus: 'mais',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:PIN|PUK|[Cc]ódigo(?: postal| de acesso| de segurança)?|[Cc]onta|[Nn]úmero de (?:conta|cartão|série|cliente|processo|telefone|contribuinte)|[Cc]artão|CEP|CPF|CNPJ|NIF|NIB|RG|[Ss]enha|[Pp]alavra-passe|[Rr]eferência|[Ee]ntidade|[Ee]xtensão|[Ff]ax)(?:\s(?:é|número|n\.º))?:?\s$/u,
  numberWord: /(?:^|[\s(])(?:[Nn]úmero|n\.º|nº)\s?$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:[Nn]úmero de série|[Mm]atrícula|[Pp]laca|[Rr]eferência|[Cc]ódigo|ISIN|[Mm]odelo|[Vv]oo)(?:\sé)?:?\s$/u,
  hyphen: 'hífen',
  isPostcode: (found, { before }) =>
    /^\d{5}-\d{3}$/.test(found) ||
    (/^\d{4}-\d{3}$/.test(found) && !/(?:Boeing|[Tt]el(?:\.|efone)):?\s$/.test(before)),
};

const fractionNames: Readonly<Record<number, string>> = { 2: 'meio', 3: 'terço' };
function fractionWords(above: number, below: number): string {
  const part =
    fractionNames[below] ?? (below <= 10 || below % 100 === 0 ? ordinal(below) : `${cardinal(below)} avo`);
  return `${cardinal(above)} ${part}${above === 1 ? '' : 's'}`;
}

const nextNoun = (after: string): string | null => {
  const word = /^\s(\p{Ll}[\p{L}-]{2,})/u.exec(after)?.[1];
  return word === undefined ||
    /^(?:d[aeo]s?|por|com|sem|que|uma|uns|umas|mais|como|para|até|contra|sobre|desde|entre|segundo|quando|onde|foi|era|são|está|estão|tem|têm|dos|das|nos|nas|pelo|pela|após|perante|durante|enquanto|embora|porque|também|muito|depois|antes|agora|mas|sob)$/u.test(
      word,
    )
    ? null
    : word;
};
const labelBefore =
  /(?:[Nn]úmero|n\.º|nº|[Ff]órmula|[Cc]anal|[Cc]apítulo|[Pp]ágina|[Gg]rupo|[Tt]omo|[Nn]ível|[Ff]ase|[Pp]orta|[Ss]ala|[Ll]inha|[Aa]rtigo|[Tt]ipo|[Rr]TP|[Tt]urma|[Zz]ona|[Aa]ntena)\s$/u;

/** A number as the noun after it asks for: "duas pessoas", "duzentas casas". */
function sayBefore(number: WrittenNumber, place: RulePosition): string {
  const { language } = place;
  const noun = nextNoun(place.after);
  if (noun === null || number.decimals !== '' || /\p{L}$/u.test(place.before)) return say(number, place);
  const isYear =
    /^(?:1[1-9]|20)\d\d$/.test(number.whole) && !/\d[. ]\d{3}$/.test(place.text.slice(0, place.end));
  if (isYear && noun !== 'pessoas') return say(number, place);
  if (number.whole === '1' ? labelBefore.test(place.before) : !noun.endsWith('s')) return say(number, place);
  return isFeminine(noun) ? feminine(number.whole, language) : cardinal(number.whole, language);
}

/** "200 mil pessoas": thousands agree with what is counted, too. */
const thousands: SpellingRule = {
  name: 'thousands',
  pattern: /(\d{1,3})(?:,(\d))?\smil(?=\s\p{Ll})(?!\s(?:milh|bili|euros|dólares|reais|libras|francos))/uy,
  say: ([, value, tenth], place) =>
    /[\p{L}\p{N}.,-]$/u.test(place.before)
      ? null
      : sayBefore({ whole: String(1_000 * Number(value) + 100 * Number(tenth ?? 0)), decimals: '' }, place),
};

const ordinals: readonly SpellingRule[] = [
  {
    name: 'ordinal',
    pattern: /(\d{1,3})\.?([ºª°])(s?)(?!\p{L})/uy,
    say: ([, value, sign, plural], { before, after }) => {
      if (/[\p{L}\p{N},.]$/u.test(before) || Number(value) === 0 || /^\s?(?:C\b|F\b|\d)/.test(after))
        return null;
      // "12°" is an angle unless a noun follows.
      if (sign === '°' && nextNoun(after) === null) return null;
      return `${ordinal(Number(value), sign === 'ª' ? 'f' : 'm')}${plural}`;
    },
  },
  {
    name: 'quarter',
    pattern: /([1-4])T\s?(\d{2}|20\d\d)(?![\p{L}\p{N}])/uy,
    say: ([, number, y], { before, language }) =>
      /[\p{L}\p{N}.,-]$/u.test(before)
        ? null
        : `${ordinal(Number(number))} trimestre de ${cardinal(y!.length === 2 ? `20${y}` : y!, language)}`,
  },
];

const rulers = new Set(
  (
    'João Paulo Bento Francisco Pedro Pio Leão Afonso Manuel Sancho Dinis Sebastião Filipe Luís Henrique Isabel Maria Carlos Jorge Eduardo ' +
    'Duarte Fernando José Miguel Gregório Clemente Sisto Júlio Alexandre Bonifácio Inocêncio Urbano Napoleão Guilherme Ricardo Nicolau Ivan Catarina Margarida Cristina ' +
    'Frederico Leopoldo Balduíno Alberto Juan Vítor Emanuel Humberto Constantino Ramsés Harald Olavo Gustavo Adolfo Félix Hussein Mohammed'
  ).split(' '),
);
const queens = new Set('Isabel Maria Catarina Margarida Cristina'.split(' '));

/** Labels of file numbers, laws and issues. */
const fileNumber =
  /(?:^|[\s(])(?:[Ll]ei|[Dd]ecreto(?:-[Ll]ei)?|[Pp]rocesso|[Aa]córdão|[Dd]iretiva|[Rr]egulamento|[Rr]esolução|[Pp]ortaria|[Dd]espacho|[Mm]edida [Pp]rovisória|[Nn]úmero|n\.º|nº|MP|PEC)\s$/u;

/** The first of a month is "um" in Portugal unless written as an ordinal, "primeiro" in Brazil. */
function dayWord(day: number, { language, text, start }: RulePosition): string {
  const isOrdinal = /^1\.?[º°]/.test(text.slice(start, start + 3));
  return day === 1 && (isOrdinal || isBrazilian(language)) ? 'primeiro' : cardinal(day, language);
}

/** Portuguese, of Portugal and of Brazil. */
export const portuguese: SpellingTable = languageTable({
  numbers: { marks, digits, cardinal, say, year: cardinal, to: quantities.to, times: 'por', point: 'ponto' },
  quantities,
  dates: {
    monthSource,
    monthOf,
    dayMarks: '(?:\\.?[º°])?',
    beforeMonth: '\\s(?:de\\s)?',
    beforeYear: '\\s(?:de\\s)?',
    afterYear: '',
    links: { a: 'a', ao: 'ao', e: 'e', ou: 'ou' },
    to: 'a',
    dayAlone: dayWord,
    date: ({ day, month, year }, place) =>
      `${day === undefined ? '' : `${dayWord(day, place)} de `}${months[month - 1]!}${year === undefined ? '' : ` de ${cardinal(year, place.language)}`}`,
    dateBefore:
      /(?:^|[\s(])(?:[Oo]|[Dd]o|[Aa]o|[Dd]ia|[Dd]ata:?|[Dd]esde|[Aa]té|[Nn]o dia|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?,?|sábado,?|domingo,?)\s\(?$/u,
    fileBefore: fileNumber,
  },
  times: {
    marks,
    digits,
    suffix: 'horas|hrs?\\.?|h',
    links: 'a|às|e(?: as)?',
    to: ({ before }) => (/entre(?: as)?\s$/i.test(before) ? 'e' : /das\s$/i.test(before) ? 'às' : 'a'),
    timeBefore:
      /(?:^|[\s(])(?:[ÀàAa]s?|[Dd]as|[Dd]esde as|[Aa]té às|[Pp]elas|[Ee]ntre as|e as|[Hh]orário:|[Aa]ntes das|[Dd]epois das)\s$/u,
    clock: (hour, minute, isNamed, { language }) => {
      const said = feminine(hour, language);
      const after = minute === null || minute === 0 ? '' : ` e ${cardinal(minute, language)}`;
      return isNamed ? `${said} hora${hour < 2 ? '' : 's'}${after}` : said + after;
    },
    count: (number, noun, { language }) =>
      `${count(number, noun.gender, language)} ${isOne(number) ? noun.one : noun.many}`,
    hours,
    minutes,
    seconds,
    and: 'e',
    comma: 'vírgula',
    cardinal,
    say,
    scoreBefore:
      /(?:ganh|venc|bate|bateu|derrot|empat|perd|gole|vitória|triunf|resultado|placar|marcador|impôs|jogo|set|supero|virou|eliminou|derrota)/iu,
    scoreAfter: /^,?\s(?:frente|contra|ao|sobre|a favor|na (?:primeira|segunda|final)|em casa)/u,
    score: (first, second, { language }) => `${cardinal(first, language)} a ${cardinal(second, language)}`,
    ratioBefore:
      /(?:escala|proporção|rácio|razão|relação|formato|diluição|maquete|mapa|planta)(?:\s(?:de|é|a|em|na|um|uma)){0,3}[\s:(]*$/iu,
    ratio: (first, second) => `${first} para ${second}`,
  },
  fractions: {
    units,
    fraction: (above, below, { before, after }) => {
      const noun = nextNoun(after);
      if (above === 1 && below === 2 && noun !== null) return isFeminine(noun) ? 'meia' : 'meio';
      const said = fractionWords(above, below);
      return /\b[Uu]m\s$/.test(before) ? said.replace(/^um /, '') : said;
    },
    mixed: (whole, above, below) =>
      `${cardinal(whole)} e ${below === 2 ? 'meio' : fractionWords(above, below)}`,
    mixedNoun: (whole, above, below, noun) => {
      const isFem = isFeminine(noun);
      return `${isFem ? feminine(whole) : cardinal(whole)} ${noun} e ${below === 2 ? (isFem ? 'meia' : 'meio') : fractionWords(above, below)}`;
    },
    cardinal,
    year: cardinal,
    slash: 'barra',
    minus: 'menos',
    fractionBefore:
      /(?:^\s*|(?:^|[\s(])(?:[Cc]erca de|[Qq]uase|[Oo]s|[Oo]|[Uu]m|[Uu]ns|[Mm]ais de|[Mm]enos de|[Aa]proximadamente|e|[Dd]ois|[Dd]e)\s)$/u,
    fractionAfter: /^\s(?:d[aeo]s?|parte|partes)(?!\p{L})/u,
    sideBySide:
      /(?:^|[\s(])(?:[Éé]poca|[Tt]emporada|[Aa]no [Ll]etivo|[Ll]inha|[Pp]lataforma|[Nn]úmeros|[Tt]amanho|[Ss]ala|[Pp]ortas?|[Cc]ampeonato|[Ss]afra|[Ii]nverno)\s$/u,
    fileBefore: fileNumber,
    fixed: {
      '24/7': 'vinte e quatro horas por dia, sete dias por semana',
      '50/50': 'cinquenta cinquenta',
      '24h/24': 'vinte e quatro horas por dia',
    },
  },
  romans: {
    isRuler: (word) => rulers.has(word),
    ofRuler: (value, ruler) =>
      value <= 10 ? ordinal(value, queens.has(ruler) ? 'f' : 'm') : cardinal(value),
    ordinalNoun:
      /^(?:[Gg]uerra|[Rr]epública|[Cc]ongresso|[Ee]dição|[Cc]imeira|[Cc]úpula|[Cc]oncílio|[Ll]egislatura|[Jj]ornadas|[Ff]estival|[Aa]niversário|[Pp]rémio|[Pp]rêmio|[Cc]onferência|[Ff]eira|[Ii]nternacional|[Rr]eich|[Ff]órum|[Cc]ampeonato|[Tt]orneio|[Ee]ncontro|[Ss]emana|[Gg]overno|[Ll]iga|[Dd]ivisão|[Bb]atalhão)$/u,
    ordinal: (value, noun, before) => {
      const said = ordinal(value, isFeminine(noun.toLowerCase()) ? 'f' : 'm');
      return /Guerra|República|Internacional|Reich/.test(noun) || before.trim() === '' ? capital(said) : said;
    },
    countedBefore:
      /(?:^|[\s(«“"])(?:séculos?|capítulo|tomo|ato|acto|livro|volume|parte|fase|tipo|título|artigo|grupo|cena|classe|nível|anexo|zona|secção|seção|categoria)\s(?:[IVXL]+\s(?:e|a)\s)?$/iu,
    cardinal,
  },
  powers: {
    power: (base, exponent) =>
      exponent === 2
        ? `${base} ao quadrado`
        : exponent === 3
          ? `${base} ao cubo`
          : `${base} elevado a ${exponent < 0 ? 'menos ' : ''}${cardinal(Math.abs(exponent))}`,
    say: (written, { language }) => cardinal(written, language),
    units,
  },
  addresses,
  digitStrings,
  signs: {
    number: 'número',
    plus: 'mais',
    times: 'vezes',
    equals: 'igual a',
    percent: 'por cento',
    slash: 'barra',
  },
  textSigns: {
    and: () => 'e',
    plus: 'mais',
    equals: 'igual a',
    times: 'vezes',
    arrow: 'para',
    less: 'menos de',
    more: 'mais de',
    most: 'no máximo',
    least: 'pelo menos',
    paragraph: 'parágrafo',
    paragraphs: 'parágrafos',
  },
  abbreviations,
  weekdays: {
    names: {
      seg: 'segunda',
      ter: 'terça',
      qua: 'quarta',
      qui: 'quinta',
      sex: 'sexta',
      sáb: 'sábado',
      dom: 'domingo',
      Seg: 'Segunda',
      Ter: 'Terça',
      Qua: 'Quarta',
      Qui: 'Quinta',
      Sex: 'Sexta',
      Sáb: 'Sábado',
      Dom: 'Domingo',
    },
    to: 'a',
    and: 'e',
    links: 'a|e|ou',
    needsStop: true,
    precededBy: /(?:^|[\s(])(?:[Nn]a|[Nn]o|[Aa]|[Cc]ada|[Dd]e)\s$/u,
    followedBy: /^(?:(?:às\s)?\d{1,2}[:.]\d\d|(?:às\s)?\d{1,2}\s?h|\d{1,2}\sde\s|fechado|manhã|tarde|noite)/u,
  },
  isPhone: (found) =>
    /^(?:2\d \d{3} \d\d \d\d|2\d\d \d{3} \d{3}|9\d\d(?: \d{3}){2}|\d\d 9?\d{4}-\d{4}|9\d{4}-\d{4}|[2-5]\d{3}-\d{4}|0800[ -]\d{3}[ -]\d{4}|80[08](?: \d{3}){2})$/.test(
      found,
    ) && !found.endsWith('000'),
  sayBefore,
  first: [thousands],
  ordinals,
  words: new Map([decadeAfter('anos', cardinal)]),
  unitAlone: /(?:\b(?:por|o|do|ao|cada)\s|\/\s?)$/,
  enumerator: (value) => (value <= 10 ? `${capital(ordinal(value))}:` : `Número ${cardinal(value)}:`),
});

import { capital } from '../abbreviation-rules.ts';
import type { AddressWords } from '../address-rules.ts';
import type { DigitStringWords } from '../digit-strings.ts';
import { sayDigits } from '../identifier-rules.ts';
import { languageTable } from '../language-table.ts';
import { decadeAfter } from '../number-rules.ts';
import type { QuantityGrammar } from '../quantity-rules.ts';
import type { RulePosition, SpellingRule, SpellingTable } from '../spelling.ts';
import { isOne, numberSource, parseNumber, type WrittenNumber } from '../written-number.ts';
import { cardinal, count, digits, feminine, isFeminine, marks, ordinal, say, shortenOne } from './numbers.ts';
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
  to: ({ before }) => (/entre\s$/i.test(before) ? 'y' : 'a'),
  toWords: 'a',
  signs: {
    '-': 'menos',
    '−': 'menos',
    '–': 'menos',
    '+': 'más',
    '±': 'más menos',
    '~': 'unos',
    '≈': 'unos',
    '<': 'menos de',
    '>': 'más de',
    '≤': 'como máximo',
    '≥': 'al menos',
  },
  say,
  count: (number, { gender }) => count(number, gender),
  isSingular: isOne,
  per,
  perWord: 'por',
  scaleLink: 'de',
  ofScale: (scale, noun) => (scale === 'mil' ? `mil ${noun}` : `${scale} de ${noun}`),
  isRate: ({ one }) => one !== 'euro',
  withCents: (whole, _, currency, __, hundredths) =>
    `${whole} con ${count(hundredths, currency.cents!.gender)} ${isOne(hundredths) ? currency.cents!.one : currency.cents!.many}`,
};

const addresses: AddressWords = {
  dot: 'punto',
  slash: 'barra',
  at: 'arroba',
  hyphen: 'guion',
  digits,
  underscore: 'guion bajo',
  hashtag: 'almohadilla',
  plus: 'más',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const cities =
  /^\s(?:Madrid|Barcelona|Valencia|Sevilla|Zaragoza|Málaga|Murcia|Palma|Bilbao|Alicante|Córdoba|Valladolid|Vigo|Gijón|Granada|Oviedo|Pamplona|Santander|Burgos|Salamanca|Albacete|Logroño|Badajoz|León|Cádiz|Huelva|Toledo|Girona|Lleida|Tarragona|Cáceres|Segovia|Ávila|Cuenca|Soria|Teruel|Huesca|Jaén|Almería|Lugo|Ourense|Pontevedra|A Coruña|San Sebastián|Vitoria)(?!\p{L})/u;
const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:PIN|PUK|[Cc]ódigo(?: postal| de acceso| de seguridad)?|[Cc]uenta|[Nn]úmero de (?:cuenta|tarjeta|serie|cliente|pedido|expediente|socio|afiliación)|[Tt]arjeta|CP|C\.\sP\.|DNI|NIE|NIF|CIF|[Cc]ontraseña|[Rr]eferencia|[Ee]xtensión|[Tt]eléfono|[Ff]ax)(?:\s(?:es|número|n\.º))?:?\s$/u,
  numberWord: /(?:^|[\s(])(?:[Nn]úmero|n\.º|nº|núm\.)\s?$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:[Nn]úmero de serie|[Mm]atrícula|[Rr]eferencia|[Cc]ódigo|ISIN|[Mm]odelo|[Vv]uelo|DNI|NIF|CIF)(?:\ses)?:?\s$/u,
  hyphen: 'guion',
  isPostcode: (found, { before, after }) =>
    found.length === 5 &&
    !found.endsWith('000') &&
    (cities.test(after) || /(?:,\s|\bCP:?\s|[Cc]ódigo postal(?:\ses)?:?\s)$/.test(before)) &&
    !/^\s\p{Ll}/u.test(after),
};

const fractionNames: Readonly<Record<number, string>> = { 2: 'medio', 3: 'tercio' };
function fractionWords(above: number, below: number): string {
  const part =
    fractionNames[below] ??
    (below <= 10
      ? ordinal(below)
      : below === 100
        ? 'centésimo'
        : `${cardinal(below).replace(/[ao]$/, '')}avo`);
  return `${shortenOne(cardinal(above))} ${part.replaceAll(' ', '')}${above === 1 ? '' : 's'}`;
}

/** Words that no noun follows as a thing counted once: "Fórmula 1 en". */
const labelBefore =
  /(?:[Nn]úmero|n\.º|[Ff]órmula|[Cc]anal|[Cc]apítulo|[Pp]ágina|[Gg]rupo|[Tt]omo|[Nn]ivel|[Ff]ase|[Pp]uerta|[Ss]ala|[Ll]ínea|[Aa]rtículo|[Tt]ipo|La)\s$/u;
const nextNoun = (after: string): string | null => {
  const word = /^\s(\p{Ll}[\p{L}-]{2,})/u.exec(after)?.[1];
  return word === undefined ||
    /^(?:del?|por|con|sin|que|los|las|una|uno|más|como|para|hasta|contra|sobre|desde|entre|hacia|según|cuando|donde|pero|fue|era|son|está|han|hay|del|tras|ante|bajo|frente|durante|mientras|aunque|porque|también|ya|muy|ha|después|antes|ahora)$/.test(
      word,
    )
    ? null
    : word;
};

/** A number as the noun after it asks for: "veintiún años", "doscientas personas". */
function sayBefore(number: WrittenNumber, place: RulePosition): string {
  const noun = nextNoun(place.after);
  const isYear =
    /^(?:1[1-9]|20)\d\d$/.test(number.whole) && !/\d[. ]\d{3}$/.test(place.text.slice(0, place.end));
  if (noun === null || number.decimals !== '' || /\p{L}$/u.test(place.before)) return say(number, place);
  // What is counted is plural; after a label ("vagón 21") a verb follows.
  if (number.whole === '1' ? labelBefore.test(place.before) : !noun.endsWith('s')) return say(number, place);
  if (isYear && !/^(?:personas|mujeres|viviendas)$/.test(noun)) return say(number, place);
  return isFeminine(noun) ? feminine(number.whole) : shortenOne(cardinal(number.whole));
}

/** "ha" is a verb, too. */
const hectares: SpellingRule = {
  name: 'hectares',
  pattern: new RegExp(
    `(${numberSource(marks)})\\s?ha(?=\\s(?:del?|junto|a|en|cerca|entre|y|quemad\\p{L}+|cultivad\\p{L}+|arrasad\\p{L}+)(?!\\p{L})|[.,;:)]|$)`,
    'uy',
  ),
  say: ([, written], { before }) => {
    if (/(?:n\.º|nº|[Nn]úmero|[Ee]l|[Ll]a|[-])\s?$/u.test(before)) return null;
    const value = parseNumber(written!, marks);
    return `${count(value, 'f')} ${isOne(value) ? 'hectárea' : 'hectáreas'}`;
  },
};

/** "200 mil personas": thousands agree with what is counted, too. */
const thousands: SpellingRule = {
  name: 'thousands',
  pattern: /(\d{1,3})(?:,(\d))?\smil(?=\s\p{Ll})(?!\s(?:millones|bill|euros|dólares|pesos|libras|francos))/uy,
  say: ([, value, tenth], place) =>
    /[\p{L}\p{N}.,-]$/u.test(place.before)
      ? null
      : sayBefore({ whole: String(1_000 * Number(value) + 100 * Number(tenth ?? 0)), decimals: '' }, place),
};

const ordinals: readonly SpellingRule[] = [
  {
    name: 'ordinal',
    pattern: /(\d{1,3})(?:\.?([ºª°])|\.?(er|ra|do|da|to|ta|mo|ma|vo|va|no|na|os|as)(?![\p{L}\p{N}]))/uy,
    say: ([, value, sign, letters], { before, after }) => {
      if (/[\p{L}\p{N},.]$/u.test(before) || Number(value) === 0) return null;
      // "25º" is a temperature before "C", and a coordinate before minutes.
      if (sign !== undefined && /^\s?(?:C\b|F\b|\d)/.test(after)) return null;
      const isFem = sign === 'ª' || /a/.test(letters ?? '');
      const isPlural = letters === 'os' || letters === 'as';
      const isShort =
        letters === 'er' || (!isFem && nextNoun(after) !== null && !/^\s(?:de|en)\b/.test(after));
      return `${ordinal(Number(value), isFem ? 'f' : 'm', isShort && !isPlural)}${isPlural ? 's' : ''}`;
    },
  },
  {
    name: 'quarter',
    pattern: /([1-4])T\s?(\d{2}|20\d\d)(?![\p{L}\p{N}])/uy,
    say: ([, number, y], { before }) =>
      /[\p{L}\p{N}.,-]$/u.test(before)
        ? null
        : `${ordinal(Number(number), 'm', true)} trimestre de ${cardinal(y!.length === 2 ? `20${y}` : y!)}`,
  },
];

const rulers = new Set(
  (
    'Felipe Alfonso Fernando Enrique Isabel Luis Juan Pablo Benedicto Francisco Carlos Pío León Inocencio Urbano Gregorio Clemente Sixto Julio ' +
    'Alejandro Bonifacio Napoleón Guillermo Eduardo Jorge Ricardo Jacobo Pedro Sancho Ramiro Jaime Catalina María Cristina Margarita Federico ' +
    'Leopoldo Balduino Humberto Víctor Manuel Nicolás Iván Hasán Mohamed Abdalá Hussein Haakon Harald Olaf Gustavo Adolfo Ramsés Constantino'
  ).split(' '),
);
const queens = new Set('Isabel Catalina María Cristina Margarita'.split(' '));

const romanCentury: SpellingRule = {
  name: 'century',
  pattern: /(s\.)\s(?=[IVX]{1,5}(?![\p{L}\p{N}]))/uy,
  say: (_, { before }) => (/(?:\b(?:del|el|al|en|los|de)\s|\($)$/.test(before) ? 'siglo ' : null),
};

/** Labels of file numbers, laws and issues. */
const fileNumber =
  /(?:^|[\s(])(?:[Ll]ey|[Dd]ecreto|[Rr]eal [Dd]ecreto|[Ee]xpediente|[Ss]entencia|[Dd]irectiva|[Rr]eglamento|[Rr]esolución|[Oo]rden|[Aa]uto|[Nn]ota|[Oo]rgánica|[Nn]úm\.|[Nn]úmero|n\.?º)\s$/u;

/** Spanish, of every country that speaks it. */
export const spanish: SpellingTable = languageTable({
  numbers: { marks, digits, cardinal, say, year: cardinal, to: quantities.to, times: 'por', point: 'punto' },
  quantities,
  dates: {
    monthSource,
    monthOf,
    dayMarks: '(?:\\.?[º°]|er)?',
    beforeMonth: '\\s(?:de\\s)?',
    beforeYear: '\\s(?:del?\\s)?',
    afterYear: '',
    links: { al: 'al', y: 'y', o: 'o', a: 'a' },
    to: 'al',
    dayAlone: (day, place) => dayWord(day, place),
    date: ({ day, month, year }, place) =>
      `${day === undefined ? '' : `${dayWord(day, place)} de `}${months[month - 1]!}${year === undefined ? '' : ` de ${cardinal(year)}`}`,
    dateBefore:
      /(?:^|[\s(])(?:[Ee]l|[Dd]el|[Aa]l|[Dd]ía|[Ff]echa:?|[Dd]esde el|[Hh]asta el|(?:[Ll]unes|[Mm]artes|[Mm]iércoles|[Jj]ueves|[Vv]iernes|[Ss]ábado|[Dd]omingo),?)\s$/u,
    fileBefore: fileNumber,
  },
  times: {
    marks,
    digits,
    suffix: 'horas|hrs?\\.?|h',
    links: 'a(?: las?)?|y(?: las?)?',
    to: ({ before }) => (/entre(?: las?)?\s$/i.test(before) ? 'y' : 'a'),
    timeBefore:
      /(?:^|[\s(])(?:[Aa] las?|[Dd]e las?|[Dd]esde las?|[Hh]asta las?|[Ss]obre las?|[Hh]acia las?|[Ee]ntre las?|y las?|[Aa]ntes de las?|[Dd]espués de las?|[Ll]as?|[Hh]ora:)\s$/u,
    clock: (hour, minute, isNamed) => {
      const said = feminine(hour);
      const after =
        minute === null || minute === 0
          ? ''
          : minute < 10
            ? ` y ${cardinal(minute)}`
            : ` ${cardinal(minute)}`;
      return `${said}${after}${isNamed ? (hour === 1 && after === '' ? ' hora' : ' horas') : ''}`;
    },
    count: (number, noun) => `${count(number, noun.gender)} ${isOne(number) ? noun.one : noun.many}`,
    hours,
    minutes,
    seconds,
    and: 'y',
    comma: 'coma',
    cardinal,
    say,
    scoreBefore:
      /(?:gan[aóe]|venci|vence|derrot|empat|perd|goleó|golea|victoria|triunfo|marcador|resultado|se impuso|impone|impuso|partido|set|remont|doblegó|superó|cayó)/iu,
    scoreAfter: /^,?\s(?:ante|frente|contra|al|a favor|en (?:el|la) (?:ida|vuelta|final|partido))/u,
    score: (first, second) => `${cardinal(first)} a ${cardinal(second)}`,
    ratioBefore:
      /(?:escala|proporción|ratio|relación|formato|dilución|maqueta|mapa|plano)(?:\s(?:de|es|a|en|la|un|una)){0,3}[\s:(]*$/iu,
    ratio: (first, second) => `${first} a ${second}`,
  },
  fractions: {
    units,
    fraction: (above, below, { before, after }) => {
      const noun = nextNoun(after);
      if (above === 1 && below === 2 && noun !== null) return isFeminine(noun) ? 'media' : 'medio';
      const said = fractionWords(above, below);
      return /\b[Uu]n\s$/.test(before) ? said.replace(/^un /, '') : said;
    },
    mixed: (whole, above, below) =>
      `${cardinal(whole)} y ${below === 2 ? 'medio' : fractionWords(above, below)}`,
    mixedNoun: (whole, above, below, noun) => {
      const isFem = isFeminine(noun);
      const part =
        below === 2 ? (isFem ? 'media' : 'medio') : fractionWords(above, below).replace(/^un (?=cuarto)/, '');
      return `${isFem ? feminine(whole) : shortenOne(cardinal(whole))} ${noun} y ${part}`;
    },
    cardinal,
    year: cardinal,
    slash: 'barra',
    minus: 'menos',
    fractionBefore:
      /(?:^\s*|(?:^|[\s(])(?:[Uu]nos|[Cc]asi|[Ll]os|[Ee]l|[Uu]n|[Uu]nas|[Cc]erca de|[Mm]ás de|[Mm]enos de|[Aa]lrededor de|[Aa]proximadamente|y|[Dd]os|[Dd]e)\s)$/u,
    fractionAfter: /^\s(?:del?|parte|partes)(?!\p{L})/u,
    sideBySide:
      /(?:^|[\s(])(?:[Tt]emporada|[Cc]urso|[Vv]ía|[Aa]ndén|[Nn]úmeros?|[Tt]alla|[Ss]ala|[Pp]uertas?|[Ll]íneas?|[Cc]ampaña|[Ee]jercicio|[Ii]nvierno)\s$/u,
    fileBefore: fileNumber,
    fixed: {
      '24/7': 'veinticuatro siete',
      '50/50': 'cincuenta cincuenta',
      '24h/24': 'las veinticuatro horas',
    },
  },
  romans: {
    isRuler: (word) => rulers.has(word),
    ofRuler: (value, ruler) =>
      value <= 10 ? ordinal(value, queens.has(ruler) ? 'f' : 'm') : cardinal(value),
    ordinalNoun:
      /^(?:[Gg]uerra|[Rr]epública|[Cc]ongreso|[Ee]dición|[Cc]umbre|[Cc]oncilio|[Ll]egislatura|[Jj]ornadas|[Ff]estival|[Aa]niversario|[Pp]remio|[Pp]remios|[Cc]onferencia|[Ff]eria|[Cc]onvenio|[Ii]nternacional|[Rr]eich|[Ff]oro|[Cc]ampeonato|[Tt]orneo|[Ee]ncuentro|[Ss]emana|[Mm]emorial|[Cc]ertamen)$/u,
    ordinal: (value, noun, before) => {
      const said = ordinal(value, isFeminine(noun) || noun.endsWith('ón') ? 'f' : 'm', true);
      return /Guerra|República|Internacional|Reich/.test(noun) || before.trim() === '' ? capital(said) : said;
    },
    countedBefore:
      /(?:^|[\s(«“"])(?:siglos?|capítulo|tomo|acto|libro|volumen|parte|fase|tipo|título|artículo|grupo|escena|clase|nivel|anexo|zona|sección|categoría)\s(?:[IVXL]+\s(?:y|al?)\s)?$/iu,
    cardinal,
  },
  powers: {
    power: (base, exponent) =>
      exponent === 2
        ? `${base} al cuadrado`
        : exponent === 3
          ? `${base} al cubo`
          : `${base} elevado a ${exponent < 0 ? 'menos ' : ''}${cardinal(Math.abs(exponent))}`,
    say: (written) => cardinal(written),
    units,
  },
  addresses,
  digitStrings,
  signs: {
    number: 'número',
    plus: 'más',
    times: 'por',
    equals: 'igual a',
    percent: 'por ciento',
    slash: 'barra',
  },
  textSigns: {
    and: (after) => (/^h?i(?!e)/i.test(after) ? 'e' : 'y'),
    plus: 'más',
    equals: 'igual a',
    times: 'por',
    arrow: 'a',
    less: 'menos de',
    more: 'más de',
    most: 'como máximo',
    least: 'al menos',
    paragraph: 'párrafo',
    paragraphs: 'párrafos',
  },
  abbreviations,
  weekdays: {
    names: {
      lun: 'lunes',
      mar: 'martes',
      mié: 'miércoles',
      jue: 'jueves',
      vie: 'viernes',
      sáb: 'sábado',
      dom: 'domingo',
      Lun: 'Lunes',
      Mar: 'Martes',
      Mié: 'Miércoles',
      Jue: 'Jueves',
      Vie: 'Viernes',
      Sáb: 'Sábado',
      Dom: 'Domingo',
      L: 'lunes',
      V: 'viernes',
    },
    to: 'a',
    and: 'y',
    links: 'a|y|o',
    needsStop: true,
    precededBy: /(?:^|[\s(])(?:[Ee]l|[Dd]el|[Aa]l|[Cc]ada|[Ll]os)\s$/u,
    followedBy: /^(?:\d{1,2}[:.]\d\d|\d{1,2}\s?h|\d{1,2}\sde\s|cerrado|mañana|tarde|noche)/u,
  },
  isPhone: (found) => /^(?:9\d \d{3} \d\d \d\d|[689]\d\d(?: \d\d){3}|[89]00 \d{3} \d{3})$/.test(found),
  sayBefore,
  first: [hectares, thousands],
  ordinals,
  words: new Map([['s', [romanCentury]], decadeAfter('años', cardinal)]),
  unitAlone: /(?:\b(?:por|el|del|al|cada)\s|\/\s?)$/,
  enumerator: (value) => (value <= 10 ? `${capital(ordinal(value))}:` : `Número ${cardinal(value)}:`),
});

/** The first of a month is "uno" in Spain, "primero" in America. */
function dayWord(day: number, { language, text, start }: RulePosition): string {
  const isOrdinal = /^1(?:\.?[º°]|er)/.test(text.slice(start, start + 4));
  return day === 1 && (isOrdinal || !/^es(?:-es)?$/.test(language)) ? 'primero' : cardinal(day);
}

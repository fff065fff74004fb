import { capital } from '../abbreviation-rules.ts';
import type { AddressWords } from '../address-rules.ts';
import type { DigitStringWords } from '../digit-strings.ts';
import { sayDigits } from '../identifier-rules.ts';
import { languageTable } from '../language-table.ts';
import { decadeAfter } from '../number-rules.ts';
import { joinNumber, type QuantityGrammar } from '../quantity-rules.ts';
import type { RulePosition, SpellingRule, SpellingTable } from '../spelling.ts';
import { isOne, numberSource, parseNumber, type WrittenNumber } from '../written-number.ts';
import { cardinal, count, digits, isFeminine, marks, ordinal, say } from './numbers.ts';
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
  to: ({ before }) => (/(?:tra|fra)(?: i| gli| le| il)?\s$/i.test(before) ? 'e' : 'a'),
  toWords: 'a',
  signs: {
    '-': 'meno',
    '−': 'meno',
    '–': 'meno',
    '+': 'più',
    '±': 'più o meno',
    '~': 'circa',
    '≈': 'circa',
    '<': 'meno di',
    '>': 'più di',
    '≤': 'al massimo',
    '≥': 'almeno',
  },
  say,
  count: (number, { gender, one }) => count(number, gender, one),
  isSingular: isOne,
  per,
  perWord: '',
  scaleLink: 'di',
  ofScale: (scale, noun) => `${scale} di ${noun}`,
  isRate: ({ one }) => one !== 'euro',
  withCents: (whole, cents) => `${whole} e ${cents}`,
};

const addresses: AddressWords = {
  dot: 'punto',
  slash: 'barra',
  at: 'chiocciola',
  hyphen: 'trattino',
  digits,
  underscore: 'trattino basso',
  hashtag: 'hashtag',
  plus: 'più',
  number: (written) =>
    written.length > 4 || written.startsWith('0') ? sayDigits(written, digits) : cardinal(written),
};

const cities =
  /^\s(?:Roma|Milano|Napoli|Torino|Palermo|Genova|Bologna|Firenze|Bari|Catania|Venezia|Verona|Messina|Padova|Trieste|Brescia|Parma|Taranto|Prato|Modena|Reggio|Perugia|Livorno|Ravenna|Cagliari|Foggia|Rimini|Salerno|Ferrara|Sassari|Siracusa|Pescara|Monza|Bergamo|Trento|Vicenza|Bolzano|Novara|Piacenza|Ancona|Andria|Arezzo|Udine|Cesena|Lecce|Pesaro|Pisa|Lucca|Siena|Como|Varese|Cremona|Mantova|Lugano|Bellinzona)(?!\p{L})/u;
const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:PIN|PUK|CAP|[Cc]odice(?: postale| di accesso| di sicurezza| cliente)?|[Cc]onto(?: corrente)?|[Nn]umero di (?:conto|carta|serie|pratica|telefono|tessera)|[Cc]arta di credito|[Pp]artita IVA|[Pp]assword|[Rr]iferimento|[Ii]nterno|[Ff]ax)(?:\s(?:è|numero|n\.))?:?\s$/u,
  numberWord: /(?:^|[\s(])(?:[Nn]umero|n\.|n°|nr\.)\s?$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:[Nn]umero di serie|[Tt]arga|[Rr]iferimento|[Cc]odice|ISIN|[Mm]odello|[Vv]olo)(?:\sè)?:?\s$/u,
  hyphen: 'trattino',
  isPostcode: (found, { before, after }) =>
    found.length === 5 &&
    !found.endsWith('000') &&
    !/^\s\p{Ll}/u.test(after) &&
    (cities.test(after) || /,\s$/.test(before)),
};

const fractionNames: Readonly<Record<number, string>> = { 2: 'mezzo', 4: 'quarto' };
function fractionWords(above: number, below: number): string {
  const part = fractionNames[below] ?? ordinal(below);
  return `${above === 1 ? 'un' : cardinal(above)} ${above === 1 ? part : part.replace(/o$/, 'i')}`;
}

const nextNoun = (after: string): string | null => {
  const word = /^\s(\p{Ll}[\p{L}-]{2,})/u.exec(after)?.[1];
  return word === undefined ||
    /^(?:del(?:la|lo|le)?|degli|dei|dal(?:la)?|nel(?:la)?|sul(?:la)?|alla|allo|alle|agli|con|per|che|una|uno|più|come|contro|verso|dopo|prima|entro|circa|era|sono|sta|stata|stato|hanno|aveva|resta|resterà|sarà|rimane|torna|viene|oltre|senza|quando|mentre|anche|già|non|poi|tra|fra)$/u.test(
      word,
    )
    ? null
    : word;
};
const labelBefore =
  /(?:[Nn]umero|n\.|[Ff]ormula|[Cc]anale|[Cc]apitolo|[Pp]agina|[Gg]ruppo|[Vv]olume|[Ll]ivello|[Ff]ase|[Ss]ala|[Ll]inea|[Aa]rticolo|[Tt]ipo|[Bb]inario|[Ss]erie|[Rr]ete|[Pp]ista|[Zz]ona|[Ii]talia|Rai|Tg|Sky)\s$/u;

/** "una persona", "un uomo"; other numbers do not agree. */
function sayBefore(number: WrittenNumber, place: RulePosition): string {
  const noun = nextNoun(place.after);
  if (noun === 'anni' && /^[2-9]0$/.test(number.whole) && number.decimals === '')
    return `${cardinal(number.whole).slice(0, -1)}’`;
  return noun === null || !isOne(number) || labelBefore.test(place.before) || /\p{L}$/u.test(place.before)
    ? say(number, place)
    : count(number, isFeminine(noun) ? 'f' : 'm', noun);
}

const ordinalNouns =
  /^(?:piano|posto|giorno|anno|secolo|turno|grado|atto|articolo|anniversario|minuto|gol|titolo|scudetto|governo|festival|congresso|congressi|quarto|tempo|giro|set|episodio|libro|compleanno|comma|mondiale|trimestre|semestre|mese|reparto|reggimento|battaglione|arrondissement)$/u;

/** "ha" is a verb, too. */
const hectares: SpellingRule = {
  name: 'hectares',
  pattern: new RegExp(
    `(${numberSource(marks)})\\s?ha(?=\\s(?:d[i’]|del(?:la|l’)?|lungo|a|in|nel(?:la|l’)?|intorno|tra|e|coltivat\\p{L}|circa)(?!\\p{L})|[.,;:)]|$)`,
    'uy',
  ),
  say: ([, written], { before }) => {
    if (
      /(?:n\.|n°|[Nn]umero|[Ii]l|[Ll]a|[-\p{L}])\s?$/u.test(before) &&
      !/\b(?:di|circa|oltre|occupa|bruciato|bruciati|da|per|tra|e|su|sono)\s$/.test(before)
    )
      return null;
    const value = parseNumber(written!, marks);
    return isOne(value) ? 'un ettaro' : `${say(value, { language: 'it' })} ettari`;
  },
};

const ordinals: readonly SpellingRule[] = [
  {
    name: 'minute of a match',
    pattern: /(\d{1,3})[’'](?![\p{L}\p{N}])/uy,
    say: ([, value], { before }) =>
      /\b(?:al|dal|del|nel|all|dall)[\s’]$/.test(before) ? `${ordinal(Number(value))} minuto` : null,
  },
  {
    name: 'thousands',
    pattern: /(\d{1,3})(?:,(\d))?\s?mila(?:\s?€)?(?!\p{L})/uy,
    say: ([found, value, tenth], { before }) =>
      /[\p{L}\p{N}.,]$/u.test(before)
        ? null
        : `${cardinal(1_000 * Number(value) + 100 * Number(tenth ?? 0))}${found.endsWith('€') ? ' euro' : ''}`,
  },
  hectares,
  {
    name: 'ordinal',
    pattern: /(\d{1,3}(?:\.\d{3})?)([º°ª]|(?:esim)?(?:o|a|i|e)(?![\p{L}\p{N}])|mo(?!\p{L})|ma(?!\p{L}))/uy,
    say: ([, written, mark], { before, after }) => {
      const value = Number(written!.replace('.', ''));
      if (/[\p{L}\p{N},.-]$/u.test(before) || value === 0) return null;
      // "25°" is a temperature or an angle unless a noun that is counted follows.
      const noun = /^\s(\p{L}[\p{L}-]*)/u.exec(after)?.[1] ?? '';
      if (mark === '°' && !ordinalNouns.test(noun.toLowerCase()) && !/^\p{L}{3,}[oa]$/u.test(noun)) {
        if (value > 31 || !/(?:\b(?:il|al|del|dal|nel)\s)$/i.test(before)) return null;
      }
      if (/^(?:o|a|i|e|mo|ma)$/.test(mark!) && value > 99) return null;
      const ending =
        mark === 'ª' || mark!.endsWith('a') ? 'a' : /[ie]$/.test(mark!) ? (mark!.at(-1) as 'i' | 'e') : 'o';
      return ordinal(value, ending);
    },
  },
  {
    name: 'decade',
    pattern: /['’]?(\d0)(?![\p{L}\p{N}]|[.,:]\d|\s?[%€$£])/uy,
    say: ([, value], { before }) => (/(?:\banni\s['’]?)$/i.test(before) ? cardinal(value!) : null),
  },
  {
    name: 'quarter',
    pattern: /([1-4])T\s?(\d{2}|20\d\d)(?![\p{L}\p{N}])/uy,
    say: ([, number, y], { before }) =>
      /[\p{L}\p{N}.,-]$/u.test(before)
        ? null
        : `${ordinal(Number(number))} trimestre ${cardinal(y!.length === 2 ? `20${y}` : y!)}`,
  },
];

const rulers = new Set(
  (
    'Giovanni Paolo Benedetto Pio Leone Vittorio Emanuele Amedeo Umberto Luigi Carlo Enrico Federico Filippo Elisabetta Margherita Caterina ' +
    'Francesco Gregorio Clemente Sisto Giulio Alessandro Bonifacio Innocenzo Napoleone Giorgio Guglielmo Edoardo Ferdinando Urbano Celestino Niccolò ' +
    'Nicola Ivan Pietro Cristina Maria Isabella Riccardo Ottone Corrado Lotario Ruggero Tancredi Cosimo Lorenzo Alfonso Felipe Juan Carlos Leopoldo Baldovino ' +
    'Alberto Costantino Teodosio Ramses Tolomeo Harald Olav Gustavo Adolfo Massimiliano Rodolfo Giuseppe Callisto Onorio Martino Eugenio Stefano Adriano Marcello'
  ).split(' '),
);
const queens = new Set('Elisabetta Margherita Caterina Cristina Maria Isabella'.split(' '));

/** Labels of file numbers, laws and issues. */
const fileNumber =
  /(?:^|[\s(])(?:[Ll]egge|[Dd]ecreto(?:\slegge|\slegislativo)?|[Dd]irettiva|[Rr]egolamento|[Ss]entenza|[Oo]rdinanza|[Dd]elibera|[Cc]ircolare|[Pp]ratica|[Pp]rotocollo|[Nn]umero|n\.|n°)\s$/u;

/** Italian, of every country that speaks it. */
export const italian: SpellingTable = languageTable({
  numbers: { marks, digits, cardinal, say, year: cardinal, to: quantities.to, times: 'per', point: 'punto' },
  quantities,
  dates: {
    monthSource,
    monthOf,
    dayMarks: '[º°]?',
    beforeMonth: '\\s',
    beforeYear: '\\s(?:del\\s)?',
    afterYear: '',
    links: { al: 'al', e: 'e', o: 'o', 'e il': 'e il', 'o il': 'o il', a: 'a' },
    to: 'al',
    dayAlone: dayWord,
    date: ({ day, month, year }, place) =>
      `${day === undefined ? '' : `${dayWord(day, place)} `}${months[month - 1]!}${year === undefined ? '' : ` ${cardinal(year)}`}`,
    dateBefore:
      /(?:^|[\s(])(?:[Ii]l|[Dd]el|[Aa]l|[Dd]al|[Ee]ntro il|[Ff]ino al|[Gg]iorno|[Dd]ata:?|(?:[Ll]une|[Mm]arte|[Mm]ercole|[Gg]iove|[Vv]ener)dì|[Ss]abato|[Dd]omenica)\s$/u,
    fileBefore: fileNumber,
  },
  times: {
    marks,
    digits,
    suffix: 'h',
    links: 'alle|e le|all’|a',
    to: ({ before }) =>
      /(?:tra|fra)(?: le)?\s$/i.test(before) ? 'e le' : /dall[e’'][^.]{0,20}$/i.test(before) ? 'alle' : 'a',
    timeBefore:
      /(?:^|[\s(])(?:(?:[Aa]lle|[Dd]alle|[Dd]elle|[Ll]e|e|[Oo]re|[Ee]ntro le|[Ff]ino alle|[Vv]erso le|[Dd]opo le|[Tt]ra le|[Oo]rario:|[Hh])\s(?:ore\s)?|(?:[Aa]ll|[Dd]all|[Dd]ell|[Ll])[’'])$/u,
    clock: (hour, minute) => {
      const said = hour === 1 ? 'una' : cardinal(hour);
      return minute === null || minute === 0 ? said : `${said} e ${cardinal(minute)}`;
    },
    count: (number, noun) =>
      joinNumber(count(number, noun.gender, noun.one), isOne(number) ? noun.one : noun.many),
    hours,
    minutes,
    seconds,
    and: 'e',
    comma: 'virgola',
    cardinal,
    say,
    scoreBefore:
      /(?:vinc|vinto|vince|batt|sconfi|pareggi|perd|perso|successo|vittoria|trionf|risultato|punteggio|si impone|s’impone|impos|partita|gara|set|supera|piega|rimont|finisce|finita|termina|chiude|travolge|espugna)/iu,
    scoreAfter: /^,?\s(?:contro|sul|al|per (?:il|la|l’)|in (?:casa|trasferta|finale)|ai danni)/u,
    score: (first, second) => `${cardinal(first)} a ${cardinal(second)}`,
    ratioBefore:
      /(?:scala|rapporto|proporzione|formato|diluizione|modellino|mappa|carta)(?:\s(?:di|è|a|in|da|un|una)){0,3}[\s:(]*$/iu,
    ratio: (first, second) => `${first} a ${second}`,
  },
  fractions: {
    units,
    fraction: (above, below, { before, after }) => {
      const noun = nextNoun(after);
      if (above === 1 && below === 2 && noun !== null) return isFeminine(noun) ? 'mezza' : 'mezzo';
      const said = fractionWords(above, below);
      return /\b[Uu]n\s$/.test(before) ? said.replace(/^un /, '') : said;
    },
    mixed: (whole, above, below) =>
      `${cardinal(whole)} e ${below === 2 ? 'mezzo' : fractionWords(above, below)}`,
    mixedNoun: (whole, above, below, noun) =>
      `${whole === '1' ? count({ whole, decimals: '' }, isFeminine(noun) ? 'f' : 'm', noun) : cardinal(whole)} ${noun} e ${below === 2 ? 'mezzo' : fractionWords(above, below)}`,
    cardinal,
    year: cardinal,
    slash: 'barra',
    minus: 'meno',
    fractionBefore:
      /(?:^\s*|(?:^|[\s(])(?:[Cc]irca|[Qq]uasi|[Ii]|[Ii]l|[Uu]n|[Pp]iù di|[Mm]eno di|[Oo]ltre|[Dd]i|e|[Dd]ue|[Aa]ggiungete|[Dd]ei)\s)$/u,
    fractionAfter: /^\s(?:di|d’|del|dei|degli|della|delle|dell’|circa)(?:\s|(?<=’))/u,
    sideBySide:
      /(?:^|[\s(])(?:[Ss]tagione|[Bb]inari?o?|[Nn]umeri|[Tt]aglia|[Ss]ala|[Aa]nno (?:scolastico|accademico)|[Ll]inee?a?|[Ii]nverno|[Cc]ampionato|[Ss]erie A)\s$/u,
    fileBefore: fileNumber,
    fixed: {
      '24/7': 'ventiquattro ore su ventiquattro, sette giorni su sette',
      '24h/24': 'ventiquattro ore su ventiquattro',
      '24 ore/24': 'ventiquattro ore su ventiquattro',
      '7/7': 'sette su sette',
      '50/50': 'cinquanta e cinquanta',
    },
  },
  romans: {
    isRuler: (word) => rulers.has(word),
    ofRuler: (value, ruler) => ordinal(value, queens.has(ruler) ? 'a' : 'o'),
    ordinalNoun:
      /^(?:[Gg]uerra|[Ss]ecolo|[Cc]ongresso|[Ee]dizione|[Vv]ertice|[Cc]oncilio|[Ll]egislatura|[Ff]estival|[Aa]nniversario|[Pp]remio|[Cc]onferenza|[Ff]iera|[Ii]nternazionale|[Rr]eich|[Cc]ampionato|[Tt]orneo|[Gg]iornata|[Mm]unicipio|[Ss]ezione|[Dd]inastia|[Rr]epubblica|[Cc]rociata|[Oo]limpiade|[Bb]attaglione|[Rr]eggimento|[Cc]ircoscrizione)$/u,
    ordinal: (value, noun, before) => {
      const said = ordinal(value, isFeminine(noun.toLowerCase()) ? 'a' : 'o');
      return /Guerra|Repubblica|Internazionale|Reich/.test(noun) || before.trim() === ''
        ? capital(said)
        : said;
    },
    countedBefore:
      /(?:^|[\s(«“"])(?:secoli?|capitolo|tomo|atto|libro|volume|parte|fase|tipo|titolo|articolo|gruppo|scena|classe|livello|allegato|zona|sezione|categoria)\s(?:[IVXL]+\s(?:e|al?)\s)?$/iu,
    cardinal,
  },
  powers: {
    power: (base, exponent) =>
      exponent === 2
        ? `${base} al quadrato`
        : exponent === 3
          ? `${base} al cubo`
          : `${base} alla ${exponent < 0 ? 'meno ' : ''}${cardinal(Math.abs(exponent))}`,
    say: (written) => cardinal(written),
    units,
  },
  addresses,
  digitStrings,
  signs: {
    number: 'numero',
    plus: 'più',
    times: 'per',
    equals: 'uguale',
    percent: 'per cento',
    slash: 'barra',
  },
  textSigns: {
    and: () => 'e',
    plus: 'più',
    equals: 'uguale a',
    times: 'per',
    arrow: 'a',
    less: 'meno di',
    more: 'più di',
    most: 'al massimo',
    least: 'almeno',
    paragraph: 'paragrafo',
    paragraphs: 'paragrafi',
  },
  abbreviations,
  weekdays: {
    names: {
      lun: 'lunedì',
      mar: 'martedì',
      mer: 'mercoledì',
      gio: 'giovedì',
      ven: 'venerdì',
      sab: 'sabato',
      dom: 'domenica',
      Lun: 'Lunedì',
      Mar: 'Martedì',
      Mer: 'Mercoledì',
      Gio: 'Giovedì',
      Ven: 'Venerdì',
      Sab: 'Sabato',
      Dom: 'Domenica',
    },
    to: 'a',
    and: 'e',
    links: 'a|e|o',
    needsStop: true,
    precededBy: /(?:^|[\s(])(?:[Ii]l|[Dd]el|[Aa]l|[Dd]al|[Oo]gni)\s$/u,
    followedBy:
      /^(?:(?:ore\s)?\d{1,2}[:.]\d\d|\d{1,2}\s?h|\d{1,2}\s\p{Ll}{3,}|chiuso|mattina|pomeriggio|sera)/u,
  },
  isPhone: (found) =>
    /^(?:0\d{1,3}[ ./-]\d{5,8}|0\d{1,3}(?:[ .]\d{2,4}){2,3}|3\d\d[ .-]\d{6,7}|3\d\d(?:[ .]\d{2,4}){2,3}|800[ .-]\d{6}|800(?:[ .]\d{3}){2})$/.test(
      found,
    ),
  sayBefore,
  first: ordinals,
  ordinals: [],
  words: new Map([decadeAfter('anni', cardinal)]),
  unitAlone: /(?:\b(?:al|per|il|del)\s|\/\s?)$/,
  enumerator: (value) => (value <= 20 ? `${capital(ordinal(value))}:` : `Numero ${cardinal(value)}:`),
});

/** The first of a month is an ordinal except after "l’", the others are numbers. */
function dayWord(day: number, { before }: RulePosition): string {
  return day === 1 && !/[’']$/.test(before) ? 'primo' : cardinal(day);
}

import type { Abbreviation } from '../abbreviation-rules.ts';
import type { CountedNoun, Currency, Gender } from '../quantity-rules.ts';
import { unitTable } from '../unit-table.ts';

export const months =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ');
/** Names and abbreviations of months, a pattern's source. */
export const monthSource =
  '(?:[Gg]ennaio|[Ff]ebbraio|[Mm]arzo|[Aa]prile|[Mm]aggio|[Gg]iugno|[Ll]uglio|[Aa]gosto|[Ss]ettembre|[Oo]ttobre|[Nn]ovembre|[Dd]icembre|(?:gen|genn|feb|febb|mar|apr|mag|giu|lug|ago|set|sett|ott|nov|dic)\\.)';
export const monthOf = (written: string): number =>
  months.findIndex((month) => month.startsWith(written.toLowerCase().replace('.', ''))) + 1;

const noun = (one: string, many: string, gender: Gender = 'm'): CountedNoun => ({ one, many, gender });
const same = (one: string, gender: Gender = 'm'): CountedNoun => noun(one, one, gender);

export const hours = noun('ora', 'ore', 'f');
export const minutes = noun('minuto', 'minuti');
export const seconds = noun('secondo', 'secondi');

export const units = unitTable(
  {
    base: {
      m: noun('metro', 'metri'),
      g: noun('grammo', 'grammi'),
      l: noun('litro', 'litri'),
      W: same('watt'),
      Wh: same('wattora'),
      V: same('volt'),
      B: same('byte'),
      bit: same('bit'),
      Hz: same('hertz'),
      J: same('joule'),
      cal: noun('caloria', 'calorie', 'f'),
      Pa: same('pascal'),
      t: noun('tonnellata', 'tonnellate', 'f'),
      N: same('newton'),
      Ah: same('amperora'),
      bar: same('bar'),
    },
    prefixes: {
      n: 'nano',
      µ: 'micro',
      m: 'milli',
      c: 'centi',
      d: 'deci',
      h: 'etto',
      k: 'chilo',
      M: 'mega',
      G: 'giga',
      T: 'tera',
    },
    square: ({ one, many, gender }) => noun(`${one} quadrato`, `${many} quadrati`, gender),
    cubic: ({ one, many, gender }) => noun(`${one} cubo`, `${many} cubi`, gender),
    per: ({ one, many, gender }, other) =>
      other === 'ora'
        ? noun(`${one} orario`, `${many} orari`, gender)
        : noun(`${one} al ${other}`, `${many} al ${other}`, gender),
    hour: 'ora',
    second: 'secondo',
    kilometre: 'chilometro',
    litre: 'litro',
    cubicMetre: 'metro cubo',
  },
  {
    kg: noun('chilo', 'chili'),
    mq: noun('metro quadrato', 'metri quadrati'),
    mc: noun('metro cubo', 'metri cubi'),
    kmq: noun('chilometro quadrato', 'chilometri quadrati'),
    q: noun('quintale', 'quintali'),
    '%': same('per cento', 'n'),
    '‰': same('per mille', 'n'),
    '°C': noun('grado Celsius', 'gradi Celsius'),
    '° C': noun('grado Celsius', 'gradi Celsius'),
    '°F': noun('grado Fahrenheit', 'gradi Fahrenheit'),
    '°': noun('grado', 'gradi'),
    min: minutes,
    'min.': minutes,
    sec: seconds,
    s: seconds,
    ms: noun('millisecondo', 'millisecondi'),
    CV: noun('cavallo', 'cavalli'),
    cv: noun('cavallo', 'cavalli'),
    dB: same('decibel'),
    'ab.': noun('abitante', 'abitanti'),
    Ω: same('ohm'),
    'l/100 km': noun('litro per cento chilometri', 'litri per cento chilometri'),
  },
);

/** What follows a slash after an amount. */
export const per: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mese: 'al mese',
    anno: 'all’anno',
    settimana: 'a settimana',
    giorno: 'al giorno',
    notte: 'a notte',
    ora: 'all’ora',
    h: 'all’ora',
    minuto: 'al minuto',
    min: 'al minuto',
    secondo: 'al secondo',
    s: 'al secondo',
    persona: 'a persona',
    'pers.': 'a persona',
    abitante: 'per abitante',
    'ab.': 'per abitante',
    pezzo: 'al pezzo',
    barile: 'al barile',
    litro: 'al litro',
    l: 'al litro',
    L: 'al litro',
    kg: 'al chilo',
    chilo: 'al chilo',
    g: 'al grammo',
    t: 'alla tonnellata',
    tonnellata: 'alla tonnellata',
    km: 'al chilometro',
    m: 'al metro',
    'm²': 'al metro quadrato',
    m2: 'al metro quadrato',
    mq: 'al metro quadrato',
    'km²': 'per chilometro quadrato',
    km2: 'per chilometro quadrato',
    kmq: 'per chilometro quadrato',
    'm³': 'al metro cubo',
    m3: 'al metro cubo',
    mc: 'al metro cubo',
    ha: 'all’ettaro',
    kWh: 'al chilowattora',
    kwh: 'al chilowattora',
    MWh: 'al megawattora',
    oncia: 'all’oncia',
  }),
);

const money = (one: string, many: string, cents: CountedNoun | null, gender: Gender = 'm'): Currency => ({
  one,
  many,
  gender,
  cents,
});
const cents = noun('centesimo', 'centesimi');
const euro = money('euro', 'euro', cents);
const dollar = money('dollaro', 'dollari', cents);
const pound = money('sterlina', 'sterline', noun('penny', 'pence'), 'f');
const swissFranc = money('franco svizzero', 'franchi svizzeri', cents);

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    '€': euro,
    EUR: euro,
    euro,
    'M€': money('milione di euro', 'milioni di euro', null),
    'mln€': money('milione di euro', 'milioni di euro', null),
    'k€': money('mila euro', 'mila euro', null),
    $: dollar,
    dollaro: dollar,
    dollari: dollar,
    US$: dollar,
    USD: dollar,
    '£': pound,
    GBP: pound,
    sterline: pound,
    CHF: swissFranc,
    franchi: money('franco', 'franchi', cents),
    '¥': money('yen', 'yen', null),
    JPY: money('yen', 'yen', null),
    lire: money('lira', 'lire', null, 'f'),
    '₹': money('rupia', 'rupie', null, 'f'),
    '₩': money('won', 'won', null),
    '₽': money('rublo', 'rubli', null),
    '₺': money('lira turca', 'lire turche', null, 'f'),
    '₴': money('grivnia', 'grivnie', null, 'f'),
    '₿': money('bitcoin', 'bitcoin', null),
    centesimi: money('centesimo', 'centesimi', null),
    cent: money('centesimo', 'centesimi', null),
  }),
);

const million = noun('milione', 'milioni');
const billion = noun('miliardo', 'miliardi');
export const scales: ReadonlyMap<string, CountedNoun> = new Map(
  Object.entries({
    milione: million,
    milioni: million,
    mln: million,
    'mln.': million,
    miliardo: billion,
    miliardi: billion,
    mld: billion,
    'mld.': billion,
    mrd: billion,
  }),
);

const name = /^\s?\p{Lu}/u;
const number = /^\s?\d/;

export const abbreviations: readonly Abbreviation[] = [
  ['sig.', 'signor', { followedBy: name }],
  ['sig.ra', 'signora', { followedBy: name }],
  ['sigg.', 'signori', { followedBy: name }],
  ['dott.', 'dottor', { followedBy: name }],
  ['dott.ssa', 'dottoressa', { followedBy: name }],
  ['dr.', 'dottor', { followedBy: name }],
  ['dr.ssa', 'dottoressa', { followedBy: name }],
  ['prof.', 'professor', { followedBy: name }],
  ['prof.ssa', 'professoressa', { followedBy: name }],
  ['avv.', 'avvocato', { followedBy: name }],
  ['ing.', 'ingegner', { followedBy: name }],
  ['arch.', 'architetto', { followedBy: name }],
  ['geom.', 'geometra', { followedBy: name }],
  ['rag.', 'ragionier', { followedBy: name }],
  ['on.', 'onorevole', { followedBy: name }],
  ['sen.', 'senatore', { followedBy: name }],
  ['mons.', 'monsignor', { followedBy: name }],
  ['gen.', 'generale', { followedBy: name }],
  ['col.', 'colonnello', { followedBy: name }],
  ['cap.', 'capitolo', { followedBy: /^\s?[\dIVX]/ }],
  ['S. Pietro', 'San Pietro'],
  ['S. Maria', 'Santa Maria'],
  ['S.p.A.', 'S P A'],
  ['S.r.l.', 'S R L'],
  ['ecc.', 'eccetera'],
  ['es.', 'esempio', { precededBy: /\b(?:ad|per)\s$/i }],
  ['p. es.', 'per esempio'],
  ['cfr.', 'confronta'],
  ['pag.', 'pagina', { followedBy: number }],
  ['pagg.', 'pagine', { followedBy: number }],
  ['p.', 'pagina', { followedBy: number }],
  ['pp.', 'pagine', { followedBy: number }],
  ['art.', 'articolo', { followedBy: number }],
  ['artt.', 'articoli', { followedBy: number }],
  ['vol.', 'volume', { followedBy: /^\s?[\dIVX]/ }],
  ['fig.', 'figura', { followedBy: number }],
  ['n.', 'numero', { followedBy: number }],
  ['nn.', 'numeri', { followedBy: number }],
  ['n°', 'numero', { followedBy: number }],
  ['nº', 'numero', { followedBy: number }],
  ['nr.', 'numero', { followedBy: number }],
  ['num.', 'numero', { followedBy: number }],
  ['c.a.', 'circa'],
  ['ca.', 'circa'],
  ['a.C.', 'avanti Cristo'],
  ['a. C.', 'avanti Cristo'],
  ['d.C.', 'dopo Cristo'],
  ['d. C.', 'dopo Cristo'],
  ['v.le', 'viale', { followedBy: /^\s\p{L}/u }],
  ['p.zza', 'piazza', { followedBy: /^\s\p{L}/u }],
  ['p.za', 'piazza', { followedBy: /^\s\p{L}/u }],
  ['c.so', 'corso', { followedBy: /^\s\p{L}/u }],
  ['tel.', 'telefono', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['cell.', 'cellulare', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['max.', 'massimo'],
  ['min.', 'minimo', { followedBy: number }],
  ['F.lli', 'Fratelli', { followedBy: name }],
  ['D.L.', 'decreto legge', { followedBy: /^\s(?:n|\d)/ }],
  ['D.Lgs.', 'decreto legislativo', { followedBy: /^\s(?:n|\d)/ }],
  ['d.lgs.', 'decreto legislativo', { followedBy: /^\s(?:n|\d)/ }],
  ['co.', 'comma', { followedBy: number }],
  ['ab.', 'abitanti', { precededBy: /\p{N}\s$/u }],
  ['prov.', 'provincia'],
  ['vs.', 'contro'],
];

import type { Abbreviation } from '../abbreviation-rules.ts';
import type { CountedNoun, Currency, Gender } from '../quantity-rules.ts';
import { unitTable } from '../unit-table.ts';

export const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
/** Names and abbreviations of months, a pattern's source. */
export const monthSource =
  '(?:[Ee]nero|[Ff]ebrero|[Mm]arzo|[Aa]bril|[Mm]ayo|[Jj]unio|[Jj]ulio|[Aa]gosto|[Ss]ep?tiembre|[Oo]ctubre|[Nn]oviembre|[Dd]iciembre|(?:ene|feb|abr|jun|jul|ago|sept|sep|oct|nov|dic)\\.)';
export const monthOf = (written: string): number => {
  const name = written.toLowerCase().replace('.', '').replace('setiembre', 'septiembre');
  return months.findIndex((month) => month.startsWith(name.slice(0, 3)) && month.startsWith(name)) + 1;
};

const noun = (one: string, gender: Gender = 'm', many = `${one}s`): CountedNoun => ({ one, many, gender });
const phrase = (one: string, rest: string, gender: Gender = 'm'): CountedNoun =>
  noun(`${one} ${rest}`, gender, `${one}s ${rest}`);

export const hours = noun('hora', 'f');
export const minutes = noun('minuto');
export const seconds = noun('segundo');

export const units = unitTable(
  {
    base: {
      m: noun('metro'),
      g: noun('gramo'),
      l: noun('litro'),
      W: noun('vatio'),
      Wh: phrase('vatio', 'hora'),
      V: noun('voltio'),
      B: noun('byte'),
      bit: noun('bit'),
      Hz: noun('hercio'),
      J: noun('julio'),
      cal: noun('caloría', 'f'),
      Pa: noun('pascal', 'm', 'pascales'),
      t: noun('tonelada', 'f'),
      N: noun('newton', 'm', 'newtons'),
      Ah: phrase('amperio', 'hora'),
      bar: noun('bar', 'm', 'bares'),
    },
    prefixes: {
      n: 'nano',
      µ: 'micro',
      m: 'mili',
      c: 'centi',
      d: 'deci',
      h: 'hecto',
      k: 'kilo',
      M: 'mega',
      G: 'giga',
      T: 'tera',
    },
    square: ({ one, many, gender }) => ({ one: `${one} cuadrado`, many: `${many} cuadrados`, gender }),
    cubic: ({ one, many, gender }) => ({ one: `${one} cúbico`, many: `${many} cúbicos`, gender }),
    per: ({ one, many, gender }, other) => ({
      one: `${one} por ${other}`,
      many: `${many} por ${other}`,
      gender,
    }),
    hour: 'hora',
    second: 'segundo',
    kilometre: 'kilómetro',
    litre: 'litro',
    cubicMetre: 'metro cúbico',
  },
  {
    km: noun('kilómetro'),
    mm: noun('milímetro'),
    cm: noun('centímetro'),
    dm: noun('decímetro'),
    nm: noun('nanómetro'),
    µm: noun('micrómetro'),
    μm: noun('micrómetro'),
    'km²': { one: 'kilómetro cuadrado', many: 'kilómetros cuadrados', gender: 'm' },
    km2: { one: 'kilómetro cuadrado', many: 'kilómetros cuadrados', gender: 'm' },
    'cm²': { one: 'centímetro cuadrado', many: 'centímetros cuadrados', gender: 'm' },
    'cm³': { one: 'centímetro cúbico', many: 'centímetros cúbicos', gender: 'm' },
    'hm³': { one: 'hectómetro cúbico', many: 'hectómetros cúbicos', gender: 'm' },
    hm3: { one: 'hectómetro cúbico', many: 'hectómetros cúbicos', gender: 'm' },
    'km/h': phrase('kilómetro', 'por hora'),
    kmh: phrase('kilómetro', 'por hora'),
    MW: noun('megavatio'),
    GW: noun('gigavatio'),
    kW: noun('kilovatio'),
    kg: noun('kilo'),
    '%': noun('por ciento', 'n', 'por ciento'),
    '‰': noun('por mil', 'n', 'por mil'),
    '°C': phrase('grado', 'Celsius'),
    ºC: phrase('grado', 'Celsius'),
    '° C': phrase('grado', 'Celsius'),
    '°F': phrase('grado', 'Fahrenheit'),
    '°': noun('grado'),
    h: hours,
    min: minutes,
    'min.': minutes,
    s: seconds,
    ms: noun('milisegundo'),
    CV: { one: 'caballo', many: 'caballos', gender: 'm' },
    dB: noun('decibelio'),
    'hab.': noun('habitante'),
    mph: phrase('milla', 'por hora', 'f'),
    Ω: noun('ohmio'),
    'l/100 km': phrase('litro', 'a los cien kilómetros'),
  },
);

/** What follows a slash after an amount. */
export const per: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mes: 'mes',
    año: 'año',
    semana: 'semana',
    día: 'día',
    noche: 'noche',
    hora: 'hora',
    h: 'hora',
    minuto: 'minuto',
    min: 'minuto',
    segundo: 'segundo',
    s: 'segundo',
    persona: 'persona',
    'pers.': 'persona',
    habitante: 'habitante',
    hab: 'habitante',
    'hab.': 'habitante',
    unidad: 'unidad',
    pieza: 'pieza',
    barril: 'barril',
    litro: 'litro',
    l: 'litro',
    L: 'litro',
    kg: 'kilo',
    kilo: 'kilo',
    g: 'gramo',
    t: 'tonelada',
    tonelada: 'tonelada',
    km: 'kilómetro',
    m: 'metro',
    'm²': 'metro cuadrado',
    m2: 'metro cuadrado',
    'km²': 'kilómetro cuadrado',
    km2: 'kilómetro cuadrado',
    'm³': 'metro cúbico',
    m3: 'metro cúbico',
    ha: 'hectárea',
    hectárea: 'hectárea',
    kWh: 'kilovatio hora',
    kwh: 'kilovatio hora',
    MWh: 'megavatio hora',
    onza: 'onza',
  }),
);

const money = (one: string, many: string, cents: CountedNoun | null, gender: Gender = 'm'): Currency => ({
  one,
  many,
  gender,
  cents,
});
const euro = money('euro', 'euros', noun('céntimo'));
const dollar = money('dólar', 'dólares', noun('centavo'));
const usDollar = money('dólar estadounidense', 'dólares estadounidenses', noun('centavo'));
const pound = money('libra', 'libras', noun('penique'), 'f');
const yen = money('yen', 'yenes', null);

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    '€': euro,
    EUR: euro,
    euro,
    euros: euro,
    'M€': money('millón de euros', 'millones de euros', null),
    'k€': money('mil euros', 'mil euros', null),
    $: dollar,
    dólar: dollar,
    dólares: dollar,
    US$: usDollar,
    USD: usDollar,
    '£': pound,
    GBP: pound,
    libras: pound,
    CHF: money('franco suizo', 'francos suizos', noun('céntimo')),
    francos: money('franco', 'francos', noun('céntimo')),
    '¥': yen,
    JPY: yen,
    MXN: money('peso mexicano', 'pesos mexicanos', noun('centavo')),
    ARS: money('peso argentino', 'pesos argentinos', noun('centavo')),
    COP: money('peso colombiano', 'pesos colombianos', noun('centavo')),
    CLP: money('peso chileno', 'pesos chilenos', null),
    pesos: money('peso', 'pesos', noun('centavo')),
    R$: money('real', 'reales', noun('centavo')),
    '₹': money('rupia', 'rupias', null, 'f'),
    '₩': money('won', 'wones', null),
    '₽': money('rublo', 'rublos', null),
    '₺': money('lira turca', 'liras turcas', null, 'f'),
    '₴': money('grivna', 'grivnas', null, 'f'),
    '₿': money('bitcoin', 'bitcoines', null),
    céntimos: money('céntimo', 'céntimos', null),
  }),
);

const million = noun('millón', 'm', 'millones');
const thousand = noun('mil', 'm', 'mil');
const billion = noun('billón', 'm', 'billones');
export const scales: ReadonlyMap<string, CountedNoun> = new Map(
  Object.entries({
    mil: thousand,
    'mil millones': noun('mil millones', 'm', 'mil millones'),
    millón: million,
    millones: million,
    'mill.': million,
    billón: billion,
    billones: billion,
  }),
);

const name = /^\s?\p{Lu}/u;
const number = /^\s?\d/;

export const abbreviations: readonly Abbreviation[] = [
  ['Sr.', 'señor', { followedBy: name }],
  ['Sra.', 'señora', { followedBy: name }],
  ['Srta.', 'señorita', { followedBy: name }],
  ['Sres.', 'señores', { followedBy: name }],
  ['D.', 'don', { followedBy: /^\s\p{Lu}\p{Ll}/u, precededBy: /(?:^\s*|\p{Ll},?\s)$/u }],
  ['D.ª', 'doña', { followedBy: name }],
  ['Dña.', 'doña', { followedBy: name }],
  ['Dr.', 'doctor', { followedBy: name }],
  ['Dra.', 'doctora', { followedBy: name }],
  ['Prof.', 'profesor', { followedBy: name }],
  ['Gral.', 'general', { followedBy: name }],
  ['Ing.', 'ingeniero', { followedBy: name }],
  ['Lic.', 'licenciado', { followedBy: name }],
  ['Ud.', 'usted'],
  ['Uds.', 'ustedes'],
  ['p. ej.', 'por ejemplo'],
  ['etc.', 'etcétera'],
  ['pág.', 'página', { followedBy: number }],
  ['págs.', 'páginas', { followedBy: number }],
  ['p.', 'página', { followedBy: number }],
  ['pp.', 'páginas', { followedBy: number }],
  ['art.', 'artículo', { followedBy: number }],
  ['arts.', 'artículos', { followedBy: number }],
  ['cap.', 'capítulo', { followedBy: /^\s?[\dIVX]/ }],
  ['vol.', 'volumen', { followedBy: /^\s?[\dIVX]/ }],
  ['fig.', 'figura', { followedBy: number }],
  ['núm.', 'número', { followedBy: number }],
  ['n.º', 'número', { followedBy: number }],
  ['nº', 'número', { followedBy: number }],
  ['n°', 'número', { followedBy: number }],
  ['n.os', 'números', { followedBy: number }],
  ['EE. UU.', 'Estados Unidos'],
  ['EE UU', 'Estados Unidos'],
  ['JJ. OO.', 'Juegos Olímpicos'],
  ['CC. OO.', 'Comisiones Obreras'],
  ['FF. AA.', 'Fuerzas Armadas'],
  ['RR. HH.', 'recursos humanos'],
  ['CC. AA.', 'comunidades autónomas'],
  ['a. C.', 'antes de Cristo'],
  ['d. C.', 'después de Cristo'],
  ['Avda.', 'avenida', { followedBy: /^\s\p{L}/u }],
  ['Av.', 'avenida', { followedBy: /^\s\p{L}/u }],
  ['C/', 'calle', { followedBy: /^\s\p{Lu}/u }],
  ['Pza.', 'plaza', { followedBy: /^\s\p{L}/u }],
  ['Pl.', 'plaza', { followedBy: /^\s\p{L}/u }],
  ['Ctra.', 'carretera', { followedBy: /^\s\p{L}/u }],
  ['tel.', 'teléfono', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['tfno.', 'teléfono', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['aprox.', 'aproximadamente'],
  ['dpto.', 'departamento'],
  ['máx.', 'máximo'],
  ['mín.', 'mínimo'],
  ['Hnos.', 'hermanos'],
  ['Cía.', 'compañía'],
  ['Sto.', 'santo', { followedBy: name }],
  ['Sta.', 'santa', { followedBy: name }],
  ['S. M.', 'su majestad', { followedBy: /^\s(?:el|la)\s/ }],
  ['ed.', 'edición', { precededBy: /\d\.?[ªa]\s$/ }],
  ['vs.', 'contra'],
  ['hab.', 'habitantes', { precededBy: /\p{N}\s$/u }],
];

import type { Abbreviation } from '../abbreviation-rules.ts';
import type { CountedNoun, Currency, Gender } from '../quantity-rules.ts';
import { unitTable } from '../unit-table.ts';

export const months =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
/** Names and abbreviations of months, a pattern's source. */
export const monthSource =
  '(?:[Jj]aneiro|[Ff]evereiro|[Mm]arço|[Aa]bril|[Mm]aio|[Jj]unho|[Jj]ulho|[Aa]gosto|[Ss]etembro|[Oo]utubro|[Nn]ovembro|[Dd]ezembro|(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)\\.)';
export const monthOf = (written: string): number =>
  months.findIndex((month) => month.startsWith(written.toLowerCase().replace('.', ''))) + 1;

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
      g: noun('grama'),
      l: noun('litro'),
      W: noun('watt'),
      Wh: noun('watt-hora', 'm', 'watts-hora'),
      V: noun('volt'),
      B: noun('byte'),
      bit: noun('bit'),
      Hz: noun('hertz', 'm', 'hertz'),
      J: noun('joule'),
      cal: noun('caloria', 'f'),
      Pa: noun('pascal', 'm', 'pascais'),
      t: noun('tonelada', 'f'),
      N: noun('newton'),
      Ah: noun('ampere-hora', 'm', 'amperes-hora'),
      bar: noun('bar', 'm', 'bares'),
    },
    prefixes: {
      n: 'nano',
      µ: 'micro',
      m: 'mili',
      c: 'centi',
      d: 'deci',
      h: 'hecto',
      k: 'quilo',
      M: 'mega',
      G: 'giga',
      T: 'tera',
    },
    square: ({ one, many, gender }) => ({ one: `${one} quadrado`, many: `${many} quadrados`, gender }),
    cubic: ({ one, many, gender }) => ({ one: `${one} cúbico`, many: `${many} cúbicos`, gender }),
    per: ({ one, many, gender }, other) => ({
      one: `${one} por ${other}`,
      many: `${many} por ${other}`,
      gender,
    }),
    hour: 'hora',
    second: 'segundo',
    kilometre: 'quilómetro',
    litre: 'litro',
    cubicMetre: 'metro cúbico',
  },
  {
    km: noun('quilómetro'),
    mm: noun('milímetro'),
    cm: noun('centímetro'),
    dm: noun('decímetro'),
    nm: noun('nanómetro'),
    µm: noun('micrómetro'),
    μm: noun('micrómetro'),
    'km²': { one: 'quilómetro quadrado', many: 'quilómetros quadrados', gender: 'm' },
    km2: { one: 'quilómetro quadrado', many: 'quilómetros quadrados', gender: 'm' },
    'cm²': { one: 'centímetro quadrado', many: 'centímetros quadrados', gender: 'm' },
    'cm³': { one: 'centímetro cúbico', many: 'centímetros cúbicos', gender: 'm' },
    'hm³': { one: 'hectómetro cúbico', many: 'hectómetros cúbicos', gender: 'm' },
    'km/h': phrase('quilómetro', 'por hora'),
    kmh: phrase('quilómetro', 'por hora'),
    kWh: noun('quilowatt-hora', 'm', 'quilowatts-hora'),
    MWh: noun('megawatt-hora', 'm', 'megawatts-hora'),
    GWh: noun('gigawatt-hora', 'm', 'gigawatts-hora'),
    TWh: noun('terawatt-hora', 'm', 'terawatts-hora'),
    ha: noun('hectare'),
    kg: noun('quilo'),
    '%': noun('por cento', 'n', 'por cento'),
    '‰': noun('por mil', 'n', 'por mil'),
    '°C': phrase('grau', 'Celsius'),
    ºC: phrase('grau', 'Celsius'),
    '° C': phrase('grau', 'Celsius'),
    '°F': phrase('grau', 'Fahrenheit'),
    '°': noun('grau'),
    h: hours,
    min: minutes,
    'min.': minutes,
    s: seconds,
    ms: noun('milissegundo'),
    cv: noun('cavalo'),
    CV: noun('cavalo'),
    dB: noun('decibel', 'm', 'decibéis'),
    'hab.': noun('habitante'),
    Ω: noun('ohm'),
    'l/100 km': phrase('litro', 'aos cem quilómetros'),
  },
);

/** What follows a slash after an amount. */
export const per: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mês: 'mês',
    ano: 'ano',
    semana: 'semana',
    dia: 'dia',
    noite: 'noite',
    hora: 'hora',
    h: 'hora',
    minuto: 'minuto',
    min: 'minuto',
    segundo: 'segundo',
    s: 'segundo',
    pessoa: 'pessoa',
    habitante: 'habitante',
    hab: 'habitante',
    'hab.': 'habitante',
    unidade: 'unidade',
    peça: 'peça',
    barril: 'barril',
    litro: 'litro',
    l: 'litro',
    L: 'litro',
    kg: 'quilo',
    quilo: 'quilo',
    g: 'grama',
    t: 'tonelada',
    tonelada: 'tonelada',
    km: 'quilómetro',
    m: 'metro',
    'm²': 'metro quadrado',
    m2: 'metro quadrado',
    'km²': 'quilómetro quadrado',
    km2: 'quilómetro quadrado',
    'm³': 'metro cúbico',
    m3: 'metro cúbico',
    ha: 'hectare',
    hectare: 'hectare',
    kWh: 'quilowatt-hora',
    kwh: 'quilowatt-hora',
    MWh: 'megawatt-hora',
    onça: 'onça',
  }),
);

const money = (one: string, many: string, cents: CountedNoun | null, gender: Gender = 'm'): Currency => ({
  one,
  many,
  gender,
  cents,
});
const centavo = noun('centavo');
const euro = money('euro', 'euros', noun('cêntimo'));
const dollar = money('dólar', 'dólares', noun('cêntimo'));
const real = money('real', 'reais', centavo);
const pound = money('libra', 'libras', noun('péni', 'm', 'pence'), 'f');
const yen = money('iene', 'ienes', null);

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    '€': euro,
    EUR: euro,
    euro,
    euros: euro,
    'M€': money('milhão de euros', 'milhões de euros', null),
    'k€': money('mil euros', 'mil euros', null),
    $: dollar,
    dólar: dollar,
    dólares: dollar,
    US$: dollar,
    USD: dollar,
    R$: real,
    BRL: real,
    real,
    reais: real,
    '£': pound,
    GBP: pound,
    libras: pound,
    CHF: money('franco suíço', 'francos suíços', noun('cêntimo')),
    francos: money('franco', 'francos', noun('cêntimo')),
    '¥': yen,
    JPY: yen,
    '₹': money('rupia', 'rupias', null, 'f'),
    '₩': money('won', 'wons', null),
    '₽': money('rublo', 'rublos', null),
    '₺': money('lira turca', 'liras turcas', null, 'f'),
    '₴': money('grívnia', 'grívnias', null, 'f'),
    '₿': money('bitcoin', 'bitcoins', null),
    cêntimos: money('cêntimo', 'cêntimos', null),
    centavos: money('centavo', 'centavos', null),
  }),
);

const million = noun('milhão', 'm', 'milhões');
const billion = noun('bilhão', 'm', 'bilhões');
const trillion = noun('trilhão', 'm', 'trilhões');
const bilião = noun('bilião', 'm', 'biliões');
export const scales: ReadonlyMap<string, CountedNoun> = new Map(
  Object.entries({
    mil: noun('mil', 'n', 'mil'),
    'mil milhões': noun('mil milhões', 'm', 'mil milhões'),
    milhão: million,
    milhões: million,
    mi: million,
    bilhão: billion,
    bilhões: billion,
    bi: billion,
    trilhão: trillion,
    trilhões: trillion,
    tri: trillion,
    bilião,
    biliões: bilião,
  }),
);

const name = /^\s?\p{Lu}/u;
const number = /^\s?\d/;

export const abbreviations: readonly Abbreviation[] = [
  ['Sr.', 'senhor', { followedBy: name }],
  ['Sra.', 'senhora', { followedBy: name }],
  ['Srs.', 'senhores', { followedBy: name }],
  ['Sr.ª', 'senhora', { followedBy: name }],
  [
    'D.',
    'dom',
    {
      followedBy:
        /^\s(?:João|Pedro|Afonso|Manuel|Duarte|Dinis|Sancho|Sebastião|Miguel|Carlos|Luís|Fernando|Henrique|José|Américo|António|Odilo)/u,
    },
  ],
  ['D.', 'dona', { followedBy: /^\s\p{Lu}\p{L}+a(?!\p{L})/u }],
  ['Dr.', 'doutor', { followedBy: name }],
  ['Dra.', 'doutora', { followedBy: name }],
  ['Dr.ª', 'doutora', { followedBy: name }],
  ['Prof.', 'professor', { followedBy: name }],
  ['Prof.ª', 'professora', { followedBy: name }],
  ['Eng.', 'engenheiro', { followedBy: name }],
  ['Gen.', 'general', { followedBy: name }],
  ['Cel.', 'coronel', { followedBy: name }],
  ['Pe.', 'padre', { followedBy: name }],
  ['Sto.', 'santo', { followedBy: name }],
  ['Sta.', 'santa', { followedBy: name }],
  ['p. ex.', 'por exemplo'],
  ['etc.', 'et cetera'],
  ['pág.', 'página', { followedBy: number }],
  ['págs.', 'páginas', { followedBy: number }],
  ['p.', 'página', { followedBy: number }],
  ['pp.', 'páginas', { followedBy: number }],
  ['art.', 'artigo', { followedBy: number }],
  ['arts.', 'artigos', { followedBy: number }],
  ['cap.', 'capítulo', { followedBy: /^\s?[\dIVX]/ }],
  ['vol.', 'volume', { followedBy: /^\s?[\dIVX]/ }],
  ['fig.', 'figura', { followedBy: number }],
  ['n.º', 'número', { followedBy: number }],
  ['nº', 'número', { followedBy: number }],
  ['n°', 'número', { followedBy: number }],
  ['núm.', 'número', { followedBy: number }],
  ['EUA', 'Estados Unidos'],
  ['a.C.', 'antes de Cristo'],
  ['a. C.', 'antes de Cristo'],
  ['d.C.', 'depois de Cristo'],
  ['d. C.', 'depois de Cristo'],
  ['Av.', 'avenida', { followedBy: /^\s\p{L}/u }],
  [
    'R.',
    'rua',
    { followedBy: /^\s(?:d[aeo]s?\s)?\p{Lu}\p{Ll}/u, precededBy: /(?:^\s*|[,(]\s|\b(?:na|da|a)\s)$/ },
  ],
  ['Pç.', 'praça', { followedBy: /^\s\p{L}/u }],
  ['Lg.', 'largo', { followedBy: /^\s\p{L}/u }],
  ['tel.', 'telefone', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['telef.', 'telefone', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['tlm.', 'telemóvel', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['aprox.', 'aproximadamente'],
  ['máx.', 'máximo'],
  ['mín.', 'mínimo'],
  ['Cia.', 'companhia'],
  ['Lda.', 'limitada'],
  ['Ltda.', 'limitada'],
  ['séc.', 'século', { followedBy: /^\s?[IVX]/ }],
  ['hab.', 'habitantes', { precededBy: /\p{N}\s$/u }],
  ['vs.', 'contra'],
];

import type { Abbreviation } from '../abbreviation-rules.ts';
import type { CountedNoun, Currency } from '../quantity-rules.ts';
import { unitTable } from '../unit-table.ts';

export const months =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(' ');
/** Names and abbreviations of months, a pattern's source. */
export const monthSource =
  '(?:[Jj]anuari|[Ff]ebruari|[Mm]aart|[Aa]pril|[Mm]ei|[Jj]uni|[Jj]uli|[Aa]ugustus|[Ss]eptember|[Oo]ktober|[Nn]ovember|[Dd]ecember|(?:jan|feb|febr|mrt|apr|jun|jul|aug|sept|sep|okt|nov|dec)\\.)';
export const monthOf = (written: string): number => {
  const name = written.toLowerCase().replace('.', '').replace('mrt', 'maart');
  return months.findIndex((month) => month.startsWith(name)) + 1;
};

const noun = (one: string, many: string): CountedNoun => ({ one, many, gender: 'm' });
/** Units that stay singular after a number. */
const same = (one: string): CountedNoun => noun(one, one);

export const hours = same('uur');
export const minutes = noun('minuut', 'minuten');
export const seconds = noun('seconde', 'seconden');

export const units = unitTable(
  {
    base: {
      m: same('meter'),
      g: same('gram'),
      l: same('liter'),
      W: same('watt'),
      Wh: same('wattuur'),
      V: same('volt'),
      B: same('byte'),
      bit: same('bit'),
      Hz: same('hertz'),
      J: same('joule'),
      cal: noun('calorie', 'calorieën'),
      Pa: same('pascal'),
      t: same('ton'),
      N: same('newton'),
      Ah: same('ampère-uur'),
      bar: same('bar'),
    },
    prefixes: {
      n: 'nano',
      µ: 'micro',
      m: 'milli',
      c: 'centi',
      d: 'deci',
      h: 'hecto',
      k: 'kilo',
      M: 'mega',
      G: 'giga',
      T: 'tera',
    },
    square: ({ one }) => same(`vierkante ${one}`),
    cubic: ({ one }) => same(`kubieke ${one}`),
    per: ({ one }, other) => same(`${one} per ${other}`),
    hour: 'uur',
    second: 'seconde',
    kilometre: 'kilometer',
    litre: 'liter',
    cubicMetre: 'kubieke meter',
  },
  {
    kg: same('kilo'),
    'km/u': same('kilometer per uur'),
    ha: same('hectare'),
    '%': same('procent'),
    '‰': same('promille'),
    '°C': noun('graad Celsius', 'graden Celsius'),
    '° C': noun('graad Celsius', 'graden Celsius'),
    '°F': noun('graad Fahrenheit', 'graden Fahrenheit'),
    '°': noun('graad', 'graden'),
    uur: hours,
    min: minutes,
    'min.': minutes,
    sec: seconds,
    'sec.': seconds,
    s: seconds,
    ms: noun('milliseconde', 'milliseconden'),
    pk: same('pk'),
    dB: same('decibel'),
    Ω: same('ohm'),
    'l/100 km': same('liter per honderd kilometer'),
  },
);

/** What follows a slash after an amount. */
export const per: ReadonlyMap<string, string> = new Map(
  Object.entries({
    maand: 'maand',
    mnd: 'maand',
    jaar: 'jaar',
    week: 'week',
    dag: 'dag',
    nacht: 'nacht',
    uur: 'uur',
    u: 'uur',
    h: 'uur',
    minuut: 'minuut',
    min: 'minuut',
    seconde: 'seconde',
    s: 'seconde',
    persoon: 'persoon',
    'pers.': 'persoon',
    inwoner: 'inwoner',
    stuk: 'stuk',
    vat: 'vat',
    liter: 'liter',
    l: 'liter',
    L: 'liter',
    kg: 'kilo',
    kilo: 'kilo',
    g: 'gram',
    t: 'ton',
    ton: 'ton',
    km: 'kilometer',
    m: 'meter',
    'm²': 'vierkante meter',
    m2: 'vierkante meter',
    'km²': 'vierkante kilometer',
    km2: 'vierkante kilometer',
    'm³': 'kubieke meter',
    m3: 'kubieke meter',
    ha: 'hectare',
    hectare: 'hectare',
    kWh: 'kilowattuur',
    kwh: 'kilowattuur',
    MWh: 'megawattuur',
    ounce: 'ounce',
  }),
);

const money = (one: string, cents: CountedNoun | null, many = one): Currency => ({
  one,
  many,
  gender: 'm',
  cents,
});
const cent = same('cent');
const euro = money('euro', cent);
const dollar = money('dollar', cent);
const pound = money('pond', same('pence'));
const frank = money('Zwitserse frank', noun('rappen', 'rappen'));

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    '€': euro,
    EUR: euro,
    euro,
    $: dollar,
    dollar,
    US$: money('Amerikaanse dollar', cent),
    USD: money('Amerikaanse dollar', cent),
    '£': pound,
    GBP: money('Brits pond', same('pence'), 'Britse pond'),
    pond: pound,
    CHF: frank,
    frank: money('frank', same('centime')),
    gulden: money('gulden', cent),
    '¥': money('yen', null),
    JPY: money('yen', null),
    '₹': money('roepie', null),
    '₩': money('won', null),
    '₽': money('roebel', null),
    '₺': money('Turkse lira', null),
    '₴': money('hryvnia', null),
    '₿': money('bitcoin', null),
    cent: money('cent', null),
  }),
);

const million = same('miljoen');
const billion = same('miljard');
export const scales: ReadonlyMap<string, CountedNoun> = new Map(
  Object.entries({
    duizend: same('duizend'),
    miljoen: million,
    mln: million,
    'mln.': million,
    miljard: billion,
    mld: billion,
    'mld.': billion,
    mrd: billion,
    'mrd.': billion,
    biljoen: same('biljoen'),
  }),
);

const name = /^\s?\p{Lu}/u;
const number = /^\s?\d/;

export const abbreviations: readonly Abbreviation[] = [
  ['dhr.', 'de heer', { followedBy: name }],
  ['mevr.', 'mevrouw', { followedBy: name }],
  ['mw.', 'mevrouw', { followedBy: name }],
  ['dr.', 'doctor', { followedBy: name }],
  ['drs.', 'doctorandus', { followedBy: name }],
  ['ir.', 'ingenieur', { followedBy: name }],
  ['ing.', 'ingenieur', { followedBy: name }],
  ['mr.', 'meester', { followedBy: name }],
  ['prof.', 'professor', { followedBy: /^\s?\p{L}/u }],
  ['ds.', 'dominee', { followedBy: name }],
  ['St.', 'Sint', { followedBy: name }],
  ['bijv.', 'bijvoorbeeld'],
  ['bv.', 'bijvoorbeeld', { followedBy: /^\s\p{Ll}/u }],
  ['d.w.z.', 'dat wil zeggen'],
  ['m.a.w.', 'met andere woorden'],
  ['o.a.', 'onder andere'],
  ['o.m.', 'onder meer'],
  ['m.n.', 'met name'],
  ['m.b.t.', 'met betrekking tot'],
  ['m.b.v.', 'met behulp van'],
  ['m.i.v.', 'met ingang van'],
  ['m.u.v.', 'met uitzondering van'],
  ['i.v.m.', 'in verband met'],
  ['i.p.v.', 'in plaats van'],
  ['i.h.b.', 'in het bijzonder'],
  ['t.a.v.', 'ten aanzien van'],
  ['t.o.v.', 'ten opzichte van'],
  ['t.g.v.', 'ten gevolge van'],
  ['t.b.v.', 'ten behoeve van'],
  ['n.a.v.', 'naar aanleiding van'],
  ['a.d.h.v.', 'aan de hand van'],
  ['z.s.m.', 'zo snel mogelijk'],
  ['a.s.', 'aanstaande'],
  ['jl.', 'jongstleden'],
  ['e.d.', 'en dergelijke'],
  ['e.a.', 'en anderen'],
  ['enz.', 'enzovoort'],
  ['etc.', 'et cetera'],
  ['nl.', 'namelijk', { followedBy: /^\s\p{Ll}/u }],
  ['resp.', 'respectievelijk'],
  ['incl.', 'inclusief'],
  ['excl.', 'exclusief'],
  ['ca.', 'circa'],
  ['vgl.', 'vergelijk'],
  ['zgn.', 'zogenoemde'],
  ['max.', 'maximaal'],
  ['min.', 'minimaal', { followedBy: number, precededBy: /(?:^|\p{L}\s)$/u }],
  ['t/m', 'tot en met'],
  ['p/m', 'per maand'],
  ['p.p.', 'per persoon'],
  ['nr.', 'nummer', { followedBy: number }],
  ['nrs.', 'nummers', { followedBy: number }],
  ['blz.', 'bladzijde', { followedBy: number }],
  ['p.', 'pagina', { followedBy: number }],
  ['art.', 'artikel', { followedBy: number }],
  ['hfst.', 'hoofdstuk', { followedBy: /^\s?[\dIVX]/ }],
  ['afb.', 'afbeelding', { followedBy: number }],
  ['tel.', 'telefoon', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['v.Chr.', 'voor Christus'],
  ['v. Chr.', 'voor Christus'],
  ['n.Chr.', 'na Christus'],
  ['n. Chr.', 'na Christus'],
  ['WO II', 'Tweede Wereldoorlog', { precededBy: /\b[Dd]e\s$/ }],
  ['WO II', 'de Tweede Wereldoorlog'],
  ['WO I', 'Eerste Wereldoorlog', { precededBy: /\b[Dd]e\s$/ }],
  ['WO I', 'de Eerste Wereldoorlog'],
  ['WOII', 'Tweede Wereldoorlog', { precededBy: /\b[Dd]e\s$/ }],
  ['WOII', 'de Tweede Wereldoorlog'],
  ['WOI', 'Eerste Wereldoorlog', { precededBy: /\b[Dd]e\s$/ }],
  ['WOI', 'de Eerste Wereldoorlog'],
];

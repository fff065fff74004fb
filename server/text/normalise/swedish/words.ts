import type { Abbreviation } from '../abbreviation-rules.ts';
import type { CountedNoun, Currency, Gender } from '../quantity-rules.ts';
import { unitTable } from '../unit-table.ts';

export const months =
  'januari februari mars april maj juni juli augusti september oktober november december'.split(' ');
/** Names and abbreviations of months, a pattern's source. */
export const monthSource =
  '(?:[Jj]anuari|[Ff]ebruari|[Mm]ars|[Aa]pril|[Mm]aj|[Jj]uni|[Jj]uli|[Aa]ugusti|[Ss]eptember|[Oo]ktober|[Nn]ovember|[Dd]ecember|(?:jan|feb|febr|apr|aug|sept|sep|okt|nov|dec)\\.?)';
export const monthOf = (written: string): number =>
  months.findIndex((month) => month.startsWith(written.toLowerCase().replace('.', ''))) + 1;

const noun = (one: string, many: string, gender: Gender = 'm'): CountedNoun => ({ one, many, gender });
const same = (one: string, gender: Gender = 'm'): CountedNoun => noun(one, one, gender);

export const hours = noun('timme', 'timmar');
export const minutes = noun('minut', 'minuter');
export const seconds = noun('sekund', 'sekunder');

export const units = unitTable(
  {
    base: {
      m: same('meter'),
      g: same('gram', 'n'),
      l: same('liter'),
      W: same('watt'),
      Wh: noun('wattimme', 'wattimmar'),
      V: same('volt'),
      B: same('byte'),
      bit: same('bit'),
      Hz: same('hertz'),
      J: same('joule'),
      cal: noun('kalori', 'kalorier'),
      Pa: same('pascal'),
      t: same('ton', 'n'),
      N: same('newton'),
      Ah: noun('amperetimme', 'amperetimmar'),
      bar: same('bar'),
    },
    prefixes: {
      n: 'nano',
      µ: 'mikro',
      m: 'milli',
      c: 'centi',
      d: 'deci',
      h: 'hekto',
      k: 'kilo',
      M: 'mega',
      G: 'giga',
      T: 'tera',
    },
    square: ({ one }) => same(`kvadrat${one}`),
    cubic: ({ one }) => same(`kubik${one}`),
    per: ({ one, many, gender }, other) =>
      other === 'timme'
        ? noun(`${one} i timmen`, `${many} i timmen`, gender)
        : noun(`${one} per ${other}`, `${many} per ${other}`, gender),
    hour: 'timme',
    second: 'sekund',
    kilometre: 'kilometer',
    litre: 'liter',
    cubicMetre: 'kubikmeter',
  },
  {
    kg: same('kilo', 'n'),
    hg: same('hekto', 'n'),
    dl: same('deciliter'),
    kvm: same('kvadratmeter'),
    kbm: same('kubikmeter'),
    kvkm: same('kvadratkilometer'),
    '%': same('procent'),
    '‰': same('promille'),
    '°C': noun('grad Celsius', 'grader Celsius'),
    '° C': noun('grad Celsius', 'grader Celsius'),
    '°F': noun('grad Fahrenheit', 'grader Fahrenheit'),
    '°': noun('grad', 'grader'),
    tim: hours,
    'tim.': hours,
    h: hours,
    min: minutes,
    'min.': minutes,
    sek: seconds,
    'sek.': seconds,
    s: seconds,
    ms: noun('millisekund', 'millisekunder'),
    hk: noun('hästkraft', 'hästkrafter'),
    st: noun('styck', 'stycken'),
    'st.': noun('styck', 'stycken'),
    dB: same('decibel'),
    Ω: same('ohm'),
    'l/100 km': same('liter per hundra kilometer'),
    'l/mil': same('liter per mil'),
  },
);

/** What follows a slash after an amount. */
export const per: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mån: 'månad',
    månad: 'månad',
    år: 'år',
    vecka: 'vecka',
    dag: 'dag',
    dygn: 'dygn',
    natt: 'natt',
    timme: 'timme',
    tim: 'timme',
    h: 'timme',
    minut: 'minut',
    min: 'minut',
    sekund: 'sekund',
    s: 'sekund',
    person: 'person',
    pers: 'person',
    invånare: 'invånare',
    st: 'styck',
    styck: 'styck',
    fat: 'fat',
    liter: 'liter',
    l: 'liter',
    L: 'liter',
    kg: 'kilo',
    kilo: 'kilo',
    g: 'gram',
    ton: 'ton',
    t: 'ton',
    km: 'kilometer',
    mil: 'mil',
    m: 'meter',
    kvm: 'kvadratmeter',
    'm²': 'kvadratmeter',
    m2: 'kvadratmeter',
    'km²': 'kvadratkilometer',
    km2: 'kvadratkilometer',
    'm³': 'kubikmeter',
    m3: 'kubikmeter',
    ha: 'hektar',
    hektar: 'hektar',
    kWh: 'kilowattimme',
    kwh: 'kilowattimme',
    MWh: 'megawattimme',
    uns: 'uns',
  }),
);

const money = (one: string, many: string, cents: CountedNoun | null, gender: Gender = 'm'): Currency => ({
  one,
  many,
  gender,
  cents,
});
const öre = same('öre', 'n');
const cent = same('cent');
const krona = money('krona', 'kronor', öre);
const euro = money('euro', 'euro', cent);
const dollar = money('dollar', 'dollar', cent);
const pound = money('pund', 'pund', same('pence'), 'n');

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    kr: krona,
    'kr.': krona,
    SEK: krona,
    krona,
    kronor: krona,
    tkr: money('tusen kronor', 'tusen kronor', null, 'n'),
    mkr: money('miljon kronor', 'miljoner kronor', null),
    mnkr: money('miljon kronor', 'miljoner kronor', null),
    mdkr: money('miljard kronor', 'miljarder kronor', null),
    '€': euro,
    EUR: euro,
    euro,
    $: dollar,
    dollar,
    US$: dollar,
    USD: dollar,
    '£': pound,
    GBP: pound,
    pund: pound,
    NOK: money('norsk krona', 'norska kronor', öre),
    DKK: money('dansk krona', 'danska kronor', öre),
    CHF: money('schweizisk franc', 'schweiziska franc', null),
    '¥': money('yen', 'yen', null),
    JPY: money('yen', 'yen', null),
    '₹': money('rupie', 'rupier', null),
    '₩': money('won', 'won', null),
    '₽': money('rubel', 'rubel', null),
    '₺': money('turkisk lira', 'turkiska lira', null),
    '₴': money('hryvnia', 'hryvnia', null),
    '₿': money('bitcoin', 'bitcoin', null),
    öre: money('öre', 'öre', null, 'n'),
  }),
);

const million = noun('miljon', 'miljoner');
const billion = noun('miljard', 'miljarder');
export const scales: ReadonlyMap<string, CountedNoun> = new Map(
  Object.entries({
    tusen: same('tusen', 'n'),
    miljon: million,
    miljoner: million,
    'milj.': million,
    mn: million,
    mnkr: million,
    miljard: billion,
    miljarder: billion,
    'mdr.': billion,
    mdr: billion,
    md: billion,
    biljon: noun('biljon', 'biljoner'),
    biljoner: noun('biljon', 'biljoner'),
  }),
);

const name = /^\s?\p{Lu}/u;
const number = /^\s?\d/;

export const abbreviations: readonly Abbreviation[] = [
  ['t.ex.', 'till exempel'],
  ['t ex', 'till exempel'],
  ['bl.a.', 'bland annat'],
  ['bl a', 'bland annat'],
  ['d.v.s.', 'det vill säga'],
  ['dvs.', 'det vill säga'],
  ['m.m.', 'med mera'],
  ['m.fl.', 'med flera'],
  ['m fl', 'med flera'],
  ['o.s.v.', 'och så vidare'],
  ['osv.', 'och så vidare'],
  ['e.d.', 'eller dylikt'],
  ['o.d.', 'och dylikt'],
  ['etc.', 'et cetera'],
  ['ca', 'cirka', { followedBy: number }],
  ['ca.', 'cirka'],
  ['f.d.', 'före detta'],
  ['f d', 'före detta'],
  ['s.k.', 'så kallad', { precededBy: /\b[Ee]n\s$/ }],
  ['s.k.', 'så kallat', { precededBy: /\b[Ee]tt\s$/ }],
  ['s.k.', 'så kallade'],
  ['p.g.a.', 'på grund av'],
  ['p g a', 'på grund av'],
  ['pga.', 'på grund av'],
  ['fr.o.m.', 'från och med'],
  ['t.o.m.', 'till och med'],
  ['i st.f.', 'i stället för'],
  ['f.Kr.', 'före Kristus'],
  ['e.Kr.', 'efter Kristus'],
  ['f.n.', 'för närvarande'],
  ['resp.', 'respektive'],
  ['inkl.', 'inklusive'],
  ['exkl.', 'exklusive'],
  ['max.', 'maximalt'],
  ['min.', 'minst', { followedBy: number, precededBy: /(?:^|\p{L}\s)$/u }],
  ['ung.', 'ungefär'],
  ['ang.', 'angående'],
  ['jfr', 'jämför', { followedBy: /^\s\p{L}/u }],
  ['kl.', 'klockan', { followedBy: number }],
  ['kl', 'klockan', { followedBy: number }],
  ['nr', 'nummer', { followedBy: number }],
  ['nr.', 'nummer', { followedBy: number }],
  ['s.', 'sidan', { followedBy: number }],
  ['sid.', 'sidan', { followedBy: number }],
  ['v.', 'vecka', { followedBy: /^\s\d{1,2}(?!\d)/ }],
  ['kap.', 'kapitel', { followedBy: /^\s?[\dIVX]/ }],
  ['avd.', 'avdelning', { followedBy: /^\s?[\dA-Z]/ }],
  ['fig.', 'figur', { followedBy: number }],
  ['dr', 'doktor', { followedBy: /^\s\p{Lu}\p{Ll}/u }],
  ['prof.', 'professor', { followedBy: name }],
  ['S:t', 'Sankt', { followedBy: name }],
  ['S:ta', 'Sankta', { followedBy: name }],
  ['tel.', 'telefon', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['tfn', 'telefon', { followedBy: /^\s?:?\s?[+(\d]/ }],
];

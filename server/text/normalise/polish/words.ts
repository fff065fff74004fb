import type { Abbreviation } from '../abbreviation-rules.ts';
import type { CountedNoun, Currency, Gender } from '../quantity-rules.ts';
import { unitTable } from '../unit-table.ts';

/** In the genitive, as dates have them. */
export const months =
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'.split(
    ' ',
  );
/** Names and abbreviations of months, a pattern's source. */
export const monthSource =
  '(?:stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|(?:sty|lut|mar|kwi|cze|lip|sie|wrz|paź|lis|gru)\\.)';
export const monthOf = (written: string): number =>
  months.findIndex((month) => month.startsWith(written.replace('.', ''))) + 1;

/** @param few after two to four, @param many after five, @param part after a fraction */
const noun = (one: string, few: string, many: string, part: string, gender: Gender = 'm'): CountedNoun => ({
  one,
  few,
  many,
  part,
  gender,
});
const same = (one: string, gender: Gender = 'm'): CountedNoun => noun(one, one, one, one, gender);
/** Masculine nouns that take "-y, -ów, -a": "gram". */
const regular = (one: string): CountedNoun => noun(one, `${one}y`, `${one}ów`, `${one}a`);
/** Feminine nouns that take "-y" and lose "-a". */
const feminine = (stem: string, many = stem): CountedNoun =>
  noun(`${stem}a`, `${stem}y`, many, `${stem}y`, 'f');

export const hours = feminine('godzin');
export const minutes = feminine('minut');
export const seconds = feminine('sekund');
const joined = (
  { one, few, many, part, gender }: CountedNoun,
  [adjectiveOne, adjectiveFew, adjectiveMany, adjectivePart]: [string, string, string, string],
): CountedNoun =>
  noun(
    `${one} ${adjectiveOne}`,
    `${few!} ${adjectiveFew}`,
    `${many} ${adjectiveMany}`,
    `${part!} ${adjectivePart}`,
    gender,
  );
const with4 = (base: CountedNoun, rest: string): CountedNoun => joined(base, [rest, rest, rest, rest]);
const metre = noun('metr', 'metry', 'metrów', 'metra');

export const units = unitTable(
  {
    base: {
      m: metre,
      g: regular('gram'),
      l: noun('litr', 'litry', 'litrów', 'litra'),
      W: noun('wat', 'waty', 'watów', 'wata'),
      Wh: feminine('watogodzin'),
      V: noun('wolt', 'wolty', 'woltów', 'wolta'),
      B: noun('bajt', 'bajty', 'bajtów', 'bajta'),
      bit: noun('bit', 'bity', 'bitów', 'bita'),
      Hz: noun('herc', 'herce', 'herców', 'herca'),
      J: noun('dżul', 'dżule', 'dżuli', 'dżula'),
      cal: noun('kaloria', 'kalorie', 'kalorii', 'kalorii', 'f'),
      Pa: noun('paskal', 'paskale', 'paskali', 'paskala'),
      t: feminine('ton'),
      N: regular('niuton'),
      Ah: feminine('amperogodzin'),
      bar: noun('bar', 'bary', 'barów', 'bara'),
    },
    prefixes: {
      n: 'nano',
      µ: 'mikro',
      m: 'mili',
      c: 'centy',
      d: 'decy',
      h: 'hekto',
      k: 'kilo',
      M: 'mega',
      G: 'giga',
      T: 'tera',
    },
    square: (base) => joined(base, ['kwadratowy', 'kwadratowe', 'kwadratowych', 'kwadratowego']),
    cubic: (base) => joined(base, ['sześcienny', 'sześcienne', 'sześciennych', 'sześciennego']),
    per: (base, other) => with4(base, `na ${other}`),
    hour: 'godzinę',
    second: 'sekundę',
    kilometre: 'kilometr',
    litre: 'litr',
    cubicMetre: 'metr sześcienny',
  },
  {
    ha: noun('hektar', 'hektary', 'hektarów', 'hektara'),
    'proc.': noun('procent', 'procent', 'procent', 'procenta'),
    '%': noun('procent', 'procent', 'procent', 'procenta'),
    '‰': noun('promil', 'promile', 'promili', 'promila'),
    'pkt proc.': noun('punkt procentowy', 'punkty procentowe', 'punktów procentowych', 'punktu procentowego'),
    'pp.': noun('punkt procentowy', 'punkty procentowe', 'punktów procentowych', 'punktu procentowego'),
    'pkt.': noun('punkt', 'punkty', 'punktów', 'punktu'),
    pkt: noun('punkt', 'punkty', 'punktów', 'punktu'),
    '°C': with4(noun('stopień', 'stopnie', 'stopni', 'stopnia'), 'Celsjusza'),
    '° C': with4(noun('stopień', 'stopnie', 'stopni', 'stopnia'), 'Celsjusza'),
    'st. C': with4(noun('stopień', 'stopnie', 'stopni', 'stopnia'), 'Celsjusza'),
    '°F': with4(noun('stopień', 'stopnie', 'stopni', 'stopnia'), 'Fahrenheita'),
    '°': noun('stopień', 'stopnie', 'stopni', 'stopnia'),
    'godz.': hours,
    h: hours,
    min: minutes,
    'min.': minutes,
    sek: seconds,
    'sek.': seconds,
    s: seconds,
    'mkw.': joined(metre, ['kwadratowy', 'kwadratowe', 'kwadratowych', 'kwadratowego']),
    KM: noun('koń mechaniczny', 'konie mechaniczne', 'koni mechanicznych', 'konia mechanicznego'),
    'szt.': feminine('sztuk'),
    'os.': noun('osoba', 'osoby', 'osób', 'osoby', 'f'),
    dB: noun('decybel', 'decybele', 'decybeli', 'decybela'),
    Ω: noun('om', 'omy', 'omów', 'oma'),
    'l/100 km': with4(noun('litr', 'litry', 'litrów', 'litra'), 'na sto kilometrów'),
  },
);

/** What follows a slash after an amount. */
export const per: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mies: 'miesiąc',
    'mies.': 'miesiąc',
    miesiąc: 'miesiąc',
    rok: 'rok',
    tydzień: 'tydzień',
    dzień: 'dzień',
    dobę: 'dobę',
    noc: 'noc',
    godz: 'godzinę',
    'godz.': 'godzinę',
    h: 'godzinę',
    minutę: 'minutę',
    min: 'minutę',
    s: 'sekundę',
    os: 'osobę',
    'os.': 'osobę',
    osobę: 'osobę',
    szt: 'sztukę',
    'szt.': 'sztukę',
    litr: 'litr',
    l: 'litr',
    kg: 'kilogram',
    g: 'gram',
    t: 'tonę',
    tonę: 'tonę',
    km: 'kilometr',
    m: 'metr',
    'm²': 'metr kwadratowy',
    m2: 'metr kwadratowy',
    'mkw.': 'metr kwadratowy',
    'km²': 'kilometr kwadratowy',
    km2: 'kilometr kwadratowy',
    'm³': 'metr sześcienny',
    m3: 'metr sześcienny',
    ha: 'hektar',
    kWh: 'kilowatogodzinę',
    kwh: 'kilowatogodzinę',
    MWh: 'megawatogodzinę',
  }),
);

const money = (base: CountedNoun, cents: CountedNoun | null): Currency => ({ ...base, cents });
const cent = noun('cent', 'centy', 'centów', 'centa');
const zloty = money(
  noun('złoty', 'złote', 'złotych', 'złotego'),
  noun('grosz', 'grosze', 'groszy', 'grosza'),
);
const euro = money(same('euro', 'n'), cent);
const dollar = money(noun('dolar', 'dolary', 'dolarów', 'dolara'), cent);
const pound = money(noun('funt', 'funty', 'funtów', 'funta'), noun('pens', 'pensy', 'pensów', 'pensa'));
const franc = money(
  noun('frank szwajcarski', 'franki szwajcarskie', 'franków szwajcarskich', 'franka szwajcarskiego'),
  noun('rapp', 'rappy', 'rappów', 'rappa'),
);
const yen = money(noun('jen', 'jeny', 'jenów', 'jena'), null);

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    zł: zloty,
    'zł.': zloty,
    PLN: zloty,
    złotych: zloty,
    złote: zloty,
    złoty: zloty,
    gr: money(noun('grosz', 'grosze', 'groszy', 'grosza'), null),
    groszy: money(noun('grosz', 'grosze', 'groszy', 'grosza'), null),
    '€': euro,
    EUR: euro,
    euro,
    $: dollar,
    'dol.': dollar,
    dolarów: dollar,
    dolary: dollar,
    dolara: dollar,
    US$: dollar,
    USD: dollar,
    '£': pound,
    GBP: pound,
    funtów: pound,
    CHF: franc,
    franków: money(noun('frank', 'franki', 'franków', 'franka'), null),
    '¥': yen,
    JPY: yen,
    CZK: money(noun('korona czeska', 'korony czeskie', 'koron czeskich', 'korony czeskiej', 'f'), null),
    '₹': money(noun('rupia', 'rupie', 'rupii', 'rupii', 'f'), null),
    '₩': money(noun('won', 'wony', 'wonów', 'wona'), null),
    '₽': money(noun('rubel', 'ruble', 'rubli', 'rubla'), null),
    '₺': money(noun('lira turecka', 'liry tureckie', 'lir tureckich', 'liry tureckiej', 'f'), null),
    '₴': money(noun('hrywna', 'hrywny', 'hrywien', 'hrywny', 'f'), null),
    '₿': money(noun('bitcoin', 'bitcoiny', 'bitcoinów', 'bitcoina'), null),
  }),
);

const thousand = noun('tysiąc', 'tysiące', 'tysięcy', 'tysiąca');
const million = noun('milion', 'miliony', 'milionów', 'miliona');
const billion = noun('miliard', 'miliardy', 'miliardów', 'miliarda');
const trillion = noun('bilion', 'biliony', 'bilionów', 'biliona');
export const scales: ReadonlyMap<string, CountedNoun> = new Map(
  Object.entries({
    'tys.': thousand,
    tys: thousand,
    tysiąc: thousand,
    tysiące: thousand,
    tysięcy: thousand,
    mln: million,
    milion: million,
    miliony: million,
    milionów: million,
    miliona: million,
    mld: billion,
    miliard: billion,
    miliardy: billion,
    miliardów: billion,
    miliarda: billion,
    bln: trillion,
    bilion: trillion,
    biliony: trillion,
    bilionów: trillion,
  }),
);

const name = /^\s?\p{Lu}/u;
const number = /^\s?\d/;
const numeral = /[IVX]\s$/;

export const abbreviations: readonly Abbreviation[] = [
  ['np.', 'na przykład'],
  ['itd.', 'i tak dalej'],
  ['itp.', 'i tym podobne'],
  ['m.in.', 'między innymi'],
  ['tzn.', 'to znaczy'],
  ['tj.', 'to jest'],
  ['tzw.', 'tak zwany'],
  ['ds.', 'do spraw'],
  ['wg', 'według', { followedBy: /^\s\p{L}/u }],
  ['ok.', 'około'],
  ['ww.', 'wyżej wymieniony'],
  ['bm.', 'bieżącego miesiąca'],
  ['br.', 'bieżącego roku'],
  ['ub.r.', 'ubiegłego roku'],
  ['ub. r.', 'ubiegłego roku'],
  ['p.n.e.', 'przed naszą erą'],
  ['n.e.', 'naszej ery'],
  ['im.', 'imienia', { followedBy: name }],
  ['ul.', 'ulicy', { followedBy: name, precededBy: /\b(?:przy|na|z|do|od|w|obok|koło|wzdłuż)\s$/i }],
  ['ul.', 'ulica', { followedBy: name }],
  ['al.', 'alei', { followedBy: name, precededBy: /\b(?:przy|na|z|do|od|w|obok|koło|wzdłuż)\s$/i }],
  ['al.', 'aleja', { followedBy: name }],
  ['pl.', 'placu', { followedBy: name, precededBy: /\b(?:na|przy|do|z)\s$/ }],
  ['pl.', 'plac', { followedBy: name }],
  ['os.', 'osiedlu', { followedBy: name, precededBy: /\bna\s$/ }],
  ['św.', 'świętego', { followedBy: name }],
  ['dr', 'doktor', { followedBy: /^\s\p{Lu}\p{Ll}/u }],
  ['prof.', 'profesor', { followedBy: name }],
  ['ks.', 'ksiądz', { followedBy: name }],
  ['inż.', 'inżynier', { followedBy: name }],
  ['mgr', 'magister', { followedBy: /^\s\p{Lu}/u }],
  ['gen.', 'generał', { followedBy: name }],
  ['płk', 'pułkownik', { followedBy: /^\s\p{Lu}/u }],
  ['kpt.', 'kapitan', { followedBy: name }],
  ['nr', 'numerem', { followedBy: number, precededBy: /\b[Pp]od\s$/ }],
  ['nr', 'numer', { followedBy: number }],
  ['zob.', 'zobacz'],
  ['nr.', 'numer', { followedBy: number }],
  ['str.', 'strona', { followedBy: number }],
  ['s.', 'strona', { followedBy: number }],
  ['art.', 'artykuł', { followedBy: number }],
  ['ust.', 'ustęp', { followedBy: number }],
  ['pkt', 'punkt', { followedBy: number }],
  ['poz.', 'pozycja', { followedBy: number }],
  ['rozdz.', 'rozdział', { followedBy: /^\s?[\dIVX]/ }],
  ['tel.', 'telefon', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['w godz.', 'w godzinach od', { followedBy: /^\s\d{1,2}(?:[.:]\d\d)?\s?[-–]/ }],
  ['o godz.', 'o godzinie', { followedBy: number }],
  ['godz.', 'godziny', { followedBy: number, precededBy: /\b(?:do|od|około|ok\.|z)\s$/i }],
  ['godz.', 'godzinie', { followedBy: number, precededBy: /\b(?:o|po)\s$/i }],
  ['godz.', 'godziną', { followedBy: number, precededBy: /\b(?:przed|między)\s$/i }],
  ['godz.', 'godzina', { followedBy: number }],
  ['r.', 'roku', { precededBy: /\d\s$/ }],
  ['w.', 'wieku', { precededBy: numeral }],
  ['proc.', 'procent'],
  ['tys.', 'tysięcy'],
  ['zł', 'złotych', { precededBy: /\p{L}\s$/u }],
  ['max.', 'maksymalnie'],
  ['min.', 'minimum', { followedBy: number }],
];

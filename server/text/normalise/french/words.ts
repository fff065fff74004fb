import type { Abbreviation } from '../abbreviation-rules.ts';
import { withCases, type CountedNoun, type Currency, type Gender } from '../quantity-rules.ts';

export const months =
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');
/** Names and abbreviations of months, a pattern's source. */
export const monthSource =
  '(?:[Jj]anvier|[Ff]évrier|[Mm]ars|[Aa]vril|[Mm]ai|[Jj]uin|[Jj]uillet|[Aa]oût|[Ss]eptembre|[Oo]ctobre|[Nn]ovembre|[Dd]écembre|(?:janv|févr|avr|juil|sept|oct|nov|déc)\\.)';
export const monthName = (written: string): string =>
  months.find((month) => month.startsWith(written.toLowerCase().replace('.', '').slice(0, 4))) ??
  months.find((month) => month.startsWith(written.toLowerCase().slice(0, 3)))!;

const noun = (one: string, gender: Gender = 'm', many = `${one}s`): CountedNoun => ({ one, many, gender });
const rate = (one: string, rest: string, gender: Gender = 'm'): CountedNoun =>
  noun(`${one} ${rest}`, gender, `${one}s ${rest}`);

export const units: ReadonlyMap<string, CountedNoun> = withCases(
  new Map(
    Object.entries({
      '%': noun('pour cent', 'm', 'pour cent'),
      '‰': noun('pour mille', 'm', 'pour mille'),
      km: noun('kilomètre'),
      m: noun('mètre'),
      cm: noun('centimètre'),
      mm: noun('millimètre'),
      nm: noun('nanomètre'),
      µm: noun('micromètre'),
      μm: noun('micromètre'),
      'km/h': rate('kilomètre', 'à l’heure'),
      'm/s': rate('mètre', 'par seconde'),
      'km²': { one: 'kilomètre carré', many: 'kilomètres carrés', gender: 'm' },
      km2: { one: 'kilomètre carré', many: 'kilomètres carrés', gender: 'm' },
      'm²': { one: 'mètre carré', many: 'mètres carrés', gender: 'm' },
      m2: { one: 'mètre carré', many: 'mètres carrés', gender: 'm' },
      'cm²': { one: 'centimètre carré', many: 'centimètres carrés', gender: 'm' },
      'm³': { one: 'mètre cube', many: 'mètres cubes', gender: 'm' },
      m3: { one: 'mètre cube', many: 'mètres cubes', gender: 'm' },
      'cm³': { one: 'centimètre cube', many: 'centimètres cubes', gender: 'm' },
      ha: noun('hectare'),
      kg: noun('kilogramme'),
      g: noun('gramme'),
      mg: noun('milligramme'),
      µg: noun('microgramme'),
      t: noun('tonne', 'f'),
      l: noun('litre'),
      L: noun('litre'),
      hl: noun('hectolitre'),
      cl: noun('centilitre'),
      ml: noun('millilitre'),
      '°C': noun('degré Celsius', 'm', 'degrés Celsius'),
      '°F': noun('degré Fahrenheit', 'm', 'degrés Fahrenheit'),
      '°': noun('degré'),
      W: noun('watt'),
      kW: noun('kilowatt'),
      MW: noun('mégawatt'),
      GW: noun('gigawatt'),
      TW: noun('térawatt'),
      kWh: noun('kilowattheure'),
      MWh: noun('mégawattheure'),
      GWh: noun('gigawattheure'),
      TWh: noun('térawattheure'),
      V: noun('volt'),
      kV: noun('kilovolt'),
      ch: noun('cheval', 'm', 'chevaux'),
      Hz: noun('hertz', 'm', 'hertz'),
      kHz: noun('kilohertz', 'm', 'kilohertz'),
      MHz: noun('mégahertz', 'm', 'mégahertz'),
      GHz: noun('gigahertz', 'm', 'gigahertz'),
      dB: noun('décibel'),
      ko: noun('kilooctet'),
      Ko: noun('kilooctet'),
      Mo: noun('mégaoctet'),
      Go: noun('gigaoctet'),
      To: noun('téraoctet'),
      'Mbit/s': rate('mégabit', 'par seconde'),
      'Gbit/s': rate('gigabit', 'par seconde'),
      kcal: noun('kilocalorie', 'f'),
      'g/km': rate('gramme', 'par kilomètre'),
      min: noun('minute', 'f'),
      mn: noun('minute', 'f'),
      s: noun('seconde', 'f'),
      ms: noun('milliseconde', 'f'),
      hab: noun('habitant'),
      'km³': { one: 'kilomètre cube', many: 'kilomètres cubes', gender: 'm' },
      km3: { one: 'kilomètre cube', many: 'kilomètres cubes', gender: 'm' },
      cm3: { one: 'centimètre cube', many: 'centimètres cubes', gender: 'm' },
      'mm²': { one: 'millimètre carré', many: 'millimètres carrés', gender: 'm' },
      'm/s²': rate('mètre', 'par seconde au carré'),
      'µg/m³': rate('microgramme', 'par mètre cube'),
      kmh: rate('kilomètre', 'à l’heure'),
      Mb: noun('mégabit'),
      Gb: noun('gigabit'),
      Mbps: rate('mégabit', 'par seconde'),
      kJ: noun('kilojoule'),
      hPa: noun('hectopascal', 'm', 'hectopascals'),
      Wh: noun('wattheure'),
      mAh: noun('milliampèreheure'),
      mV: noun('millivolt'),
      Ω: noun('ohm'),
      kt: noun('kilotonne', 'f'),
      'dB(A)': noun('décibel'),
    }),
  ),
);

/** What follows a slash after an amount. */
export const per: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mois: 'mois',
    an: 'an',
    année: 'an',
    semaine: 'semaine',
    sem: 'semaine',
    jour: 'jour',
    j: 'jour',
    nuit: 'nuit',
    heure: 'heure',
    h: 'heure',
    minute: 'minute',
    min: 'minute',
    mn: 'minute',
    seconde: 'seconde',
    s: 'seconde',
    pers: 'personne',
    'pers.': 'personne',
    personne: 'personne',
    habitant: 'habitant',
    hab: 'habitant',
    'hab.': 'habitant',
    pièce: 'pièce',
    unité: 'unité',
    tête: 'tête',
    baril: 'baril',
    litre: 'litre',
    l: 'litre',
    L: 'litre',
    hl: 'hectolitre',
    kg: 'kilogramme',
    kilo: 'kilo',
    g: 'gramme',
    t: 'tonne',
    tonne: 'tonne',
    km: 'kilomètre',
    m: 'mètre',
    'm²': 'mètre carré',
    m2: 'mètre carré',
    'km²': 'kilomètre carré',
    km2: 'kilomètre carré',
    'm³': 'mètre cube',
    m3: 'mètre cube',
    ha: 'hectare',
    hectare: 'hectare',
    kWh: 'kilowattheure',
    kwh: 'kilowattheure',
    MWh: 'mégawattheure',
    once: 'once',
  }),
);

const money = (one: string, many: string, cents: CountedNoun | null, gender: Gender = 'm'): Currency => ({
  one,
  many,
  gender,
  cents,
});
const centime = noun('centime');
const cent = noun('cent');
const euro = money('euro', 'euros', centime);
const dollar = money('dollar', 'dollars', cent);
const pound = money('livre sterling', 'livres sterling', noun('penny', 'm', 'pence'), 'f');

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    '€': euro,
    EUR: euro,
    euro,
    euros: euro,
    $: dollar,
    US$: money('dollar américain', 'dollars américains', cent),
    $US: money('dollar américain', 'dollars américains', cent),
    USD: money('dollar américain', 'dollars américains', cent),
    $CA: money('dollar canadien', 'dollars canadiens', cent),
    dollar,
    dollars: dollar,
    '£': pound,
    GBP: pound,
    CHF: money('franc suisse', 'francs suisses', centime),
    francs: money('franc', 'francs', centime),
    '¥': money('yen', 'yens', null),
    '₹': money('roupie', 'roupies', null, 'f'),
    '₩': money('won', 'wons', null),
    '₽': money('rouble', 'roubles', null),
    '₺': money('livre turque', 'livres turques', null, 'f'),
    '₴': money('hryvnia', 'hryvnias', null, 'f'),
    '₿': money('bitcoin', 'bitcoins', null),
    '₪': money('shekel', 'shekels', null),
    FCFA: money('franc CFA', 'francs CFA', null),
    franc: money('franc', 'francs', centime),
    JPY: money('yen', 'yens', null),
  }),
);

export const scales: ReadonlyMap<string, CountedNoun> = new Map(
  Object.entries({
    million: noun('million'),
    millions: noun('million'),
    milliard: noun('milliard'),
    milliards: noun('milliard'),
    billion: noun('billion'),
    billions: noun('billion'),
    Mio: noun('million'),
    'Mio.': noun('million'),
    Mds: noun('milliard'),
    Md: noun('milliard'),
    Mrd: noun('milliard'),
    'Mrd.': noun('milliard'),
  }),
);

const name = /^\s?\p{Lu}/u;
const number = /^\s?\d/;

export const abbreviations: readonly Abbreviation[] = [
  ['M.', 'monsieur', { followedBy: /^\s\p{Lu}[\p{L}’'-]/u }],
  ['MM.', 'messieurs', { followedBy: name }],
  ['Mme', 'madame', { followedBy: /^\s\p{Lu}/u }],
  ['Mmes', 'mesdames', { followedBy: /^\s\p{Lu}/u }],
  ['Mlle', 'mademoiselle', { followedBy: /^\s\p{Lu}/u }],
  ['Mlles', 'mesdemoiselles', { followedBy: /^\s\p{Lu}/u }],
  ['Dr', 'docteur', { followedBy: /^\.?\s\p{Lu}/u }],
  ['Dr.', 'docteur', { followedBy: name }],
  ['Pr', 'professeur', { followedBy: /^\s\p{Lu}/u }],
  ['Pr.', 'professeur', { followedBy: name }],
  ['Mgr', 'monseigneur', { followedBy: /^\s\p{Lu}/u }],
  ['St', 'Saint', { followedBy: /^[-\s]\p{Lu}/u }],
  ['Ste', 'Sainte', { followedBy: /^[-\s]\p{Lu}/u }],
  ['p. ex.', 'par exemple'],
  ['c.-à-d.', 'c’est-à-dire'],
  ['etc.', 'et cetera'],
  ['env.', 'environ'],
  ['cf.', 'confer'],
  ['av. J.-C.', 'avant Jésus-Christ'],
  ['apr. J.-C.', 'après Jésus-Christ'],
  ['ap. J.-C.', 'après Jésus-Christ'],
  ['s.v.p.', 's’il vous plaît'],
  ['svp', 's’il vous plaît'],
  ['tél.', 'téléphone', { followedBy: /^\s?:?\s?[+(\d]/ }],
  ['bd', 'boulevard', { followedBy: /^\s\p{L}/u, precededBy: /(?:^|[\d,]|\b(?:du|le|au))\s$/u }],
  ['bd.', 'boulevard', { followedBy: /^\s\p{L}/u }],
  ['boul.', 'boulevard', { followedBy: /^\s\p{L}/u }],
  ['av.', 'avenue', { followedBy: /^\s(?:de|du|des|d’|\p{Lu})/u }],
  ['art.', 'article', { followedBy: number }],
  ['chap.', 'chapitre', { followedBy: /^\s?[\dIVX]/ }],
  ['vol.', 'volume', { followedBy: number }],
  ['fig.', 'figure', { followedBy: number }],
  ['p.', 'page', { followedBy: number }],
  ['pp.', 'pages', { followedBy: number }],
  ['al.', 'alinéa', { followedBy: number }],
  ['no', 'numéro', { followedBy: /^\s\d/ }],
  ['no.', 'numéro', { followedBy: number }],
  ['n°', 'numéro', { followedBy: number }],
  ['N°', 'Numéro', { followedBy: number }],
  ['nº', 'numéro', { followedBy: number }],
  ['nos', 'numéros', { followedBy: /^\s\d+\s(?:et|à)\s\d/ }],
  ['max.', 'maximum'],
  ['hab.', 'habitants'],
  ['janv.', 'janvier'],
  ['févr.', 'février'],
  ['juil.', 'juillet'],
  ['oct.', 'octobre'],
  ['nov.', 'novembre'],
  ['déc.', 'décembre'],
  ['lun.', 'lundi'],
  ['inc.', 'incorporée', { precededBy: /\p{L},?\s$/u }],
  ['éd.', 'édition'],
  ['trad.', 'traduction'],
  ['dép.', 'département'],
];

/** Nouns of feminine gender that are often counted. */
const feminine = new Set(
  (
    'heure heures minute minutes seconde secondes année années semaine semaines journée journées fois personne personnes femme femmes fille filles ' +
    'maison maisons place places voix ville villes équipe équipes page pages tonne tonnes livre livres voiture voitures chambre chambres rue rues ' +
    'voie voies partie parties ligne lignes pièce pièces vie vies victime victimes école écoles œuvre œuvres usine usines fête fêtes nuit nuits ' +
    'famille familles commune communes province provinces étape étapes manche manches table tables soirée soirées table tables étoile étoiles ' +
    'médaille médailles marche marches image images semaine tranche tranches rame rames classe classes bouteille bouteilles banque banques'
  ).split(' '),
);

/** The gender of a French noun, as far as one knows: by what it ends with. */
export const isFeminine = (word: string): boolean =>
  feminine.has(word) ||
  /(?:tion|sion|xion|té|ence|ance|ette|esse|ure|ée|ie|ise|ade|ude|elle|enne|euse|trice)s?$/.test(word);

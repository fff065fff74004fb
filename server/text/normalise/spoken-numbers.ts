/** Contribution of a word to its number: it adds a value, or multiplies the preceding part. */
type Part = { adds: number } | { times: number };
type Vocabulary = (word: string) => Part | undefined;

const listed = (words: string, values: (index: number) => number): [string, number][] =>
  words.split(' ').map((word, index) => [word, values(index)]);

const table = (numbers: [string, number][], scales: Record<string, number>): ReadonlyMap<string, Part> =>
  new Map<string, Part>([
    ...numbers.map(([word, adds]): [string, Part] => [word, { adds }]),
    ...Object.entries(scales).map(([word, times]): [string, Part] => [word, { times }]),
  ]);

const english = table(
  [
    ...listed(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
      (index) => index,
    ),
    ...listed('twenty thirty forty fifty sixty seventy eighty ninety', (index) => 10 * (index + 2)),
    ...listed(
      'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
      (index) => index + 1,
    ),
    ...listed(
      'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth',
      (index) => 10 * (index + 2),
    ),
    ['oh', 0],
  ],
  { hundred: 1e2, hundredth: 1e2, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 },
);

const french = table(
  [
    ...listed(
      'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
      (index) => index,
    ),
    ...listed(
      'vingt trente quarante cinquante soixante septante huitante nonante',
      (index) => 10 * (index + 2),
    ),
    ...listed(
      'deuxième troisième quatrième cinquième sixième septième huitième neuvième',
      (index) => index + 2,
    ),
    ...listed('dixième onzième douzième treizième quatorzième quinzième seizième', (index) => index + 10),
    ...listed('vingtième trentième quarantième cinquantième soixantième', (index) => 10 * (index + 2)),
    ['une', 1],
    ['premier', 1],
    ['première', 1],
    ['unième', 1],
    ['octante', 80],
    ['vingts', 20],
  ],
  {
    cent: 1e2,
    cents: 1e2,
    centième: 1e2,
    mille: 1e3,
    million: 1e6,
    millions: 1e6,
    milliard: 1e9,
    milliards: 1e9,
  },
);

const germanUnits = new Map([
  ...listed(
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    (index) => index,
  ),
  ...listed('ein eine einen einem einer eines', () => 1),
  ['zwo', 2] as const,
]);
const germanTens = new Map(
  listed('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig', (index) => 10 * (index + 2)),
);
const germanOrdinals = new Map(
  listed('erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft', (index) => index + 1),
);
const germanScales: Record<string, number> = {
  million: 1e6,
  millionen: 1e6,
  milliarde: 1e9,
  milliarden: 1e9,
  billion: 1e12,
  billionen: 1e12,
};

/** German writes a number below a million in one word: "zweitausendvierundzwanzig", and its ordinals. */
function germanWord(word: string): Part | undefined {
  const times = Object.hasOwn(germanScales, word) ? germanScales[word] : undefined;
  if (times !== undefined) return { times };
  const value = germanNumber(word) ?? germanOrdinal(word);
  return value === undefined ? undefined : { adds: value };
}

function germanNumber(word: string): number | undefined {
  for (const [name, times] of [
    ['tausend', 1_000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(name);
    if (at < 0) continue;
    const before = at === 0 ? 1 : germanNumber(word.slice(0, at));
    const rest = word.slice(at + name.length).replace(/^und(?=.)/, '');
    const after = rest === '' ? 0 : germanNumber(rest);
    return before === undefined || after === undefined ? undefined : before * times + after;
  }
  const small = germanUnits.get(word) ?? germanTens.get(word);
  if (small !== undefined) return small;
  const [unit, ten] = splitAt(word, word.indexOf('und'), 3);
  const [units, tens] = [germanUnits.get(unit), germanTens.get(ten)];
  return units === undefined || tens === undefined ? undefined : units + tens;
}

/** "dritten", "vierundzwanzigste": an ending, on a stem that counts. */
function germanOrdinal(word: string): number | undefined {
  const stem = /^(.*t)e[nmrs]?$/.exec(word)?.[1];
  if (stem === undefined) return undefined;
  for (const [ordinal, value] of germanOrdinals) {
    if (!stem.endsWith(ordinal)) continue;
    const before = stem.slice(0, -ordinal.length);
    if (before === '') return value;
    if (/(?:hundert|tausend)(?:und)?$/.test(before)) {
      const whole = germanNumber(before.replace(/und$/, ''));
      if (whole !== undefined) return whole + value;
    }
  }
  return stem.endsWith('st') ? germanNumber(stem.slice(0, -2)) : germanNumber(stem.slice(0, -1));
}

function splitAt(word: string, at: number, length: number): [string, string] {
  return at < 0 ? ['', ''] : [word.slice(0, at), word.slice(at + length)];
}

const vocabularies: Readonly<Record<string, Vocabulary>> = {
  en: (word) => english.get(word),
  de: germanWord,
  fr: (word) => french.get(word) ?? (word.endsWith('s') ? french.get(word.slice(0, -1)) : undefined),
};

/** Whether the numerals of a language (BCP 47) are known, so that numbers in words can be compared. */
export const knowsNumerals = (language: string): boolean =>
  language.toLowerCase().split('-')[0]! in vocabularies;

/**
 * The numbers of a text as a listener hears them, in digits, one after the other: "two thousand twenty-four"
 * and "twenty twenty-four" are the same, "three" and "thirteen" are not.
 * @param language BCP 47; of one whose numerals are not known, the digits alone
 */
export function spokenNumbers(text: string, language: string): string {
  const primary = language.toLowerCase().split('-')[0]!;
  const vocabulary = vocabularies[primary] ?? (() => undefined);
  const isFrench = primary === 'fr';
  let said = '';
  let number: SaidNumber | null = null;
  const end = (): void => {
    if (number) said += String(number.total + number.current);
    number = null;
  };
  for (const [token] of text.toLowerCase().matchAll(/\p{Nd}+|\p{L}+/gu)) {
    const part = vocabulary(token);
    if (part) {
      const next: SaidNumber | null = number && joined(number, part, isFrench);
      if (!next) end();
      number = next ?? begun(part);
    } else if (token !== 'and' && token !== 'et' && token !== 'und') {
      end();
      if (/^\p{Nd}/u.test(token)) said += token;
    }
  }
  end();
  return said;
}

/** Number of which some words have been read. */
interface SaidNumber {
  /** What has been multiplied by the last thousand, million… */
  total: number;
  /** That scale. */
  scale: number;
  current: number;
}

const begun = (part: Part): SaidNumber =>
  'adds' in part
    ? { total: 0, scale: Infinity, current: part.adds }
    : part.times === 100
      ? { total: 0, scale: Infinity, current: 100 }
      : { total: part.times, scale: part.times, current: 0 };

/** A number with one more word, or null: the word begins another. */
function joined({ total, scale, current }: SaidNumber, part: Part, isFrench: boolean): SaidNumber | null {
  if (total + current === 0) return null;
  if ('times' in part) {
    const { times } = part;
    if (times === 100) return current >= 100 ? null : { total, scale, current: (current || 1) * 100 };
    return times >= scale ? null : { total: total + (current || 1) * times, scale: times, current: 0 };
  }
  const { adds } = part;
  const below = current % 100;
  if (isFrench && adds === 20 && below === 4) return { total, scale, current: current + 76 };
  const fits =
    below === 0 ||
    (adds < 10 && below >= 20 && below % 10 === 0) ||
    (isFrench && ((adds > 6 && adds < 10 && below % 20 === 10) || (adds >= 10 && adds < 20 && below >= 60)));
  return adds > 0 && fits ? { total, scale, current: current + adds } : null;
}

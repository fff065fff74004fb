import { toCardinal, toOrdinal } from 'n2words/pl-PL';
import { sayDigits } from '../identifier-rules.ts';
import type { Gender } from '../quantity-rules.ts';
import type { NumberMarks, WrittenNumber } from '../written-number.ts';

export const digits = 'zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć'.split(' ');
/** How Polish writes numbers. */
export const marks: NumberMarks = { group: ".   '’", decimal: ',' };

/** How a number stands in its sentence; the nominative is the accusative's form, too. */
export type Case = 'nominative' | 'genitive' | 'dative' | 'instrumental';

export const cardinal = (value: number | string): string => toCardinal(BigInt(value));

const genitives: Readonly<Record<string, string>> = {
  zero: 'zera',
  dwa: 'dwóch',
  dwie: 'dwóch',
  trzy: 'trzech',
  cztery: 'czterech',
  pięć: 'pięciu',
  sześć: 'sześciu',
  siedem: 'siedmiu',
  osiem: 'ośmiu',
  dziewięć: 'dziewięciu',
  dziesięć: 'dziesięciu',
  dwanaście: 'dwunastu',
  dwadzieścia: 'dwudziestu',
  trzydzieści: 'trzydziestu',
  czterdzieści: 'czterdziestu',
  sto: 'stu',
  dwieście: 'dwustu',
  trzysta: 'trzystu',
  czterysta: 'czterystu',
  siedemset: 'siedmiuset',
  osiemset: 'ośmiuset',
  tysiąc: 'tysiąca',
  tysiące: 'tysięcy',
  milion: 'miliona',
  miliony: 'milionów',
  miliard: 'miliarda',
  miliardy: 'miliardów',
  bilion: 'biliona',
  biliony: 'bilionów',
};
const genitiveWord = (word: string): string =>
  genitives[word] ??
  word
    .replace(/naście$/, 'nastu')
    .replace(/dziesiąt$/, 'dziesięciu')
    .replace(/^(pięć|sześć|dziewięć)set$/, (_, unit: string) => `${genitives[unit]!}set`);

const smallOf: Readonly<Record<'dative' | 'instrumental', Readonly<Record<string, string>>>> = {
  dative: { dwóch: 'dwóm', trzech: 'trzem', czterech: 'czterem' },
  instrumental: { dwóch: 'dwoma', trzech: 'trzema', czterech: 'czterema' },
};

const ones: Readonly<Record<Case, Readonly<Record<Gender, string>>>> = {
  nominative: { m: 'jeden', f: 'jedna', n: 'jedno' },
  genitive: { m: 'jednego', f: 'jednej', n: 'jednego' },
  dative: { m: 'jednemu', f: 'jednej', n: 'jednemu' },
  instrumental: { m: 'jednym', f: 'jedną', n: 'jednym' },
};

/** A whole number in a case: "dwie", "dwóch", "pięcioma" is said as "pięciu", which is right as well. */
export function inflect(value: string, gender: Gender, form: Case): string {
  if (value === '1') return ones[form][gender];
  const words = cardinal(value);
  if (form === 'nominative') return gender === 'f' ? words.replace(/dwa$/, 'dwie') : words;
  const genitive = words.split(' ').map(genitiveWord).join(' ');
  if (form === 'genitive') return genitive;
  const at = genitive.lastIndexOf(' ') + 1;
  const last = genitive.slice(at);
  return genitive.slice(0, at) + (smallOf[form][last] ?? last);
}

/** "dziesiąte" after two to four, "dziesiątych" after others. */
function parts(decimals: string, form: Case): string {
  const [one, few, many] =
    decimals.length === 1 ? ['dziesiąta', 'dziesiąte', 'dziesiątych'] : ['setna', 'setne', 'setnych'];
  const value = String(Number(decimals));
  const said = inflect(value, 'f', form);
  if (form !== 'nominative') return `${said} ${value === '1' ? one.replace(/a$/, 'ej') : many}`;
  return `${said} ${value === '1' ? one : isFew(value) ? few : many}`;
}

/** Men in the nominative are counted with a genitive below a thousand: "tysiąc trzech obywateli". */
export function masculinePersonal(value: string): string {
  const below = value.slice(-3).replace(/^0+/, '');
  const above = BigInt(value) - BigInt(below || 0);
  return [
    ...(above > 0n ? [cardinal(String(above))] : []),
    ...(below ? [inflect(below, 'm', 'genitive')] : []),
  ].join(' ');
}

/** Whether a number takes the plural of two to four: "dwa złote", "dwadzieścia trzy złote". */
export const isFew = (value: string): boolean => /(?:^|[^1])[2-4]$/.test(value);

/** "dwa i trzy dziesiąte", "półtora", "dwa i pół"; more than two decimals digit by digit. */
export function withDecimals({ whole, decimals }: WrittenNumber, gender: Gender, form: Case): string {
  if (decimals === '5') {
    if (whole === '0') return 'pół';
    if (whole === '1') return gender === 'f' ? 'półtorej' : 'półtora';
    return `${inflect(whole, gender, form)} i pół`;
  }
  const before = inflect(whole, 'm', form);
  if (decimals.length > 2 || /^0*$/.test(decimals))
    return `${cardinal(whole)} przecinek ${sayDigits(decimals, digits).replaceAll(',', '')}`;
  return whole === '0' ? parts(decimals, form) : `${before} i ${parts(decimals, form)}`;
}

/** A number with its decimals, as words. */
export const say = (number: WrittenNumber): string =>
  number.decimals === '' ? cardinal(number.whole) : withDecimals(number, 'm', 'nominative');

/** Endings of an ordinal, as of "pierwszy". */
export type OrdinalEnding = 'y' | 'a' | 'e' | 'ego' | 'ej' | 'ą' | 'ym' | 'ych' | 'emu';

/** Words of ordinals that take endings; "trzy" and "cztery" before thousands do not. */
const isOrdinalWord = (word: string): boolean =>
  /[yi]$/.test(word) && !/^(?:trzy|cztery|trzydzieści|czterdzieści)$/.test(word);
function withEnding(word: string, ending: OrdinalEnding): string {
  const isSoft = word.endsWith('i');
  if (ending === 'y') return word;
  if (ending === 'ym') return `${word}m`;
  if (ending === 'ych') return `${word}ch`;
  if (word === 'drugi' && (ending === 'a' || ending === 'ą')) return `drug${ending}`;
  return (isSoft ? word : word.slice(0, -1)) + ending;
}

/** "trzeciego", "dwudziestej pierwszej", "dwutysięczny". */
export function ordinal(value: number, ending: OrdinalEnding): string {
  if (value === 0) return withEnding('zerowy', ending);
  if (value === 2000) return withEnding('dwutysięczny', ending);
  if (value > 2099 || (value > 1000 && value % 1000 === 0)) return cardinal(value);
  return toOrdinal(value)
    .split(' ')
    .map((word) => (isOrdinalWord(word) ? withEnding(word, ending) : word))
    .join(' ');
}

/** "pięcio", "dwudziestojedno", "stu": before an adjective or noun in one word. */
export const prefix = (value: string): string =>
  value === '1'
    ? 'jedno'
    : cardinal(value)
        .split(' ')
        .map((word) => (word === 'jeden' ? 'jedno' : genitiveWord(word)))
        .join('')
        .replace(/dwóch$/, 'dwu')
        .replace(/trzech$/, 'trzy')
        .replace(/czterech$/, 'cztero')
        .replace(/(?<=ści|st|ci|śmi|dmi|ści)u(?=$|\p{Ll})/gu, 'o')
        .replace(/^(?:sto|dwusto|trzysto|czterysto)$/, (word) => word.replace(/o$/, 'u'));

const collectives: Readonly<Record<string, string>> = {
  dwa: 'dwoje',
  trzy: 'troje',
  cztery: 'czworo',
  pięć: 'pięcioro',
  sześć: 'sześcioro',
  siedem: 'siedmioro',
  osiem: 'ośmioro',
  dziewięć: 'dziewięcioro',
  dziesięć: 'dziesięcioro',
};
/** "dwoje", "dwadzieścia pięcioro": of children. */
export function collective(value: string, form: Case): string {
  const words = cardinal(value);
  const last = words.slice(words.lastIndexOf(' ') + 1);
  const word = collectives[last];
  if (word === undefined) return inflect(value, 'm', form);
  const said = form === 'nominative' ? word : `${word.slice(0, -1)}ga`.replace('ojga', 'ojga');
  return form === 'nominative'
    ? words.slice(0, words.length - last.length) + said
    : `${inflect(value, 'm', 'genitive').split(' ').slice(0, -1).join(' ')} ${said}`.trimStart();
}

import { toCardinal, toOrdinal } from 'n2words/pt-PT';
import { sayWithDecimals } from '../number-rules.ts';
import type { Gender } from '../quantity-rules.ts';
import type { NumberMarks, WrittenNumber } from '../written-number.ts';

export const digits = 'zero um dois três quatro cinco seis sete oito nove'.split(' ');
/** How Portuguese writes numbers. */
export const marks: NumberMarks = { group: ".   '’", decimal: ',' };

export const isBrazilian = (language: string): boolean => language.startsWith('pt-br');

const european = (value: bigint): string => toCardinal(value).replace(/^um mil(?=\s|$)/, 'mil');

const brazilianScales = [
  [10n ** 12n, 'trilhão', 'trilhões'],
  [10n ** 9n, 'bilhão', 'bilhões'],
] as const;

/** The library knows Portugal's words only; Brazil has others from sixteen on, and counts in billions. */
function brazilian(value: bigint): string {
  for (const [scale, one, many] of brazilianScales) {
    const [above, rest] = [value / scale, value % scale];
    if (above === 0n || above >= 1_000n) continue;
    const words = `${brazilian(above)} ${above === 1n ? one : many}`;
    return rest === 0n ? words : `${words} ${rest < 100n ? 'e ' : ''}${brazilian(rest)}`;
  }
  return european(value)
    .replaceAll('dezasseis', 'dezesseis')
    .replaceAll('dezassete', 'dezessete')
    .replaceAll('dezanove', 'dezenove');
}

/** "dezasseis" and "mil milhões" in Portugal, "dezesseis" and "bilhão" in Brazil. */
export const cardinal = (value: number | string, language = 'pt'): string =>
  (isBrazilian(language) ? brazilian : european)(BigInt(value));

/** "duzentas e uma", "duas mil": millions stay masculine. */
export function feminine(value: number | string, language = 'pt'): string {
  const words = cardinal(value, language);
  const at = Math.max(words.lastIndexOf('lhões'), words.lastIndexOf('lhão'), words.lastIndexOf('liões'));
  const below = words
    .slice(at < 0 ? 0 : at)
    .replace(/entos\b/g, 'entas')
    .replace(/\bdois\b/g, 'duas')
    .replace(/\bum\b/g, 'uma');
  return words.slice(0, at < 0 ? 0 : at) + below;
}

/** "terceiro", "vigésima primeira"; above 999 the number. */
export function ordinal(value: number, gender: Gender = 'm'): string {
  if (value < 1 || value > 999) return cardinal(value);
  const words = toOrdinal(value);
  return gender === 'f' ? words.replace(/o(?= |$)/g, 'a') : words;
}

/** A number with its decimals, as words. */
export const say = sayWithDecimals(cardinal, 'vírgula', digits);

/** A number before a noun of a gender; 'n' stands for what does not change it ("por cento"). */
export const count = (number: WrittenNumber, gender: Gender, language: string): string =>
  number.decimals === '' && gender === 'f' ? feminine(number.whole, language) : say(number, { language });

const masculineInA =
  /^(?:dias?|\p{L}*[eo]mas?|\p{L}*gramas?|climas?|mapas?|planetas?|\p{L}+istas?|atletas?|cometas?|poetas?|pirata?s?|para|contra|cada|toda|esta|essa|ela|elas|estava|havia|seria|tinha|era|eram|nada|agora|fora|ainda|mas|mais|menos|antes|apenas|depois|dias|euros)$/u;
const feminineWords =
  /^(?:(?:re|entre)?vistas?|listas?|pistas?|conquistas?|mulher(?:es)?|vez(?:es)?|noites?|partes?|classes?|torres?|voz(?:es)?|leis?|mortes?|redes?|bases?|séries?|frases?|tardes?|mãos?|luz(?:es)?|cruz(?:es)?|flor(?:es)?|chaves?|fases?|árvores?|nações|mães?|equipes?|greves?|artes?|fontes?|pontes?|gentes?|\p{L}+(?:ção|ções|são|sões|dades?|tudes?|gem|gens|ices?))$/u;

/** Whether a noun, or an adjective before it, is feminine, as far as its ending shows it. */
export const isFeminine = (word: string): boolean =>
  feminineWords.test(word) || (word.length >= 4 && /as?$/.test(word) && !masculineInA.test(word));

import { toCardinal, toOrdinal } from 'n2words/it-IT';
import { sayWithDecimals } from '../number-rules.ts';
import type { Gender } from '../quantity-rules.ts';
import type { NumberMarks, WrittenNumber } from '../written-number.ts';

export const digits = 'zero uno due tre quattro cinque sei sette otto nove'.split(' ');
/** How Italian writes numbers. */
export const marks: NumberMarks = { group: ".   '’", decimal: ',' };

/** Numbers that end in "tre" take an accent, and no "e" joins thousands, unlike in the library. */
export const cardinal = (value: number | string): string =>
  toCardinal(BigInt(value))
    .replace(/mila e (?=\p{Ll})/gu, 'mila')
    .replace(/tré(?=\p{L})/gu, 'tre')
    .replace(/(?<=\p{L})tre$/u, 'tré');

/** "un", "uno" or "una" before a noun; other numbers do not agree. */
export function count(number: WrittenNumber, gender: Gender, noun = ''): string {
  if (number.decimals !== '' || number.whole !== '1' || gender === 'n')
    return say(number, { language: 'it' });
  if (gender === 'f') return /^[aeiou]/i.test(noun) ? 'un’' : 'una';
  return /^(?:s[^aeiou]|z|gn|ps|x|y)/i.test(noun) ? 'uno' : 'un';
}

/** "terzo", "terza", "terzi", "terze". */
export function ordinal(value: number, ending: 'o' | 'a' | 'i' | 'e' = 'o'): string {
  return value < 1 ? cardinal(value) : toOrdinal(value).replace(/o$/, ending);
}

/** A number with its decimals, as words. */
export const say = sayWithDecimals(cardinal, 'virgola', digits);

const masculineInA =
  /^(?:problema|programma|sistema|tema|clima|pianeta|poeta|dramma|panorama|diploma|euro|(?!(?:rivista|intervista|conquista)$)\p{L}{3,}ista|\p{L}+gramma|collega|atleta|papa)$/u;

/** Whether a noun in the singular is feminine, as far as its ending shows it. */
export const isFeminine = (word: string): boolean =>
  /^(?:parte|notte|classe|fase|base|serie|specie|mano|moglie|madre|legge|rete|torre|voce|croce|luce|morte|chiave|nave|neve|gente|mente|stazione|foto|auto|moto|radio|città|[a-zà-ú]+(?:[zs]ione|ità|ù|trice|udine|ice))$/u.test(
    word,
  ) ||
  (word.endsWith('a') && !masculineInA.test(word));

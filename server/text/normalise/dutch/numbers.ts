import { toCardinal, toOrdinal } from 'n2words/nl-NL';
import { sayWithDecimals } from '../number-rules.ts';
import type { NumberMarks } from '../written-number.ts';

export const digits = 'nul één twee drie vier vijf zes zeven acht negen'.split(' ');
/** How Dutch writes numbers. */
export const marks: NumberMarks = { group: ".   '’", decimal: ',' };

export const cardinal = (value: number | string): string => toCardinal(BigInt(value));

/** "eerste", "honderdeerste": one word up to a thousand, unlike in the library. */
export const ordinal = (value: number): string =>
  value < 1 ? 'nulde' : toOrdinal(value).replace(/(?<=honderd|duizend) (?=\p{L}+$)/u, '');

/** A number with its decimals, as words. */
export const say = sayWithDecimals(cardinal, 'komma', digits);

/** Nouns with "het", before which "half" has no ending. */
const neuter =
  /^(?:uur|jaar|pond|glas|brood|miljoen|miljard|procent|ei|blik|seizoen|dozijn|etmaal|kwartier|pak|\p{L}+(?:je|huis))$/u;

/** "half uur", "halve liter". */
export const half = (noun: string | null): string => (noun === null || neuter.test(noun) ? 'half' : 'halve');

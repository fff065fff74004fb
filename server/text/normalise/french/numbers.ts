import { toCardinal as belgianCardinal } from 'n2words/fr-BE';
import { toCardinal as frenchCardinal } from 'n2words/fr-FR';
import { sayDigits } from '../identifier-rules.ts';
import type { RulePosition } from '../spelling.ts';
import type { NumberMarks, WrittenNumber } from '../written-number.ts';

export const digits = 'zéro un deux trois quatre cinq six sept huit neuf'.split(' ');
/** How French writes numbers; Swiss papers group by apostrophes. */
export const marks: NumberMarks = { group: ".  '’", decimal: ',' };

/** "septante" and "nonante" in Belgium and Switzerland. */
export const cardinal = (value: number | string, language = 'fr'): string =>
  /^fr-(?:be|ch)/.test(language) ? belgianCardinal(BigInt(value)) : frenchCardinal(BigInt(value));

/** "vingt et unième", "quatre-vingtième", "deux centième": the last word takes "-ième". */
export function ordinal(value: number, language = 'fr', isFeminineNoun = false): string {
  if (value === 1) return isFeminineNoun ? 'première' : 'premier';
  const words = cardinal(value, language).replace(/(cent|vingt|million|milliard)s$/, '$1');
  const at = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1;
  const last = words.slice(at);
  const stem = last === 'cinq' ? 'cinqu' : last === 'neuf' ? 'neuv' : last.replace(/e$/, '');
  return `${words.slice(0, at)}${stem}ième`;
}

/** Years take no "s": "mille neuf cent". */
export const year = (value: number, language = 'fr'): string =>
  cardinal(value, language)
    .replace(/cents$/, 'cent')
    .replace(/vingts$/, 'vingt');

/** "un" at the end in the feminine. */
export const feminineOne = (words: string): string => words.replace(/\bun$/, 'une');

/** A number with its decimals, as words. */
export function say({ whole, decimals }: WrittenNumber, { language }: RulePosition): string {
  const words = cardinal(whole, language);
  if (!decimals) return words;
  const after =
    decimals.length <= 2 && !decimals.startsWith('0')
      ? cardinal(decimals, language)
      : sayDigits(decimals, digits).replaceAll(',', '');
  return `${words} virgule ${after}`;
}

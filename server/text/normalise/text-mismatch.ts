import { diffArrays } from 'diff';
import { sentenceRanges } from '../sentences.ts';

/** What a text may grow by when it is spelled out: for each character, and for each digit or sign of it. */
const growth = { character: 1.2, sign: 14, always: 24 };
/**
 * Of the words that need no spelling out, so many in a hundred may be another form of themselves ("des",
 * "dem").
 */
const mostOthers = 0.1;
const mostMissing = 0.2;

const token = /[\p{L}\p{M}]+(?:[’'][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}]/gu;
const plainWord = /^[\p{L}\p{M}’']+$/u;
/** Signs that a reader does not say. */
const unsaid = /^[.,;:!?…"“”„‚‘’'»«›‹()[\]{}–—-]$/u;

/** What is wrong with a text that is not the one that was given. */
export type TextMismatch = 'EMPTY' | 'LINES' | 'LENGTH' | 'SENTENCES' | 'WORDS';

/**
 * Returns why a text that another author spelled out does not match the given text, or null: its words have
 * to be present in order, and only digits, signs and abbreviations may be spoken as other words.
 * @param language BCP 47
 */
export function findTextMismatch(written: string, spoken: string, language: string): TextMismatch | null {
  if (spoken.trim() === '') return 'EMPTY';
  if (/[\r\n\u0000-\u0008]/.test(spoken)) return 'LINES';
  const [before, after] = [tokensOf(written), tokensOf(spoken)];
  const signs = before.filter((part) => !plainWord.test(part) && !unsaid.test(part)).length;
  const most = written.length * growth.character + signs * growth.sign + growth.always;
  if (spoken.length > most) return 'LENGTH';
  if (sentenceRanges(spoken, language).length > sentenceRanges(written, language).length) return 'SENTENCES';
  if (missingOf(written, new Set(after)) > 0) return 'WORDS';
  const words = before.filter((part) => plainWord.test(part)).length;
  const others = othersIn(before, after);
  if (others > Math.max(1, words * mostOthers)) return 'WORDS';
  return null;
}

/**
 * Returns by how much the missing words exceed the tolerance. Counts only words that have no other spoken
 * form (no abbreviations, no numerals).
 */
function missingOf(written: string, spoken: ReadonlySet<string>): number {
  const words = [...written.matchAll(/[\p{L}\p{M}]+/gu)];
  // What a full stop follows may be an abbreviation, unless it is the last word.
  const stable = words
    .filter(
      ({ 0: word, index }) =>
        word.length >= 4 && (written[index + word.length] !== '.' || index === words.at(-1)!.index),
    )
    .map(([word]) => word)
    .filter((word) => word !== word.toUpperCase());
  const missing = stable.filter((word) => !spoken.has(word.toLowerCase())).length;
  return missing - Math.floor(stable.length * mostMissing);
}

const tokensOf = (text: string): string[] => (text.match(token) ?? []).map((part) => part.toLowerCase());

/**
 * Words that are missing or added where nothing had to be spelled out, and words too many where something
 * had.
 */
function othersIn(before: string[], after: string[]): number {
  const parts = diffArrays(before, after);
  let others = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    if (!part.added && !part.removed) continue;
    const next = parts[index + 1];
    const both = next !== undefined && (next.added || next.removed) && next.added !== part.added;
    const removed = part.removed ? part.value : both ? next.value : [];
    const added = part.added ? part.value : both ? next.value : [];
    if (both) index++;
    const spelled = removed.filter((value) => !plainWord.test(value) && !unsaid.test(value)).length;
    // An abbreviation loses its full stop, or is in capitals or very short.
    const short = removed.filter((value) => plainWord.test(value) && value.length <= 5).length;
    const lost = removed.filter((value) => plainWord.test(value)).length;
    const found = added.filter((value) => plainWord.test(value)).length;
    if (spelled > 0) others += Math.max(0, lost - short) + Math.max(0, found - lost - spelled * 3 - 4);
    else if (lost > 0 && short === lost) others += Math.max(0, found - lost * 4) + (found === 0 ? lost : 0);
    else others += Math.max(lost, found);
  }
  return others;
}

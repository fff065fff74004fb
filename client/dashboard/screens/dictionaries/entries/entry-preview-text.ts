import type { EntryFields } from './use-save-entry.ts';

/**
 * What is spoken to hear an entry: its word as the entry has it said, within the sentence that was written
 * for it where that has the word. Sounds stand for a whole text, and so are heard alone.
 */
export function entryPreviewText(
  {
    source,
    replacement,
    kind,
    isPattern,
  }: Pick<EntryFields, 'source' | 'replacement' | 'kind' | 'isPattern'>,
  sentence: string,
): string {
  if (kind === 'PHONEMES') return replacement || source;
  const word = kind === 'LETTERS' ? [...source].join(' ') : replacement;
  const at = isPattern || !source ? -1 : sentence.toLowerCase().indexOf(source.toLowerCase());
  if (at >= 0) return sentence.slice(0, at) + word + sentence.slice(at + source.length);
  return sentence.trim() || word;
}

const key = (entry: string): string => `parlance.entry-preview.${entry}`;

/** The sentence in which somebody hears an entry, as the browser keeps it; empty: none. */
export function readPreviewSentence(entry: string): string {
  try {
    return localStorage.getItem(key(entry)) ?? '';
  } catch {
    return '';
  }
}

export function storePreviewSentence(entry: string, sentence: string): void {
  try {
    if (sentence) localStorage.setItem(key(entry), sentence);
    else localStorage.removeItem(key(entry));
  } catch {
    // A browser that keeps nothing.
  }
}

import type { EntryFields } from './use-save-entry.ts';

/**
 * Returns the text that previews an entry: its word with the entry's pronunciation, within the entry's sample
 * sentence if that contains the word. Phonemes apply to a whole text, so they are played alone.
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

/** Returns the sample sentence of an entry that the browser stores; empty: none. */
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

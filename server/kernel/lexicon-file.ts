import { packEntries, type DraftEntry } from '../text/pronunciation/check-entry.ts';
import { readCsv } from '../text/pronunciation/csv.ts';
import { DictionaryFileError, type LineProblem } from '../text/pronunciation/dictionary-file.ts';
import { readPls } from '../text/pronunciation/pls.ts';
import { storableText } from '../text/storable-text.ts';

/** Files that dictionaries come from and go to. */
export type LexiconFormat = 'csv' | 'pls';

/** The entries of a file, packed in lists of up to a thousand (`unpackEntries`); or why it is not taken. */
export type ReadLexicon = { lists: string[] } | { problems: readonly LineProblem[] };

const listed = 1_000;

/** Reads the entries of a dictionary's file. Runs where memory and time are limited. */
export function readLexicon(format: LexiconFormat, bytes: Uint8Array): ReadLexicon {
  try {
    const entries = format === 'csv' ? readCsv(bytes) : readPls(bytes).entries;
    return { lists: listsOf([...lastOfEach(entries).values()]) };
  } catch (error) {
    if (error instanceof DictionaryFileError) return { problems: error.problems };
    throw error;
  }
}

/** Of a word that a file has twice the last line counts. */
function lastOfEach(entries: readonly DraftEntry[]): Map<string, DraftEntry> {
  const known = new Map<string, DraftEntry>();
  for (const entry of entries) {
    entry.source = storableText(entry.source);
    entry.replacement = storableText(entry.replacement);
    entry.phonemes = entry.phonemes && storableText(entry.phonemes);
    const { isPattern, matchCase, wholeWord, source } = entry;
    known.set(`${isPattern} ${matchCase} ${wholeWord} ${source}`, entry);
  }
  return known;
}

function listsOf(entries: readonly DraftEntry[]): string[] {
  const lists: string[] = [];
  for (let at = 0; at < entries.length; at += listed) lists.push(packEntries(entries.slice(at, at + listed)));
  return lists;
}

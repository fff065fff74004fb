import { entryKinds, entryMaxCharacters, type Entry, type EntryKind } from './dictionary.ts';
import { patternProblem } from './patterns.ts';

/** Entry before it gets an id. */
export type DraftEntry = Omit<Entry, 'id'>;

/** What an entry says. */
export const entryContent = [
  'source',
  'replacement',
  'kind',
  'phonemes',
  'wholeWord',
  'matchCase',
  'isPattern',
  'inflected',
] as const satisfies readonly (keyof DraftEntry)[];

/** Entries as JSON without the names of their fields, which would be most of it. */
export const packEntries = (entries: readonly DraftEntry[]): string =>
  JSON.stringify(entries.map((entry) => entryContent.map((field) => entry[field])));

/** What `packEntries` packed. */
export const unpackEntries = (packed: string): DraftEntry[] =>
  (JSON.parse(packed) as unknown[][]).map(
    (values) =>
      Object.fromEntries(entryContent.map((field, place) => [field, values[place]])) as unknown as DraftEntry,
  );

/** What keeps an entry from being saved. */
export type EntryProblem = 'no-source' | 'too-long' | 'no-phonemes' | 'bad-pattern';

/** Returns an entry with only a source and a pronunciation. */
export const plainEntry = (source: string, replacement: string): DraftEntry => ({
  source: source.replace(/\s+/g, ' ').trim().normalize('NFC'),
  replacement: replacement.replace(/\s+/g, ' ').trim(),
  kind: 'substitution',
  phonemes: null,
  wholeWord: true,
  matchCase: false,
  isPattern: false,
  inflected: false,
});

/** What is wrong with an entry, the first of it; null: it can be saved. An empty replacement can. */
export function entryProblem({
  source,
  replacement,
  kind,
  phonemes,
  isPattern,
}: DraftEntry): EntryProblem | null {
  if (source.trim() === '') return 'no-source';
  if ([source, replacement, phonemes ?? ''].some(({ length }) => length > entryMaxCharacters))
    return 'too-long';
  if (kind === 'phonemes' && !phonemes?.trim()) return 'no-phonemes';
  return isPattern && patternProblem(source) !== null ? 'bad-pattern' : null;
}

/** @returns undefined for what is no kind */
export const entryKind = (name: string): EntryKind | undefined => entryKinds.find((kind) => kind === name);

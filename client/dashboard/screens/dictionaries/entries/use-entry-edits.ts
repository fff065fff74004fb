import { useState } from 'react';
import type { EntryRow_entry$data } from '../../../__generated__/EntryRow_entry.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { useDuplicates } from './use-duplicates.ts';
import { fieldsOf, useSaveEntry, type EntryFields } from './use-save-entry.ts';

interface EntryEditsOptions {
  entry: EntryRow_entry$data;
  /** Revision of the entry that is edited. */
  revision: number;
  /** Global ID of its dictionary. */
  dictionary: string;
  /** It was added a moment ago. */
  isFresh: boolean;
  /** @param inDialog it was saved in the dialog of all fields */
  onSaved: (inDialog: boolean) => void;
}

export type EntryEdits = ReturnType<typeof useEntryEdits>;

/** Saves edits of an entry's cells or dialog, and finds duplicates of it. */
export function useEntryEdits({ entry, revision, dictionary, isFresh, onSaved }: EntryEditsOptions) {
  const { entries: w } = useWords(dictionariesWords);
  const [opened, setOpened] = useState(false);
  const { save, ...saving } = useSaveEntry(entry.id, fieldsOf(entry), revision);
  const { found, edited } = useDuplicates(dictionary, entry.id, isFresh ? entry : undefined);
  const saveCell = async (name: 'source' | 'replacement', value: string): Promise<string | null> => {
    if (name === 'source' && value.trim() === '') return w.fillIn;
    const outcome = await save({ [name]: value });
    if (outcome === 'conflict') return null;
    if (outcome !== 'saved') return outcome[name] ?? Object.values(outcome).join(' ');
    edited({ source: entry.source, replacement: entry.replacement, [name]: value.trim() });
    onSaved(false);
    return null;
  };
  const saveAll = async (fields: EntryFields) => {
    const outcome = await save(fields);
    if (outcome === 'conflict') {
      // What was typed is in the dialog that asks whose version it is to be.
      setOpened(false);
      return {};
    }
    if (outcome !== 'saved') return outcome;
    edited(fields);
    onSaved(true);
    return null;
  };
  return { ...saving, save, found, saveCell, saveAll, opened, setOpened };
}

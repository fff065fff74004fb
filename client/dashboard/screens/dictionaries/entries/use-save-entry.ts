import { useRef, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useSaveEntryMutation } from '../../../__generated__/useSaveEntryMutation.graphql.ts';
import type { useSaveEntryQuery } from '../../../__generated__/useSaveEntryQuery.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';

/** What of an entry is edited. */
export interface EntryFields {
  source: string;
  replacement: string;
  kind: 'SUBSTITUTION' | 'PHONEMES' | 'LETTERS';
  phonemes: string | null;
  wholeWord: boolean;
  matchCase: boolean;
  isPattern: boolean;
  inflected: boolean;
}

/** Returns an entry with only its word and its replacement. */
export const plainEntry = (source: string, replacement: string): EntryFields => ({
  source,
  replacement,
  kind: 'SUBSTITUTION',
  phonemes: null,
  wholeWord: true,
  matchCase: false,
  isPattern: false,
  inflected: false,
});

export type EntryChanges = Partial<EntryFields>;

/** Entry that another member saved in the meantime. */
export interface EntryConflict {
  before: EntryFields;
  theirs: EntryFields;
  mine: EntryChanges;
  by: string | null;
  revision: number;
}

/** The outcome of saving, with what is wrong by field. */
export type SaveOutcome = 'saved' | 'conflict' | { [field: string]: string };

/**
 * Saves changes to an entry as it was when editing began. If another member saved first, it fetches their
 * version, and the later editor chooses.
 * @returns the function, and `begin`, which marks the start of editing
 */
export function useSaveEntry(id: string, entry: EntryFields, revision: number) {
  const environment = useRelayEnvironment();
  const [conflict, setConflict] = useState<EntryConflict | null>(null);
  const [update, busy] = useAction<useSaveEntryMutation>(graphql`
    mutation useSaveEntryMutation($input: UpdateDictionaryEntryInput!) {
      result: updateDictionaryEntry(input: $input) {
        __typename
        ... on UpdateDictionaryEntrySuccess {
          entry {
            id
            revision
            ...EntryRow_entry
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const begun = useRef({ entry, revision });
  const begin = () => {
    begun.current = { entry, revision };
  };
  const save = async (changes: EntryChanges, based = begun.current.revision): Promise<SaveOutcome> => {
    const outcome = await update(
      { input: { id, revision: based, ...changes } },
      { expected: 'ConflictError' },
    );
    if (outcome.ok) {
      // What is changed next is changed on top of this.
      begun.current.revision = outcome.result.entry?.revision ?? based;
      setConflict(null);
      return 'saved';
    }
    if (outcome.type !== 'ConflictError')
      return Object.keys(outcome.fieldErrors).length > 0 ? outcome.fieldErrors : { source: outcome.message };
    const latest = await fetchQuery<useSaveEntryQuery>(
      environment,
      graphql`
        query useSaveEntryQuery($id: ID!) {
          dictionaryEntry(id: $id) {
            source
            replacement
            kind
            phonemes
            wholeWord
            matchCase
            isPattern
            inflected
            revision
            updatedBy {
              name
            }
            ...EntryRow_entry
          }
        }
      `,
      { id },
      { fetchPolicy: 'network-only' },
    ).toPromise();
    const theirs = latest?.dictionaryEntry;
    if (!theirs) return { source: outcome.message };
    setConflict({
      before: begun.current.entry,
      theirs: fieldsOf(theirs),
      mine: changes,
      by: theirs.updatedBy?.name ?? null,
      revision: theirs.revision,
    });
    return 'conflict';
  };
  return { begin, save, busy, conflict, dismiss: () => setConflict(null) };
}

type Answered = Omit<EntryFields, 'kind' | 'phonemes'> & {
  readonly kind: string;
  readonly phonemes: string | null | undefined;
};

/** What can be edited of an entry as it was answered. */
export const fieldsOf = ({
  source,
  replacement,
  kind,
  phonemes,
  wholeWord,
  matchCase,
  isPattern,
  inflected,
}: Answered): EntryFields => ({
  source,
  replacement,
  kind: kind as EntryFields['kind'],
  phonemes: phonemes ?? null,
  wholeWord,
  matchCase,
  isPattern,
  inflected,
});

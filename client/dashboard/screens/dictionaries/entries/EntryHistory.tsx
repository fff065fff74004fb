// oxlint-disable relay/unused-fields -- fieldsOf() reads what is edited
import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { EntryHistoryQuery } from '../../../__generated__/EntryHistoryQuery.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { Part } from '../../../relay/Part.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { fieldsOf, type EntryFields } from './use-save-entry.ts';

interface EntryHistoryProps {
  /** Global id of the entry. */
  id: string;
  /** Takes what the entry said once into the fields; nothing is saved by that. */
  onUse: (fields: EntryFields) => void;
}

/** What an entry said, since when and through whom, the last first. */
export function EntryHistory(props: EntryHistoryProps) {
  const { history: w } = useWords(dictionariesWords);
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.history} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{w.title}</summary>
      {open && (
        <Part what={w.what} waiting={<Bar height={60} />}>
          {(attempt) => <Versions {...props} attempt={attempt} />}
        </Part>
      )}
    </details>
  );
}

function Versions({ id, onUse, attempt }: EntryHistoryProps & { attempt: number }) {
  const { history: w, entries: e, entry: f } = useWords(dictionariesWords);
  const format = useDateTimeFormat();
  const { dictionaryEntry: entry } = useLazyLoadQuery<EntryHistoryQuery>(
    graphql`
    query EntryHistoryQuery($id: ID!) @throwOnFieldError {
      dictionaryEntry(id: $id) {
        ...EntryRow_entry
        source
        replacement
        kind
        phonemes
        wholeWord
        matchCase
        isPattern
        inflected
        revision
        updatedAt
        updatedBy {
          name
        }
        versions {
          source
          replacement
          kind
          phonemes
          wholeWord
          matchCase
          isPattern
          inflected
          revision
          updatedAt
          updatedBy {
            name
          }
          deletedAt
        }
      }
    }
  `,
    { id },
    { fetchKey: attempt, fetchPolicy: 'network-only' },
  );
  if (!entry) return null;
  const versions = [{ ...entry, deletedAt: null }, ...entry.versions];
  return (
    <ol className={styles.rows} reversed>
      {versions.map((version, index) => {
        const { source, replacement, kind, phonemes, revision, updatedAt, updatedBy, deletedAt } = version;
        const said = kind === 'PHONEMES' ? phonemes : kind === 'LETTERS' ? f.kinds.LETTERS : replacement;
        const when = format(updatedAt);
        return (
          <li key={revision}>
            <span className={styles.words}>
              <strong>{source}</strong>
              <span>{deletedAt ? w.deleted : said || e.silent}</span>
              <span className={styles.note}>{w.by({ when, who: updatedBy?.name ?? e.program })}</span>
            </span>
            {index > 0 && !deletedAt && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={w.useOf({ when })}
                onClick={() => onUse(fieldsOf(version))}
              >
                {w.use}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

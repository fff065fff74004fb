import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { RestoreEntries_dictionary$key } from '../../../__generated__/RestoreEntries_dictionary.graphql.ts';
import type { RestoreEntriesMutation } from '../../../__generated__/RestoreEntriesMutation.graphql.ts';
import type { RestoreEntriesPageQuery } from '../../../__generated__/RestoreEntriesPageQuery.graphql.ts';
import type { RestoreEntriesQuery } from '../../../__generated__/RestoreEntriesQuery.graphql.ts';
import { pageSizes } from '../../../generated/limits.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { LoadMore } from '../../../ui/lists/LoadMore.tsx';
import { notify } from '../../../ui/messages.ts';
import { useRestorableDays } from '../../../ui/time/restorable-days.ts';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';

interface RestoreEntriesProps {
  dictionary: string;
  onClose: () => void;
  onRestored: () => void;
}

/** Entries that were deleted and can be restored. */
export function RestoreEntries({ dictionary, onClose, onRestored }: RestoreEntriesProps) {
  const w = useWords(dictionariesWords);
  return (
    <Dialog
      title={w.entries.restore.open}
      opened
      onClose={onClose}
      actions={<Button onClick={onClose}>{w.done}</Button>}
    >
      <p>{w.restore.hint({ days: useRestorableDays() })}</p>
      <Part what={w.entries.what} waiting={<Bar height={120} />}>
        {(attempt) => <Read dictionary={dictionary} attempt={attempt} onRestored={onRestored} />}
      </Part>
    </Dialog>
  );
}

interface ReadProps {
  dictionary: string;
  attempt: number;
  onRestored: () => void;
}

function Read({ dictionary: id, attempt, onRestored }: ReadProps) {
  const { dictionary } = useLazyLoadQuery<RestoreEntriesQuery>(
    graphql`
    query RestoreEntriesQuery($id: ID!) @throwOnFieldError {
      dictionary(id: $id) {
        ...RestoreEntries_dictionary
      }
    }
  `,
    { id },
    { fetchKey: attempt, fetchPolicy: 'network-only' },
  );
  return dictionary && <Deleted dictionary={dictionary} onRestored={onRestored} />;
}

function Deleted({
  dictionary,
  onRestored,
}: {
  dictionary: RestoreEntries_dictionary$key;
  onRestored: () => void;
}) {
  const { restore: w, entries: e } = useWords(dictionariesWords);
  const format = useDateTimeFormat();
  const [back, setBack] = useState<readonly string[]>([]);
  const {
    data: { entries },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<RestoreEntriesPageQuery, RestoreEntries_dictionary$key>(
    dictionaryFragment,
    dictionary,
  );
  const [restore, busy] = useAction<RestoreEntriesMutation>(restoreEntriesMutation);
  const bringBack = async (id: string, name: string) => {
    if (!(await restore({ input: { id } })).ok) return;
    setBack((before) => [...before, id]);
    notify(w.restored({ name }), 2000);
    onRestored();
  };
  const shown = entries.edges.flatMap((edge) => edge?.node ?? []).filter(({ id }) => !back.includes(id));
  if (shown.length === 0 && !hasNext) return <p role="status">{e.restore.none}</p>;
  return (
    <>
      <ul className={styles.rows}>
        {shown.map(({ id, source, replacement, deletedAt, updatedBy }) => (
          <li key={id}>
            <span className={styles.words}>
              <strong>{source}</strong>
              <span>{replacement || e.silent}</span>
              {deletedAt && (
                <span className={styles.note}>
                  {e.restore.by({ when: format(deletedAt), who: updatedBy?.name ?? e.program })}
                </span>
              )}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              aria-label={w.bringBackOf({ name: source })}
              onClick={() => void bringBack(id, source)}
            >
              {w.bringBack}
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore
        what={e.restore.many}
        shown={shown.length}
        more={hasNext}
        busy={isLoadingNext}
        onMore={() => loadNext(pageSizes.list)}
      />
    </>
  );
}

const dictionaryFragment = graphql`
  fragment RestoreEntries_dictionary on Dictionary
  @refetchable(queryName: "RestoreEntriesPageQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
    entries(first: $count, after: $cursor, deleted: true) @connection(key: "RestoreEntries_entries") {
      edges {
        node {
          ...EntryRow_entry
          id
          source
          replacement
          deletedAt
          updatedBy {
            name
          }
        }
      }
    }
  }
`;

const restoreEntriesMutation = graphql`
  mutation RestoreEntriesMutation($input: RestoreDictionaryEntryInput!) {
    result: restoreDictionaryEntry(input: $input) {
      __typename
      ... on RestoreDictionaryEntrySuccess {
        entry {
          id
          deletedAt
          ...EntryRow_entry
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { RestoreDictionariesMutation } from '../../__generated__/RestoreDictionariesMutation.graphql.ts';
import type { RestoreDictionariesQuery } from '../../__generated__/RestoreDictionariesQuery.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { Part } from '../../relay/Part.tsx';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { notify } from '../../ui/messages.ts';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Dictionaries.module.css';
import type { Owner } from './dictionary-owner.ts';

interface RestoreDictionariesProps {
  owner: Owner;
  onClose: () => void;
  onRestored: () => void;
}

/** Dictionaries that were deleted and can be restored. */
export function RestoreDictionaries({ owner, onClose, onRestored }: RestoreDictionariesProps) {
  const w = useWords(dictionariesWords);
  return (
    <Dialog
      title={w.restore.dictionaries}
      opened
      onClose={onClose}
      actions={<Button onClick={onClose}>{w.done}</Button>}
    >
      <p>{w.restore.hint({ days: useRestorableDays() })}</p>
      <Part what={w.what} waiting={<Bar height={90} />}>
        {(attempt) => <Deleted owner={owner} attempt={attempt} onRestored={onRestored} />}
      </Part>
    </Dialog>
  );
}

function Deleted({
  owner,
  attempt,
  onRestored,
}: Pick<RestoreDictionariesProps, 'owner' | 'onRestored'> & { attempt: number }) {
  const { restore: w } = useWords(dictionariesWords);
  const format = useDateTimeFormat();
  const [gone, setGone] = useState<readonly string[]>([]);
  const { dictionaries } = useLazyLoadQuery<RestoreDictionariesQuery>(
    graphql`
    query RestoreDictionariesQuery($level: DictionaryLevel!, $organization: ID, $project: ID) @throwOnFieldError {
      dictionaries(level: $level, organization: $organization, project: $project, deleted: true) {
        id
        name
        deletedAt
      }
    }
  `,
    owner,
    { fetchKey: attempt, fetchPolicy: 'network-only' },
  );
  const [restore, busy] = useAction<RestoreDictionariesMutation>(graphql`
    mutation RestoreDictionariesMutation($input: RestoreDictionaryInput!) {
      result: restoreDictionary(input: $input) {
        __typename
        ... on RestoreDictionarySuccess {
          dictionary {
            id
            deletedAt
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const bringBack = async (id: string, name: string) => {
    if (!(await restore({ input: { id } })).ok) return;
    setGone((before) => [...before, id]);
    notify(w.restored({ name }), 2000);
    onRestored();
  };
  const shown = dictionaries.filter(({ id }) => !gone.includes(id));
  if (shown.length === 0) return <p role="status">{w.none}</p>;
  return (
    <ul className={styles.rows}>
      {shown.map(({ id, name, deletedAt }) => (
        <li key={id}>
          <span className={styles.words}>
            <strong>{name}</strong>
            {deletedAt && <span>{format(deletedAt)}</span>}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            aria-label={w.bringBackOf({ name })}
            onClick={() => void bringBack(id, name)}
          >
            {w.bringBack}
          </Button>
        </li>
      ))}
    </ul>
  );
}

import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { graphql, useFragment, useSubscription } from 'react-relay';
import type { RevoicingJobs_job$key } from '../../../__generated__/RevoicingJobs_job.graphql.ts';
import type { RevoicingJobsQuery } from '../../../__generated__/RevoicingJobsQuery.graphql.ts';
import type { RevoicingJobsStopMutation } from '../../../__generated__/RevoicingJobsStopMutation.graphql.ts';
import type { RevoicingJobsSubscription } from '../../../__generated__/RevoicingJobsSubscription.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { useFallbackPolling } from '../../../relay/use-fallback-polling.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { WaitingBar } from '../../../ui/WaitingBar.tsx';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

/** For administrators: the last orders to voice articles again, how far each is, and how to stop it. */
export function RevoicingJobs({ onClose }: { onClose: () => void }) {
  const { revoicingJobs: w, done } = useWords(dictionariesWords);
  return (
    <Dialog
      title={w.open}
      opened
      className={styles.wide}
      onClose={onClose}
      actions={<Button onClick={onClose}>{done}</Button>}
    >
      <Part what={w.what} waiting={<WaitingBar label={w.loading} height={160} />}>
        {(attempt) => <Orders attempt={attempt} />}
      </Part>
    </Dialog>
  );
}

function Orders({ attempt }: { attempt: number }) {
  const { revoicingJobs: w } = useWords(dictionariesWords);
  const [look, setLook] = useState(0);
  const { revoicingJobs } = useFreshQuery<RevoicingJobsQuery>(
    graphql`
      query RevoicingJobsQuery @throwOnFieldError {
        revoicingJobs {
          id
          ...RevoicingJobs_job
        }
      }
    `,
    {},
    `${attempt}.${look}`,
  );
  useFallbackPolling(() => setLook((count) => count + 1));
  if (revoicingJobs.length === 0) return <p role="status">{w.none}</p>;
  return (
    <ul className={styles.rows} aria-label={w.open}>
      {revoicingJobs.map((job) => (
        <li key={job.id} data-testid="revoicing-job">
          <RevoicingProgress job={job} />
        </li>
      ))}
    </ul>
  );
}

/** How far voicing articles again is, as it happens, with the button that stops it. */
export function RevoicingProgress({ job: key }: { job: RevoicingJobs_job$key }) {
  const { revoicingJobs: w } = useWords(dictionariesWords);
  const format = useDateTimeFormat();
  const { id, status, progress, articles, sentences, characters, cost, charactersPerDay, ...order } =
    useFragment(
      graphql`
        fragment RevoicingJobs_job on RevoicingJob {
          id
          status
          progress
          articles
          sentences
          characters
          cost
          charactersPerDay
          createdAt
          createdBy {
            name
          }
          endedAt
        }
      `,
      key,
    );
  const [stop, busy] = useAction<RevoicingJobsStopMutation>(graphql`
    mutation RevoicingJobsStopMutation($input: StopRevoicingJobInput!) {
      result: stopRevoicingJob(input: $input) {
        __typename
        ... on StopRevoicingJobSuccess {
          job {
            ...RevoicingJobs_job
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const isOpen = !order.endedAt;
  const percent = Math.round(100 * progress);
  return (
    <>
      {isOpen && <Live id={id} />}
      <span className={styles.words}>
        <span role="status">
          <strong>{w.status[status as keyof typeof w.status]}</strong>{' '}
          {status === 'WAITING' && w.budget({ characters: charactersPerDay })}
        </span>
        {isOpen && (
          <span
            className={styles.progress}
            role="progressbar"
            aria-label={w.progress}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <span style={{ width: `${Math.max(3, percent)}%` }} />
          </span>
        )}
        <span>{w.done({ articles, sentences, characters, cost: formatMoney(cost) })}</span>
        <span className={styles.note}>
          {w.begun({ when: format(order.createdAt), who: order.createdBy?.name ?? w.nobody })}
        </span>
      </span>
      {isOpen && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          onClick={() => void stop({ input: { id } })}
        >
          {w.stop}
        </Button>
      )}
    </>
  );
}

/** Keeps what is shown of an order as it is. */
function Live({ id }: { id: string }) {
  useSubscription<RevoicingJobsSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
          subscription RevoicingJobsSubscription($id: ID!) {
            revoicingJob(id: $id) {
              ...RevoicingJobs_job
            }
          }
        `,
        variables: { id },
        // Without events the orders are polled.
        onError: () => {},
      }),
      [id],
    ),
  );
  return null;
}

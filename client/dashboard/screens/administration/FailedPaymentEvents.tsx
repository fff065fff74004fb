import { Button } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { FailedPaymentEvents_event$key } from '../../__generated__/FailedPaymentEvents_event.graphql.ts';
import type { FailedPaymentEventsRetryMutation } from '../../__generated__/FailedPaymentEventsRetryMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

interface ParkedEventsProps {
  events: readonly FailedPaymentEvents_event$key[];
  /** They are tried again. */
  onChange: () => void;
}

/** Events of the payment service that were given up; nothing while there are none. */
export function FailedPaymentEvents({ events, onChange }: ParkedEventsProps) {
  const { payments: w } = useWords(administrationWords);
  const [retry, busy] = useAction<FailedPaymentEventsRetryMutation>(graphql`
    mutation FailedPaymentEventsRetryMutation {
      result: retryPaymentEvents {
        __typename
        ... on RetryPaymentEventsSuccess {
          events
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  if (events.length === 0) return null;
  const again = async () => {
    const outcome = await retry({});
    if (!outcome.ok) return;
    notify(w.retried({ count: outcome.result.events ?? 0 }), 4000);
    onChange();
  };
  return (
    <Panel title={w.parked}>
      <div className={styles.line}>
        <p>{w.parkedAbout}</p>
        <Button size="xs" variant="default" loading={busy} onClick={() => void again()}>
          {w.retry}
        </Button>
      </div>
      <ul className={styles.list}>
        {events.map((event, index) => (
          <Parked key={index} event={event} />
        ))}
      </ul>
    </Panel>
  );
}

function Parked({ event: key }: { event: FailedPaymentEvents_event$key }) {
  const format = useDateTimeFormat();
  const {
    event: eventId,
    type,
    error,
    parkedAt,
  } = useFragment(
    graphql`
    fragment FailedPaymentEvents_event on FailedPaymentEvent {
      event
      type
      error
      parkedAt
    }
  `,
    key,
  );
  return (
    <li>
      <span className={styles.who}>
        <strong>{type}</strong>
        {error != null && <span className={styles.warn}>{error}</span>}
        <span>
          {format(parkedAt)} · {eventId}
        </span>
      </span>
    </li>
  );
}

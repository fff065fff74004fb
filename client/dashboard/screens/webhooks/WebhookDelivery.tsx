// oxlint-disable relay/unused-fields -- notices are formatted as a whole
import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type {
  WebhookDelivery_delivery$data,
  WebhookDelivery_delivery$key,
} from '../../__generated__/WebhookDelivery_delivery.graphql.ts';
import type { WebhookDeliveryResendMutation } from '../../__generated__/WebhookDeliveryResendMutation.graphql.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { useAction } from '../../relay/use-action.ts';
import { Badge } from '../../ui/lists/StatusBadge.tsx';
import { notify } from '../../ui/messages.ts';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { formatStored } from '../../words/server-words.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import { kindOfType } from './event-groups.ts';
import styles from './Webhooks.module.css';

const tones = { DELIVERED: 'good', FAILED: 'bad', PENDING: 'plain', RETRYING: 'warn' } as const;
const shownMs = 2_000;

interface WebhookDeliveryProps {
  delivery: WebhookDelivery_delivery$key;
  /** Of its webhook: one that is disabled sends nothing. */
  enabled: boolean;
  onResent: () => void;
}

/** A delivery, which opens to its request, its attempts and their responses. */
export function WebhookDelivery({ delivery: key, enabled, onResent }: WebhookDeliveryProps) {
  const delivery = useFragment(deliveryFragment, key);
  const { id, type, subject, messageId, createdAt, nextAttemptAt, requestBody, attempts } = delivery;
  const { log: w, kinds, subjects } = useWords(webhooksWords);
  const format = useDateTimeFormat();
  const [resend, busy] = useAction<WebhookDeliveryResendMutation>(resendMutation);
  const sendAgain = async () => {
    if (!(await resend({ input: { id } })).ok) return;
    notify(w.resent, shownMs);
    onResent();
  };
  const state = stateOf(delivery);
  const last = attempts[0];
  const [about = '', number = ''] = subject.split(' ');
  return (
    <details>
      <summary>
        <Badge tone={tones[state]}>{w.states[state]}</Badge>
        <span className={styles.event}>
          {textByKey(kinds, kindOfType(type))?.name ?? w.testMessage}
          <span className={styles.soft}>{textByKey(subjects, about)?.({ number })}</span>
        </span>
        {last && <span className={styles.status}>{last.status ?? w.noResponse}</span>}
        <time dateTime={createdAt}>{format(createdAt)}</time>
      </summary>
      <div className={styles.detail}>
        <dl className={styles.facts}>
          <dt>{w.messageId}</dt>
          <dd>
            <code>{messageId}</code>
          </dd>
          <dt>{w.type}</dt>
          <dd>
            <code>{type}</code>
          </dd>
          {nextAttemptAt && attempts.length > 0 && (
            <>
              <dt>{w.next}</dt>
              <dd>{format(nextAttemptAt)}</dd>
            </>
          )}
        </dl>
        <div className={styles.exchange}>
          <div>
            <h3>{w.request}</h3>
            {requestBody == null ? (
              <p className={styles.soft}>{w.unsent}</p>
            ) : (
              <Body text={pretty(requestBody)} label={w.request} />
            )}
          </div>
          <div>
            <h3>{w.responses}</h3>
            {attempts.length === 0 && <p className={styles.soft}>{w.unsent}</p>}
            <ol className={styles.attempts}>
              {attempts.map((attempt) => (
                <Attempt key={attempt.createdAt} attempt={attempt} />
              ))}
            </ol>
          </div>
        </div>
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRepeat size={14} />}
            disabled={!enabled}
            loading={busy}
            onClick={() => void sendAgain()}
          >
            {w.resend}
          </Button>
        </div>
      </div>
    </details>
  );
}

/** A message that failed so far is distinguished from one that was not sent yet. */
function stateOf({ state, attempts }: WebhookDelivery_delivery$data): keyof typeof tones {
  if (state === 'DELIVERED' || state === 'FAILED') return state;
  return attempts.length > 0 && !isSuccess(attempts[0]!) ? 'RETRYING' : 'PENDING';
}

type AttemptData = WebhookDelivery_delivery$data['attempts'][number];

const isSuccess = ({ status }: AttemptData): boolean => status != null && status >= 200 && status < 300;

function Attempt({ attempt }: { attempt: AttemptData }) {
  const { log: w } = useWords(webhooksWords);
  const format = useDateTimeFormat();
  const { createdAt, durationMs, status, responseBody, error, errorNotices } = attempt;
  return (
    <li>
      <p className={styles.attempt} data-failed={!isSuccess(attempt) || undefined}>
        <strong>{status === null ? w.noResponse : w.status({ status: String(status) })}</strong>
        <span>{w.duration({ ms: durationMs })}</span>
        <time dateTime={createdAt}>{format(createdAt)}</time>
      </p>
      {status === null && <p>{formatStored(error ?? '', errorNotices)}</p>}
      {responseBody && <Body text={responseBody} label={w.responses} />}
    </li>
  );
}

/** Text of a body, which scrolls. */
const Body = ({ text, label }: { text: string; label: string }) => (
  // What scrolls can be reached by keyboard.
  <pre tabIndex={0} role="region" aria-label={label}>
    {text}
  </pre>
);

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const deliveryFragment = graphql`
  fragment WebhookDelivery_delivery on WebhookDelivery {
    id
    type
    subject
    messageId
    createdAt
    state
    nextAttemptAt
    requestBody
    attempts {
      createdAt
      durationMs
      status
      responseBody
      error
      errorNotices {
        code
        parameters
      }
    }
  }
`;

const resendMutation = graphql`
  mutation WebhookDeliveryResendMutation($input: ResendWebhookDeliveryInput!) {
    result: resendWebhookDelivery(input: $input) {
      __typename
      ... on ResendWebhookDeliverySuccess {
        delivery {
          id
          state
          nextAttemptAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

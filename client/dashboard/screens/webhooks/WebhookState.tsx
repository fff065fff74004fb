import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  WebhookState_webhook$data,
  WebhookState_webhook$key,
} from '../../__generated__/WebhookState_webhook.graphql.ts';
import type { WebhookStateEnableMutation } from '../../__generated__/WebhookStateEnableMutation.graphql.ts';
import type { WebhookEventKind } from '../../__generated__/WebhookFormMutation.graphql.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { useAction } from '../../relay/use-action.ts';
import { Badge } from '../../ui/lists/StatusBadge.tsx';
import { notify } from '../../ui/messages.ts';
import { relativeTime } from '../../ui/time/relative-time.ts';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { useNow } from '../../ui/time/use-now.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import { eventKinds, type EventKind } from './event-groups.ts';
import styles from './Webhooks.module.css';

/** Events that are named one by one; of more the rest is counted. */
const namedEvents = 6;
const shownMs = 2_000;

interface WebhookStateProps {
  name: string;
  webhook: WebhookState_webhook$key;
  /** @param disabledAt when it had been disabled */
  onEnabled: (disabledAt: string | null) => void;
}

/** What a webhook is called, where it leads, what it sends, and whether it works. */
export function WebhookState({ name, webhook: key, onEnabled }: WebhookStateProps) {
  const webhook = useFragment(stateFragment, key);
  const w = useWords(webhooksWords);
  const format = useDateTimeFormat();
  const now = useNow();
  const { url, enabled, firstFailureAt, lastSuccessAt, previousSecretExpiresAt: overlapEnd } = webhook;
  const [tone, label] = toneOf(webhook);
  const last = lastSuccessAt
    ? w.lastSuccess({ when: relativeTime(lastSuccessAt, now) ?? format(lastSuccessAt) })
    : w.noSuccess;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.what}>
          <h2>{name}</h2>
          <span className={styles.url}>{url ?? w.unreadableText}</span>
          <span>{[textByKey(w.formats, webhook.format), last].filter(Boolean).join(' · ')}</span>
        </div>
        <Badge tone={tone}>{w.state[label]}</Badge>
      </div>
      <EventList events={webhook.events} />
      {!enabled && <Disabled webhook={webhook} onEnabled={onEnabled} />}
      {enabled && firstFailureAt && (
        <Notice isProblem>{w.failingSince({ when: format(firstFailureAt) })}</Notice>
      )}
      {overlapEnd && Date.parse(overlapEnd) > now && (
        <Notice>{w.overlap({ when: format(overlapEnd) })}</Notice>
      )}
    </>
  );
}

function toneOf({ enabled, firstFailureAt, lastSuccessAt }: WebhookState_webhook$data) {
  if (!enabled) return ['plain', 'disabled'] as const;
  if (firstFailureAt) return ['bad', 'failing'] as const;
  return lastSuccessAt ? (['good', 'working'] as const) : (['plain', 'unused'] as const);
}

/** Events that this release knows. */
export const knownEvents = (events: readonly WebhookEventKind[]): readonly EventKind[] =>
  eventKinds.filter((kind) => events.includes(kind));

function EventList({ events }: { events: readonly WebhookEventKind[] }) {
  const w = useWords(webhooksWords);
  const known = knownEvents(events);
  const isAll = known.length === eventKinds.length;
  const named = known.length > namedEvents + 1 ? known.slice(0, namedEvents) : known;
  const rest = known.slice(named.length);
  return (
    <ul className={styles.events} aria-label={w.events}>
      {isAll ? <li>{w.allEvents}</li> : named.map((kind) => <li key={kind}>{w.kinds[kind].name}</li>)}
      {!isAll && rest.length > 0 && (
        <li title={rest.map((kind) => w.kinds[kind].name).join(', ')}>
          {w.moreEvents({ count: rest.length })}
        </li>
      )}
    </ul>
  );
}

interface DisabledProps {
  webhook: WebhookState_webhook$data;
  onEnabled: (disabledAt: string | null) => void;
}

/** Why a webhook sends nothing, and the button that changes it. */
function Disabled({ webhook: { id, disabledReason, disabledAt }, onEnabled }: DisabledProps) {
  const w = useWords(webhooksWords);
  const format = useDateTimeFormat();
  const [update, busy] = useAction<WebhookStateEnableMutation>(enableMutation);
  const enable = async () => {
    if (!(await update({ input: { id, enabled: true } })).ok) return;
    notify(w.enabledAgain, shownMs);
    onEnabled(disabledAt ?? null);
  };
  const why = disabledReason && textByKey(w.disabledReasons, disabledReason);
  return (
    <Notice
      isProblem={Boolean(why)}
      action={
        <Button size="compact-sm" loading={busy} onClick={() => void enable()}>
          {w.enable}
        </Button>
      }
    >
      {why ? why({ when: disabledAt ? format(disabledAt) : '' }) : w.disabledByPerson}
    </Notice>
  );
}

interface NoticeProps {
  isProblem?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

function Notice({ isProblem = false, action, children }: NoticeProps) {
  const Icon = isProblem ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={styles.notice} data-problem={isProblem || undefined}>
      <Icon size={18} aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  );
}

const stateFragment = graphql`
  fragment WebhookState_webhook on Webhook {
    id
    url
    format
    events
    enabled
    disabledReason
    disabledAt
    firstFailureAt
    lastSuccessAt
    previousSecretExpiresAt
  }
`;

const enableMutation = graphql`
  mutation WebhookStateEnableMutation($input: UpdateWebhookInput!) {
    result: updateWebhook(input: $input) {
      __typename
      ... on UpdateWebhookSuccess {
        webhook {
          ...WebhookItem_webhook
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

// oxlint-disable relay/unused-fields -- the hook of pending deliveries reads them
import { Button, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type {
  WebhookDeliveryState,
  WebhookEventKind,
  WebhookLogQuery,
} from '../../__generated__/WebhookLogQuery.graphql.ts';
import type { WebhookLog_webhook$key } from '../../__generated__/WebhookLog_webhook.graphql.ts';
import type { WebhookLogPageQuery } from '../../__generated__/WebhookLogPageQuery.graphql.ts';
import { pageSizes } from '../../generated/limits.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { Part } from '../../relay/Part.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { eventKinds } from './event-groups.ts';
import { usePendingDeliveries } from './use-pending-deliveries.ts';
import { WebhookDelivery } from './WebhookDelivery.tsx';
import styles from './Webhooks.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

const states = ['PENDING', 'DELIVERED', 'FAILED'] as const;

interface WebhookLogProps {
  webhook: string;
  /** Changes when the log is to be read again. */
  version: number;
  enabled: boolean;
  onReload: () => void;
}

/** Deliveries of a webhook, newest first, filtered by state and event. */
export function WebhookLog({ webhook, version, enabled, onReload }: WebhookLogProps) {
  const { log: w, kinds: names } = useWords(webhooksWords);
  const [state, setState] = useState<WebhookDeliveryState | null>(null);
  const [event, setEvent] = useState<WebhookEventKind | null>(null);
  return (
    <section className={styles.log} aria-label={w.title}>
      <div className={styles.filters}>
        <Select
          aria-label={w.state}
          placeholder={w.anyState}
          clearable
          clearButtonProps={{ 'aria-label': w.anyState }}
          data={states.map((value) => ({ value, label: w.filters[value] }))}
          value={state}
          onChange={(next) => setState(next as WebhookDeliveryState | null)}
        />
        <Select
          aria-label={w.event}
          placeholder={w.anyEvent}
          clearable
          clearButtonProps={{ 'aria-label': w.anyEvent }}
          data={eventKinds.map((value) => ({ value, label: names[value].name }))}
          value={event}
          onChange={(next) => setEvent(next as WebhookEventKind | null)}
        />
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onReload}>
          {w.reload}
        </Button>
      </div>
      <Part what={w.what} of={`${state} ${event} ${version}`} waiting={<Bar height={120} />}>
        {(attempt) => (
          <Deliveries
            variables={{ id: webhook, state, event }}
            fetchKey={`${version} ${attempt}`}
            enabled={enabled}
            onResent={onReload}
          />
        )}
      </Part>
    </section>
  );
}

interface DeliveriesProps {
  variables: WebhookLogQuery['variables'];
  fetchKey: string;
  enabled: boolean;
  onResent: () => void;
}

function Deliveries({ variables, fetchKey, enabled, onResent }: DeliveriesProps) {
  const { log: w } = useWords(webhooksWords);
  const { node } = useFreshQuery<WebhookLogQuery>(
    graphql`
    query WebhookLogQuery($id: ID!, $state: WebhookDeliveryState, $event: WebhookEventKind)
    @throwOnFieldError {
      node(id: $id) {
        ...WebhookLog_webhook @arguments(state: $state, event: $event) @alias(as: "log")
        ...WebhookItem_webhook @alias(as: "item")
      }
    }
  `,
    variables,
    fetchKey,
  );
  // Deleted in the meantime.
  if (!node?.log) return <p className={styles.note}>{w.none}</p>;
  return (
    <DeliveryList
      webhook={node.log}
      id={variables.id}
      none={variables.state || variables.event ? w.noMatch : w.none}
      enabled={enabled}
      onResent={onResent}
    />
  );
}

interface DeliveryListProps {
  webhook: WebhookLog_webhook$key;
  id: string;
  none: string;
  enabled: boolean;
  onResent: () => void;
}

function DeliveryList({ webhook: key, id, none, enabled, onResent }: DeliveryListProps) {
  const { log: w } = useWords(webhooksWords);
  const { data, ...pages } = usePaginationFragment<WebhookLogPageQuery, WebhookLog_webhook$key>(
    graphql`
    fragment WebhookLog_webhook on Webhook
    @refetchable(queryName: "WebhookLogPageQuery")
    @argumentDefinitions(
      state: { type: "WebhookDeliveryState" }
      event: { type: "WebhookEventKind" }
      count: { type: "Int", defaultValue: 15 }
      cursor: { type: "String" }
    ) {
      deliveries(first: $count, after: $cursor, state: $state, event: $event)
        @connection(key: "WebhookLog_deliveries") {
        edges {
          node {
            id
            state
            nextAttemptAt
            ...WebhookDelivery_delivery
          }
        }
      }
    }
  `,
    key,
  );
  const { edges } = data.deliveries;
  usePendingDeliveries(
    id,
    edges.map(({ node }) => node),
  );
  return (
    <PagedList
      items={edges}
      className={styles.deliveries}
      none={<p className={styles.note}>{none}</p>}
      what={w.many}
      pages={pages}
      step={pageSizes.log}
    >
      {({ node }) => (
        <li key={node.id}>
          <WebhookDelivery delivery={node} enabled={enabled} onResent={onResent} />
        </li>
      )}
    </PagedList>
  );
}

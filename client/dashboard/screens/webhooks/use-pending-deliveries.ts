import { useEffect } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { usePendingDeliveriesQuery } from '../../__generated__/usePendingDeliveriesQuery.graphql.ts';
import { useConnection } from '../../relay/connection.ts';
import { useNow } from '../../ui/time/use-now.ts';

/** Milliseconds between two requests, and until an attempt that is worth waiting for. */
const pollMs = 1_500;
const soonMs = 60_000;
/** Deliveries that are read at once. */
const atOnce = 20;

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly nextAttemptAt: string | null | undefined;
}

/**
 * Reads deliveries again until they have been made, with the state of their webhook. Those whose next attempt
 * is further off wait for the reader to reload.
 * @param webhook global id
 */
export function usePendingDeliveries(webhook: string, deliveries: readonly Delivery[]): void {
  const environment = useRelayEnvironment();
  const online = useConnection((state) => state.online);
  const now = useNow();
  const ids = deliveries
    .filter(
      ({ state, nextAttemptAt }) =>
        state === 'PENDING' && nextAttemptAt && Date.parse(nextAttemptAt) < now + soonMs,
    )
    .slice(0, atOnce)
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (ids === '' || !online) return;
    const timer = setInterval(() => {
      fetchQuery<usePendingDeliveriesQuery>(
        environment,
        graphql`
          query usePendingDeliveriesQuery($webhook: ID!, $ids: [ID!]!) {
            node(id: $webhook) {
              ...WebhookItem_webhook @alias(as: "webhook")
            }
            nodes(ids: $ids) {
              ...WebhookDelivery_delivery @alias(as: "delivery")
            }
          }
        `,
        { webhook, ids: ids.split(' ') },
        { fetchPolicy: 'network-only' },
        // The next request may succeed.
      ).subscribe({ error: () => {} });
    }, pollMs);
    return () => clearInterval(timer);
  }, [environment, webhook, ids, online]);
}

import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { declareJob } from '../../../kernel/jobs.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Sql } from '../../../lib/database/db.ts';

/**
 * Delivers the webhook messages that are due: when some were written, when retries are due, and every minute.
 */
export const deliverWebhooksJob = declareJob('deliver-webhooks', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
  atStart: true,
  atOnce: () => 2,
});

/**
 * Schedules the delivery of due messages after a number of seconds, as one job per second for all
 * processes.
 */
export async function queueDeliveries(app: Pick<App, 'queue'>, sql: Sql, seconds = 1): Promise<void> {
  // Begins when the second is over in which its messages were written, and so sees them all.
  const at = databaseTime().getTime() + 1_000 * Math.max(1, seconds);
  await app.queue.send(
    sql,
    deliverWebhooksJob,
    {},
    { startAfter: new Date(at), singletonKey: seconds <= 1 ? 'now' : String(Math.round(at / 1_000)) },
  );
}

/** Queues the delivery of messages as soon as a change has written some. @returns what ends that */
export function queueWebhooks(app: Pick<App, 'db' | 'queue' | 'pubsub' | 'log'>): () => void {
  return app.pubsub.onWebhooks(() => {
    queueDeliveries(app, app.db.sql).catch((error: unknown) =>
      app.log.warn({ err: error }, 'webhook deliveries not queued'),
    );
  });
}

import type { App } from '../../../kernel/app.ts';
import type { JobOutcome } from '../../../lib/database/queue.ts';
import { FetchError } from '../../../lib/outbound/safe-fetch.ts';
import { fromNow } from '../../../lib/database/sql.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDelivery, type ClaimedDelivery } from './claim-delivery.ts';
import { queueDeliveries } from './jobs.ts';
import { recordAttempt } from './record-attempt.ts';

/** Requests that one job makes at once. */
const atOnce = 16;
/** Milliseconds after which a job leaves what is due to the next one. */
const runMs = 120_000;
/** Seconds until a process of a newer release may have taken an event that this one does not know. */
const unknownKindSeconds = 600;

type Tools = Pick<App, 'db' | 'queue' | 'config' | 'dataSealing' | 'log'>;

/**
 * Delivers the messages that are due until there are none, several at once. Any number of processes may do
 * so at the same time.
 */
export async function deliverWebhooks(app: Tools, signal?: AbortSignal): Promise<JobOutcome> {
  const started = performance.now();
  const running = new Set<Promise<void>>();
  let any = false;
  for (;;) {
    if (signal?.aborted) break;
    if (performance.now() - started > runMs) {
      await queueDeliveries(app, app.db.sql);
      break;
    }
    const claimed = running.size < atOnce ? await claimDelivery(app.db.sql) : null;
    if (claimed) {
      any = true;
      const one = deliver(app, claimed, signal).finally(() => running.delete(one));
      running.add(one);
    } else if (running.size > 0) await Promise.race(running);
    else break;
  }
  await Promise.all(running);
  return any ? 'done' : 'skipped';
}

/** Delivers one message. An error of our own leaves it to the end of its lease. */
async function deliver(app: Tools, claimed: ClaimedDelivery, signal?: AbortSignal): Promise<void> {
  try {
    const attempt = await attemptDelivery(app, claimed, signal);
    if (attempt) await recordAttempt(app, claimed, attempt);
    else await release(app, claimed, unknownKindSeconds);
  } catch (error) {
    // The worker stops: the next one attempts it at once.
    if (error instanceof FetchError && error.kind === 'aborted') await release(app, claimed, 0);
    else app.log.error({ err: error, delivery: claimed.id }, 'webhook delivery failed');
  }
}

async function release({ db }: Tools, { id }: ClaimedDelivery, seconds: number): Promise<void> {
  await db.sql
    .updateTable('WebhookDelivery')
    .set((eb) => ({ leasedUntil: null, attempts: eb('attempts', '-', 1), nextAttemptAt: fromNow(seconds) }))
    .where('id', '=', id)
    .execute();
}

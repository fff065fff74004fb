import type { WebhookDeliveryState } from '../../../../prisma/generated/client/enums.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { noticesColumn } from '../../../lib/persisted-message.ts';
import type { Attempt } from './attempt-delivery.ts';
import type { ClaimedDelivery } from './claim-delivery.ts';
import { queueDeliveries } from './jobs.ts';
import { openCredentials } from './webhook-credentials.ts';
import { sendDisabledMails } from './webhook-mail.ts';
import { secondsUntilRetry } from './webhook-retry.ts';

/** Seconds of nothing but failures after which a webhook is disabled. */
const failingMax = 5 * 86_400;
/**
 * Seconds without a failure after which failures count from the beginning: a webhook that gets a message a
 * week is not disabled by its second failure.
 */
const quietMax = 2 * 86_400;
/** Retries that are due sooner have a job of their own; the others are found every minute. */
const ownJobSeconds = 60;

type Tools = Pick<App, 'db' | 'queue' | 'config' | 'dataSealing'>;

/**
 * Records an attempt: the delivery is done, due again, or has failed; and the webhook may be disabled, of
 * which its managers are notified.
 */
export async function recordAttempt(app: Tools, claimed: ClaimedDelivery, attempt: Attempt): Promise<void> {
  await app.db.transaction(async (sql) => {
    // The endpoint first, as everywhere. It, or the log, may have been deleted in the meantime.
    const endpoint = await sql
      .selectFrom('WebhookEndpoint')
      .selectAll()
      .select((eb) => [
        eb('failingSince', '<=', fromNow(-failingMax)).as('hasFailedForLong'),
        eb('lastFailureAt', '<', fromNow(-quietMax)).as('wasQuiet'),
      ])
      .where('id', '=', claimed.endpointId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!endpoint || !(await writeAttempt(app, sql, claimed, attempt))) return;
    if (isSuccess(attempt)) {
      await sql
        .updateTable('WebhookEndpoint')
        .set({ lastSuccessAt: now(), failingSince: null })
        .where('id', '=', endpoint.id)
        .execute();
      return;
    }
    const continues = endpoint.failingSince !== null && endpoint.wasQuiet === false;
    const reason =
      attempt.status === 410 ? 'gone' : continues && endpoint.hasFailedForLong ? 'failures' : null;
    await sql
      .updateTable('WebhookEndpoint')
      .set({
        lastFailureAt: now(),
        ...(!continues && { failingSince: now() }),
        ...(reason && { enabled: false, disabledReason: reason, disabledAt: now() }),
      })
      .where('id', '=', endpoint.id)
      .execute();
    if (!reason || !endpoint.enabled) return;
    const host = URL.parse(openCredentials(app, endpoint)?.url ?? '')?.host ?? '';
    await sendDisabledMails(app, sql, { ...endpoint, host, reason });
  });
}

/** Whether the receiver has the message. */
export const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** @returns false where the delivery is gone */
async function writeAttempt(
  app: Tools,
  sql: Sql,
  { id, attempts, elapsed }: ClaimedDelivery,
  attempt: Attempt,
): Promise<boolean> {
  const wait = isSuccess(attempt)
    ? null
    : secondsUntilRetry({ attempts, elapsed, retryAfter: attempt.retryAfter });
  const state: WebhookDeliveryState = isSuccess(attempt) ? 'delivered' : wait === null ? 'failed' : 'pending';
  const updated = await sql
    .updateTable('WebhookDelivery')
    .set({
      state,
      leasedUntil: null,
      ...(attempt.body !== null && { body: attempt.body }),
      ...(wait !== null && { nextAttemptAt: fromNow(wait) }),
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!updated) return false;
  const { durationMs, status, response, error } = attempt;
  await sql
    .insertInto('WebhookAttempt')
    .values({
      deliveryId: id,
      durationMs,
      status,
      response,
      error: error?.text ?? null,
      errorNotices: noticesColumn(error),
    })
    .execute();
  if (wait !== null && wait < ownJobSeconds) await queueDeliveries(app, sql, wait);
  return true;
}

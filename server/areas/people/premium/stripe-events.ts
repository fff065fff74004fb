import type { Stripe } from 'stripe';
import type { App } from '../../../kernel/app.ts';
import { hasNoJob } from '../../../kernel/pending-jobs.ts';
import { isDatabaseAbsent } from '../../../lib/database/database-errors.ts';
import type { JobOutcome } from '../../../lib/database/queue.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { storableText } from '../../../text/storable-text.ts';
import { sendContacts } from './customers.ts';
import { installationOf } from './stripe-installation.ts';
import { paymentEventJob } from './jobs.ts';
import { creditPurchaseOf } from './purchases.ts';
import { settleReturnsOf } from './payment-reversals.ts';
import { clientOf, idOf, isMissingAtStripe, isStripeOutage, stripeOf } from './stripe-client.ts';
import { databaseNow, syncCustomer } from './sync-customer.ts';

/** Seconds for which an event's signature is good. */
const toleranceSeconds = 300;
/** Minimum period for which events are fetched, seconds: Stripe itself retries for three days. */
const lookBackSeconds = 3 * 86_400;
/** Attempts at an event before it is parked; while Stripe is down none is counted. */
const attemptsMax = 5;

/** Handled events: everything that can change what a person has paid for. */
const heeded =
  /^(customer\.subscription\.|checkout\.session\.|invoice\.(paid|payment_failed|payment_succeeded|payment_action_required|marked_uncollectible)$|charge\.refunded$|charge\.refund\.updated$|refund\.|charge\.dispute\.)/;
/** Events about money that went back. */
const returning = /^(charge\.|refund\.)/;

/**
 * Receives an event from Stripe: if its signature is valid, the event and its job are stored together.
 * @returns false: it is not signed as it has to be
 */
export async function storeStripeEvent(app: App, body: Buffer, signature: string): Promise<boolean> {
  const settings = app.config.premium.stripe;
  if (!settings) return false;
  const stripe = await clientOf(app);
  let event: Stripe.Event;
  try {
    event = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      settings.webhookSecret,
      toleranceSeconds,
    );
  } catch {
    return false;
  }
  await keepEvent(app, event);
  return true;
}

/** Keeps an event that is not known yet, with its job. @returns whether it was new */
async function keepEvent(app: App, event: Stripe.Event): Promise<boolean> {
  if (!heeded.test(event.type)) return false;
  const about = event.data.object as { id?: unknown; customer?: unknown };
  const customer = idOf(about.customer);
  return app.db.transaction(async (tx) => {
    const added = await tx
      .insertInto('PaymentEvent')
      .values({ id: event.id, type: event.type, customerId: customer, objectId: idOf(about.id) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) await app.queue.send(tx, paymentEventJob, { eventId: event.id });
    return added !== undefined;
  });
}

interface KeptEvent {
  id: string;
  type: string;
  customerId: string | null;
  objectId: string | null;
}

/**
 * Handles an event: by Stripe's current state, not by the event's content. An event that fails because of
 * its content is parked after some attempts, and administrators see why; an outage of Stripe is no attempt.
 */
export async function handleEvent(app: App, { eventId }: { eventId: string }): Promise<JobOutcome> {
  const event = await app.db.prisma.paymentEvent.findUnique({ where: { id: eventId } });
  if (!event || event.handledAt !== null || event.parkedAt !== null) return 'skipped';
  try {
    await act(app, event);
  } catch (error) {
    if (isStripeOutage(error) || isDatabaseAbsent(error)) throw error;
    if (await countAttempt(app, eventId, error)) return 'done';
    throw error;
  }
  await app.db.sql
    .updateTable('PaymentEvent')
    .set({ handledAt: now(), error: null })
    .where('id', '=', eventId)
    .execute();
  return 'done';
}

async function act(app: App, { type, customerId, objectId }: KeptEvent): Promise<void> {
  if (type.startsWith('checkout.session.') && objectId) await creditPurchaseOf(app, objectId);
  if (returning.test(type) && objectId) await settleReturnsOf(app, type, objectId);
  if (customerId) await syncCustomer(app, customerId);
}

/** @returns whether the event is parked now */
async function countAttempt(app: App, id: string, error: unknown): Promise<boolean> {
  const { attempts } = await app.db.sql
    .updateTable('PaymentEvent')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      error: storableText(error instanceof Error ? error.message : String(error)).slice(0, 500),
    }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  if (attempts < attemptsMax && !isMissingAtStripe(error)) return false;
  await app.db.sql.updateTable('PaymentEvent').set({ parkedAt: now() }).where('id', '=', id).execute();
  app.log.error({ event: id, err: error }, 'payment event parked');
  return true;
}

/**
 * Asks Stripe which events there were, and acts on those that never came in; and again on those that came in
 * and were never acted on, unless a job of theirs is waiting. Sends Stripe the contacts that changed.
 * @returns how many events
 */
export async function catchUpEvents(app: App): Promise<number> {
  if (!app.config.premium.stripe) return 0;
  const { isCurrent, publicUrl } = await installationOf(app);
  if (!isCurrent) {
    app.log.warn(
      { publicUrl },
      'payments belong to another server address; decide under Administration, Payments',
    );
    return 0;
  }
  const stripe = await stripeOf(app);
  let count = 0;
  const since = await lookBackTo(app);
  const known = await app.db.sql
    .selectFrom('PaymentEvent')
    .select('id')
    .where('receivedAt', '>=', new Date(since * 1_000))
    .execute();
  const ids = new Set(known.map(({ id }) => id));
  for await (const event of stripe.events.list({ created: { gte: since }, limit: 100 }))
    if (!ids.has(event.id) && (await keepEvent(app, event))) count++;
  count += await app.db.transaction(async (tx) => {
    const left = await tx
      .selectFrom('PaymentEvent as e')
      .select('e.id')
      .where('e.handledAt', 'is', null)
      .where('e.parkedAt', 'is', null)
      .where('e.receivedAt', '<', fromNow(-120))
      .where(({ ref }) => hasNoJob(paymentEventJob, { eventId: ref('e.id') }))
      .orderBy('e.receivedAt')
      .limit(1_000)
      // Of two processes that look at once, one sends the job.
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of left) await app.queue.send(tx, paymentEventJob, { eventId: id });
    return left.length;
  });
  await sendContacts(app);
  return count;
}

/**
 * Returns how far back is looked, Unix time: an hour before the last event that is known, and never less than
 * the time for which Stripe tries, as older ones may be missing although a newer one has come in. At most 30
 * days, for which Stripe keeps events. By the database's clock, as the times of rows are.
 */
async function lookBackTo(app: App): Promise<number> {
  const at = (await databaseNow(app.db.sql)).getTime() / 1_000;
  const last = await app.db.sql
    .selectFrom('PaymentEvent')
    .select('receivedAt')
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const since = last ? at - last.receivedAt.getTime() / 1_000 + 3_600 : 0;
  return Math.floor(at - Math.min(Math.max(since, lookBackSeconds), 30 * 86_400));
}

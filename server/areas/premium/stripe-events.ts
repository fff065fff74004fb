import type { Stripe } from 'stripe';
import type { App } from '../../kernel/app.ts';
import type { JobOutcome } from '../../lib/queue.ts';
import { fromNow, now } from '../../lib/sql.ts';
import { paymentEventJob } from './jobs.ts';
import { creditPurchaseOf } from './purchases.ts';
import { stripeOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** Seconds for which an event's signature is good. */
const toleranceSeconds = 300;
/** Seconds back for which events are asked for at least: Stripe itself tries for three days. */
const lookBackSeconds = 3 * 86_400;

/** What is acted on: everything that can change what somebody has paid for. */
const heeded =
  /^(customer\.subscription\.|checkout\.session\.|invoice\.(paid|payment_failed|payment_succeeded|payment_action_required|marked_uncollectible)$)/;

/**
 * Takes in what Stripe sends: once its signature is right, the event is kept with the job that acts on it, or
 * neither. @returns false: it is not signed as it has to be
 */
export async function takeInEvent(app: App, body: Buffer, signature: string): Promise<boolean> {
  const settings = app.config.premium.stripe;
  if (!settings) return false;
  const stripe = await stripeOf(app);
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

/** An id, or an object that has one. */
const idOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value.slice(0, 255)
    : value !== null && typeof value === 'object' && 'id' in value
      ? idOf(value.id)
      : null;

/** Acts on an event: not on what it says, but on what Stripe has now. */
export async function handleEvent(app: App, { eventId }: { eventId: string }): Promise<JobOutcome> {
  const event = await app.db.prisma.paymentEvent.findUnique({ where: { id: eventId } });
  if (!event || event.handledAt !== null) return 'skipped';
  if (event.type.startsWith('checkout.session.') && event.objectId)
    await creditPurchaseOf(app, event.objectId);
  if (event.customerId) await syncCustomer(app, event.customerId);
  await app.db.sql.updateTable('PaymentEvent').set({ handledAt: now() }).where('id', '=', eventId).execute();
  return 'done';
}

/**
 * Asks Stripe which events there were, and acts on those that never came in; and again on those that came in
 * and were never acted on. @returns how many
 */
export async function catchUpEvents(app: App): Promise<number> {
  if (!app.config.premium.stripe) return 0;
  const stripe = await stripeOf(app);
  let count = 0;
  const since = Math.floor(Date.now() / 1_000) - (await reachBack(app));
  const known = await app.db.sql
    .selectFrom('PaymentEvent')
    .select('id')
    .where('receivedAt', '>=', new Date(since * 1_000))
    .execute();
  const ids = new Set(known.map(({ id }) => id));
  for await (const event of stripe.events.list({ created: { gte: since }, limit: 100 }))
    if (!ids.has(event.id) && (await keepEvent(app, event))) count++;
  const left = await app.db.sql
    .selectFrom('PaymentEvent')
    .select('id')
    .where('handledAt', 'is', null)
    .where('receivedAt', '<', fromNow(-120))
    .orderBy('receivedAt')
    .limit(1_000)
    .execute();
  for (const { id } of left) await app.queue.send(app.db.sql, paymentEventJob, { eventId: id });
  return count + left.length;
}

/**
 * Seconds that have to be looked back: since the last event that is known, and an hour, and never less than
 * Stripe tries for, as older ones may be missing although a newer one has come in.
 */
async function reachBack(app: App): Promise<number> {
  const last = await app.db.sql
    .selectFrom('PaymentEvent')
    .select('receivedAt')
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const since = last ? (Date.now() - last.receivedAt.getTime()) / 1_000 + 3_600 : 0;
  return Math.min(Math.max(Math.ceil(since), lookBackSeconds), 30 * 86_400);
}

import type { Stripe } from 'stripe';
import { sql } from 'kysely';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { json } from '../../../lib/database/sql.ts';
import { renewWithin } from '../../access/allowance/allowance.ts';
import { lockActiveAccount } from '../../access/identity/active-account.ts';
import { openStudioWithin } from '../studio/open-studio.ts';
import { settleCollection } from './settle-collection.ts';
import type { Difference } from './payment-comparisons.ts';
import { adoptCustomer, buyerIn } from './customers.ts';
import { requireInstallation } from './stripe-installation.ts';
import { sendPremiumMails } from './premium-mails.ts';
import { stripeOf } from './stripe-client.ts';
import {
  comparePriority,
  isActive,
  subscriptionSummary,
  otherSubscription,
  subscriptionsOf,
  type OtherSubscription,
} from './active-subscriptions.ts';

/** State of a customer's subscription at Stripe, as stored here. */
interface Known {
  subscriptionId: string | null;
  plan: string | null;
  price: string | null;
  planName: string | null;
  minutes: number | null;
  status: string | null;
  periodStartsAt: Date | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  isPaused: boolean;
}

const none: Known = {
  subscriptionId: null,
  plan: null,
  price: null,
  planName: null,
  minutes: null,
  status: null,
  periodStartsAt: null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  isPaused: false,
};

const overdue: readonly string[] = ['past_due', 'unpaid'];

/**
 * Reads a customer's current state at Stripe and stores it. Only the present state counts, not the content or
 * order of events. Ignores customers that are neither known here nor name this installation.
 * @returns the differences from the stored state
 */
export async function syncCustomer(app: App, customerId: string): Promise<Difference[]> {
  const installation = await requireInstallation(app);
  const stripe = await stripeOf(app);
  const begunAt = await databaseNow(app.db.sql);
  const subscriptions = await subscriptionsOf(stripe, customerId);
  await adoptBuyer(app, customerId, subscriptions, installation);
  const settled = await settleCollection(app, stripe, customerId, subscriptions, installation);
  return keepSubscription(app, customerId, settled, begunAt);
}

/** Keeps whose a customer is of whom it is not known yet: a process died after creating it at Stripe. */
export async function adoptBuyer(
  app: App,
  customerId: string,
  subscriptions: readonly Stripe.Subscription[],
  installation: string,
): Promise<void> {
  const buyer = subscriptions
    .map(({ metadata }) => buyerIn(metadata, installation))
    .find((one) => one !== null);
  if (buyer) await adoptCustomer(app.db.sql, buyer, customerId);
}

/** Keeps what Stripe said at a time. What was read before what is known already says nothing. */
export async function keepSubscription(
  app: App,
  customerId: string,
  subscriptions: readonly Stripe.Subscription[],
  readAt: Date,
): Promise<Difference[]> {
  const [chosen, ...rest] = subscriptions.toSorted(comparePriority);
  const others = rest.filter(isActive).map(subscriptionSummary);
  return app.db.transaction(async (tx) => {
    const before = await tx
      .selectFrom('Premium')
      .selectAll()
      .where('customerId', '=', customerId)
      .forUpdate()
      .executeTakeFirst();
    if (!before || (before.readAt !== null && before.readAt > readAt)) return [];
    const known = chosen ? knownOf(app, chosen, before) : none;
    const isOverdue = overdue.includes(known.status ?? '');
    const { overdueSince } = await tx
      .updateTable('Premium')
      .set({
        ...known,
        others: json(z.array(otherSubscription), others),
        overdueSince: isOverdue ? (before.overdueSince ?? sql<Date>`now()`) : null,
        readAt,
      })
      .where('id', '=', before.id)
      .returning('overdueSince')
      .executeTakeFirstOrThrow();
    if (before.userId !== null) {
      const { userId } = before;
      // A stopped person's is opened once they use it again; a deleted person's, nothing would ever delete.
      if (await lockActiveAccount(tx, userId)) await openStudioWithin(app, tx, userId);
      await renewWithin(app, tx, userId);
      await sendPremiumMails(app, tx, { userId, before, now: { ...known, overdueSince }, readAt });
    }
    return [...differencesOf(customerId, before, known), ...surplusOf(customerId, known, others)];
  });
}

/**
 * Returns what is kept of a subscription. Of a plan that is configured no longer, what was bought counts: as
 * the checkout wrote it into the metadata, or as it was known of the same price before.
 */
function knownOf(
  { config }: App,
  subscription: Stripe.Subscription,
  before: Pick<Known, 'price' | 'planName' | 'minutes' | 'plan'>,
): Known {
  const { id, status, items, metadata, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
  const { plans } = config.premium;
  const item = items.data.find(({ price }) => plans.some((plan) => plan.price === price.id)) ?? items.data[0];
  const price = item?.price.id ?? null;
  const configured =
    plans.find((plan) => plan.price === price) ?? plans.find(({ key }) => key === metadata['plan']);
  const isSame = before.price !== null && before.price === price;
  const minutes = Number(metadata['minutes']);
  const bought =
    Number.isSafeInteger(minutes) && minutes > 0
      ? { plan: metadata['plan'] ?? null, planName: metadata['plan_name'] ?? null, minutes }
      : { plan: metadata['plan'] ?? null, planName: null, minutes: null };
  // Of the versions of Stripe's API before 2025-03-31 the subscription itself has the period.
  const { current_period_start: start, current_period_end: end } = {
    ...(subscription as unknown as Period),
    ...(item as Period | undefined),
  };
  return {
    subscriptionId: id,
    price,
    ...(configured
      ? { plan: configured.key, planName: configured.name, minutes: configured.minutes ?? null }
      : isSame && before.minutes !== null
        ? { plan: before.plan, planName: before.planName, minutes: before.minutes }
        : bought),
    status,
    periodStartsAt: start ? new Date(start * 1_000) : null,
    periodEndsAt: end ? new Date(end * 1_000) : null,
    cancelAtPeriodEnd: cancelAtPeriodEnd || (subscription.cancel_at ?? null) !== null,
    isPaused: (subscription.pause_collection ?? null) !== null,
  };
}

interface Period {
  /** Unix time, seconds. */
  current_period_start?: number;
  current_period_end?: number;
}

function differencesOf(customer: string, before: Known, now: Known): Difference[] {
  const found: Difference[] = [];
  const compare = (kind: Difference['kind'], here: unknown, there: unknown): void => {
    if (String(here) !== String(there))
      found.push({ kind, customer, here: String(here ?? 'none'), there: String(there ?? 'none') });
  };
  compare('subscription', before.subscriptionId, now.subscriptionId);
  compare('status', before.status, now.status);
  compare('plan', before.plan, now.plan);
  compare('period', before.periodEndsAt?.toISOString() ?? null, now.periodEndsAt?.toISOString() ?? null);
  return found;
}

/** Each comparison reports surplus subscriptions until an administrator ends them. */
const surplusOf = (
  customer: string,
  { subscriptionId }: Known,
  others: readonly OtherSubscription[],
): Difference[] =>
  others.map(({ id }) => ({ kind: 'surplus', customer, here: subscriptionId ?? 'none', there: id }));

/** By the clock that all processes share. */
export async function databaseNow(db: Sql): Promise<Date> {
  const { at } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('at')).executeTakeFirstOrThrow();
  return at;
}

import type { Stripe } from 'stripe';
import { sql } from 'kysely';
import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/db.ts';
import { renewWithin } from '../allowance/allowance.ts';
import { openStudioWithin } from '../studio/open-studio.ts';
import type { Difference } from './comparisons.ts';
import { adoptCustomer, buyerIn } from './customers.ts';
import { tellPayer } from './premium-mails.ts';
import { stripeOf } from './stripe.ts';

/** What Stripe says of a customer's subscription, as it is kept here. */
interface Known {
  subscriptionId: string | null;
  plan: string | null;
  status: string | null;
  periodStartsAt: Date | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
}

const none: Known = {
  subscriptionId: null,
  plan: null,
  status: null,
  periodStartsAt: null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
};

/** Of several subscriptions the one that lets people in, then the newest. */
const best = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'incomplete',
  'paused',
  'canceled',
  'incomplete_expired',
];
const overdue: readonly string[] = ['past_due', 'unpaid'];

/**
 * Reads what a customer has at Stripe now, and keeps it: whatever events said, in whichever order, the
 * present state counts. @returns what differed from what was known
 */
export async function syncCustomer(app: App, customerId: string): Promise<Difference[]> {
  const stripe = await stripeOf(app);
  const begunAt = await databaseNow(app.db.sql);
  const subscriptions: Stripe.Subscription[] = [];
  for await (const one of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }))
    subscriptions.push(one);
  const buyer = subscriptions.map(({ metadata }) => buyerIn(metadata)).find((one) => one !== null);
  if (buyer) await adoptCustomer(app.db.sql, buyer, customerId);
  if (await isGone(app.db.sql, customerId)) {
    // Nobody is left who could use, or end, what is paid for.
    for (const { id, status } of subscriptions)
      if (!['canceled', 'incomplete_expired'].includes(status)) await stripe.subscriptions.cancel(id);
  }
  return keepSubscription(app, customerId, subscriptions, begunAt);
}

/** Keeps what Stripe said at a time. What was read before what is known already says nothing. */
export async function keepSubscription(
  app: App,
  customerId: string,
  subscriptions: readonly Stripe.Subscription[],
  readAt: Date,
): Promise<Difference[]> {
  const [chosen] = subscriptions.toSorted(
    (a, b) => best.indexOf(a.status) - best.indexOf(b.status) || b.created - a.created,
  );
  const known = chosen ? knownOf(app, chosen) : none;
  return app.db.transaction(async (tx) => {
    const before = await tx
      .selectFrom('Premium')
      .selectAll()
      .where('customerId', '=', customerId)
      .forUpdate()
      .executeTakeFirst();
    if (!before || (before.readAt !== null && before.readAt > readAt)) return [];
    const isOverdue = overdue.includes(known.status ?? '');
    await tx
      .updateTable('Premium')
      .set({ ...known, overdueSince: isOverdue ? (before.overdueSince ?? sql<Date>`now()`) : null, readAt })
      .where('id', '=', before.id)
      .execute();
    if (before.userId !== null) {
      const { userId } = before;
      await openStudioWithin(app, tx, userId);
      await renewWithin(app, tx, userId);
      await tellPayer(app, tx, { userId, before, now: known, isOverdue });
    }
    return differencesOf(customerId, before, known);
  });
}

function knownOf({ config }: App, subscription: Stripe.Subscription): Known {
  const { id, status, items, metadata, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
  const { plans } = config.premium;
  const item = items.data.find(({ price }) => plans.some((plan) => plan.price === price.id)) ?? items.data[0];
  const plan =
    plans.find(({ price }) => price === item?.price.id) ?? plans.find(({ key }) => key === metadata['plan']);
  // Of the versions of Stripe's API before 2025-03-31 the subscription itself has the period.
  const { current_period_start: start, current_period_end: end } = {
    ...(subscription as unknown as Period),
    ...(item as Period | undefined),
  };
  return {
    subscriptionId: id,
    plan: plan?.key ?? null,
    status,
    periodStartsAt: start ? new Date(start * 1_000) : null,
    periodEndsAt: end ? new Date(end * 1_000) : null,
    cancelAtPeriodEnd: cancelAtPeriodEnd || (subscription.cancel_at ?? null) !== null,
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

async function isGone(db: Sql, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('Premium as p')
    .innerJoin('User as u', 'u.id', 'p.userId')
    .select('p.id')
    .where('p.customerId', '=', customerId)
    .where('u.deletedAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** By the clock that all processes share. */
export async function databaseNow(db: Sql): Promise<Date> {
  const { at } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('at')).executeTakeFirstOrThrow();
  return at;
}

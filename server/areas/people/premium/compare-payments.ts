import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { eachItem } from '../../../kernel/each-item.ts';
import { json, now } from '../../../lib/database/sql.ts';
import { settleCollection } from './settle-collection.ts';
import { difference, type Difference } from './payment-comparisons.ts';
import { adoptCustomer, buyerIn, knownCustomers, sendContacts, type Buyer } from './customers.ts';
import { installationOf } from './stripe-installation.ts';
import { creditPurchase } from './purchases.ts';
import { settleReturns } from './payment-reversals.ts';
import { idOf, stripeOf } from './stripe-client.ts';
import { isActive, subscriptionsOf } from './active-subscriptions.ts';
import { databaseNow, keepSubscription } from './sync-customer.ts';

/** Days of checkouts and refunds that are compared. */
const checkoutDays = 35;
/** Days of disputes: a card's bank has four months, and decides for some more. */
const disputeDays = 200;
/** Differences that a report lists. */
const reportedMax = 1_000;

/**
 * Compares what is known of all customers with what Stripe says, puts right what differs, and reports it.
 * Subscriptions that have ended and are known to have are not asked for again. A customer or a payment that
 * fails keeps none of the others.
 * @returns how many differences
 */
export async function comparePayments(app: App): Promise<number> {
  if (!app.config.premium.stripe) return 0;
  const { id: installation, isCurrent } = await installationOf(app);
  if (!isCurrent) return 0;
  const stripe = await stripeOf(app);
  const { id } = await app.db.sql
    .insertInto('PaymentComparison')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow();
  const differences: Difference[] = [];
  const report = (found: readonly Difference[]): void =>
    void differences.push(...found.slice(0, reportedMax - differences.length));
  let total = 0;
  const note = (found: readonly Difference[]): void => {
    total += found.length;
    report(found);
  };
  const readAt = await databaseNow(app.db.sql);
  const alive = await aliveByCustomer(stripe);
  let failures = await adoptBuyers(app, alive, installation, note);
  failures += (await sendContacts(app)).failed;
  const compared = await eachItem(app, {
    job: 'payment-comparison customers',
    items: knownCustomers(app),
    key: ({ customerId }) => customerId,
    async work({ customerId, subscriptionId, status }) {
      let there = alive.get(customerId) ?? [];
      const wasAlive = subscriptionId !== null && isActive({ status: status as Stripe.Subscription.Status });
      // It has ended since, or its customer is gone.
      if (wasAlive && !there.some((one) => one.id === subscriptionId))
        there = await subscriptionsOf(stripe, customerId);
      if (there.length === 0 && !wasAlive) return;
      const settled = await settleCollection(app, stripe, customerId, there, installation);
      note(await keepSubscription(app, customerId, settled, readAt));
    },
  });
  failures += compared.failed;
  failures += await compareMoney(app, stripe, readAt, note);
  await app.db.sql
    .updateTable('PaymentComparison')
    .set({
      finishedAt: now(),
      customers: compared.done + compared.failed,
      failures,
      differences: json(z.array(difference), differences),
    })
    .where('id', '=', id)
    .execute();
  if (total > 0 || failures > 0)
    app.log.warn({ differences: total, failures }, 'payments differ from Stripe');
  return total;
}

/** Returns every subscription that can still collect money, by its customer. */
async function aliveByCustomer(stripe: Stripe): Promise<Map<string, Stripe.Subscription[]>> {
  const found = new Map<string, Stripe.Subscription[]>();
  // Without a status Stripe leaves out those that were canceled, whose number only grows.
  for await (const one of stripe.subscriptions.list({ limit: 100 })) {
    if (!isActive(one)) continue;
    const customer = idOf(one.customer)!;
    found.set(customer, [...(found.get(customer) ?? []), one]);
  }
  return found;
}

/**
 * Keeps customers who name this installation and are not known: a process died after creating one. Where the
 * buyer has another customer already, what this one pays for is surplus.
 */
async function adoptBuyers(
  app: App,
  alive: ReadonlyMap<string, readonly Stripe.Subscription[]>,
  installation: string,
  note: (found: readonly Difference[]) => void,
): Promise<number> {
  const { failed } = await eachItem(app, {
    job: 'payment-comparison new customers',
    items: alive,
    key: ([customer]) => customer,
    async work([customer, subscriptions]) {
      const buyer = subscriptions
        .map(({ metadata }) => buyerIn(metadata, installation))
        .find((one) => one !== null);
      if (!buyer) return;
      await adoptCustomer(app.db.sql, buyer, customer);
      const own = await customerAndSubscription(app, buyer);
      if (!own || own.customerId === customer) return;
      const here = own.subscriptionId ?? 'none';
      note(subscriptions.map(({ id: there }) => ({ kind: 'surplus', customer, here, there })));
    },
  });
  return failed;
}

const customerAndSubscription = (app: App, buyer: Buyer) =>
  app.db.sql
    .selectFrom('Premium')
    .select(['customerId', 'subscriptionId'])
    .where(({ and }) => and(buyer))
    .executeTakeFirst();

/** Credits what was paid and is not credited, and takes back what was refunded or is disputed. */
async function compareMoney(
  app: App,
  stripe: Stripe,
  readAt: Date,
  note: (found: readonly Difference[]) => void,
): Promise<number> {
  const since = (days: number) => ({ gte: Math.floor(readAt.getTime() / 1_000) - days * 86_400 });
  const checkouts = await eachItem(app, {
    job: 'payment-comparison checkouts',
    items: stripe.checkout.sessions.list({ created: since(checkoutDays), limit: 100 }),
    key: ({ id }) => id,
    async work(session) {
      if (await creditPurchase(app, session))
        note([{ kind: 'payment', customer: idOf(session.customer) ?? '', here: 'none', there: session.id }]);
    },
  });
  const settled = new Set<string>();
  const returns = await eachItem(app, {
    job: 'payment-comparison returns',
    items: returnsSince(stripe, since),
    key: ({ id }) => id,
    async work({ id, payment_intent: intent }) {
      const payment = idOf(intent);
      if (payment === null || settled.has(payment)) return;
      settled.add(payment);
      if (await settleReturns(app, payment))
        note([{ kind: 'return', customer: await customerOfReturn(app, payment), here: 'none', there: id }]);
    },
  });
  return checkouts.failed + returns.failed;
}

async function* returnsSince(
  stripe: Stripe,
  since: (days: number) => { gte: number },
): AsyncGenerator<Stripe.Refund | Stripe.Dispute> {
  yield* stripe.refunds.list({ created: since(checkoutDays), limit: 100 });
  yield* stripe.disputes.list({ created: since(disputeDays), limit: 100 });
}

async function customerOfReturn(app: App, id: string): Promise<string> {
  const row = await app.db.prisma.paymentReturn.findUnique({ where: { id }, select: { customerId: true } });
  return row?.customerId ?? '';
}

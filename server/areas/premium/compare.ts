import type { Stripe } from 'stripe';
import type { App } from '../../kernel/app.ts';
import { json, now } from '../../lib/sql.ts';
import { z } from 'zod';
import { difference, type Difference } from './comparisons.ts';
import { adoptCustomer, buyerIn } from './customers.ts';
import { creditPurchase } from './purchases.ts';
import { stripeOf } from './stripe.ts';
import { databaseNow, keepSubscription } from './sync.ts';

/** Days of checkouts that are compared. */
const checkoutDays = 35;
/** Differences that a report lists. */
const reportedMax = 1_000;

/**
 * Compares what is known of all customers with what Stripe says, puts right what differs, and reports it.
 * @returns how many differences
 */
export async function comparePayments(app: App): Promise<number> {
  if (!app.config.premium.stripe) return 0;
  const stripe = await stripeOf(app);
  const { id } = await app.db.sql
    .insertInto('PaymentComparison')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow();
  const readAt = await databaseNow(app.db.sql);
  const byCustomer = new Map<string, Stripe.Subscription[]>();
  for await (const one of stripe.subscriptions.list({ status: 'all', limit: 100 })) {
    const customer = typeof one.customer === 'string' ? one.customer : one.customer.id;
    byCustomer.set(customer, [...(byCustomer.get(customer) ?? []), one]);
  }
  for (const [customer, subscriptions] of byCustomer) {
    const buyer = subscriptions.map(({ metadata }) => buyerIn(metadata)).find((one) => one !== null);
    // Whoever died between opening the customer there and keeping it here.
    if (buyer) await adoptCustomer(app.db.sql, buyer, customer);
  }
  const differences: Difference[] = [];
  const known = await app.db.sql.selectFrom('Premium').select('customerId').orderBy('id').execute();
  for (const { customerId } of known)
    differences.push(...(await keepSubscription(app, customerId, byCustomer.get(customerId) ?? [], readAt)));
  const since = Math.floor(readAt.getTime() / 1_000) - checkoutDays * 86_400;
  for await (const session of stripe.checkout.sessions.list({ created: { gte: since }, limit: 100 }))
    if (await creditPurchase(app, session))
      differences.push({
        kind: 'payment',
        customer: String(session.customer ?? ''),
        here: 'none',
        there: session.id,
      });
  await app.db.sql
    .updateTable('PaymentComparison')
    .set({
      finishedAt: now(),
      customers: known.length,
      differences: json(z.array(difference), differences.slice(0, reportedMax)),
    })
    .where('id', '=', id)
    .execute();
  if (differences.length > 0)
    app.log.warn({ differences: differences.length }, 'payments differed from Stripe');
  return differences.length;
}

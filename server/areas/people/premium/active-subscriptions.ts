import type { Stripe } from 'stripe';
import { z } from 'zod';

/** What has ended for good; everything else can still collect money. */
export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'];

/** Whether a subscription may still collect money. */
export const isActive = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean =>
  !endedStatuses.includes(status);

/** Of several subscriptions the one that lets people in comes first, then the newest. */
const order = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'incomplete',
  'paused',
  'canceled',
  'incomplete_expired',
];

/** Orders a customer's subscriptions: the first is the one that counts, what else is alive is surplus. */
export const comparePriority = (a: Stripe.Subscription, b: Stripe.Subscription): number =>
  order.indexOf(a.status) - order.indexOf(b.status) || b.created - a.created || (a.id < b.id ? -1 : 1);

/** A subscription beyond the one that counts, as it is kept. */
export const otherSubscription = z.object({
  id: z.string(),
  status: z.string(),
  price: z.string().nullable(),
  startedAt: z.iso.datetime(),
});
export type OtherSubscription = z.infer<typeof otherSubscription>;

/** Returns what is kept of a surplus subscription. */
export const subscriptionSummary = ({
  id,
  status,
  items,
  created,
}: Stripe.Subscription): OtherSubscription => ({
  id,
  status,
  price: items.data[0]?.price.id ?? null,
  startedAt: new Date(created * 1_000).toISOString(),
});

/** Returns all subscriptions that a customer ever had. */
export async function subscriptionsOf(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const found: Stripe.Subscription[] = [];
  for await (const one of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) found.push(one);
  return found;
}

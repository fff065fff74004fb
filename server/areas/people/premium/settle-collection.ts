import type { Stripe } from 'stripe';
import type { App } from '../../../kernel/app.ts';
import { isForeign } from './customers.ts';
import { isActive } from './active-subscriptions.ts';

/** In the metadata of a subscription whose collection Parlance paused: what else is paused stays so. */
const pausedBy = 'paused_by';

/**
 * Ensures that unusable subscriptions cost nothing. A deleted person's subscriptions end. A stopped account's
 * collect nothing until it is reactivated: invoices of that time are void. Ignores objects of other
 * installations.
 * @returns the subscriptions as they are afterwards
 */
export async function settleCollection(
  app: App,
  stripe: Stripe,
  customerId: string,
  subscriptions: readonly Stripe.Subscription[],
  installation: string,
): Promise<Stripe.Subscription[]> {
  const holder = await app.db.sql
    .selectFrom('Premium as p')
    .innerJoin('User as u', 'u.id', 'p.userId')
    .select(['u.deletedAt', 'u.stoppedAt'])
    .where('p.customerId', '=', customerId)
    .executeTakeFirst();
  if (!holder) return [...subscriptions];
  if (holder.deletedAt !== null || holder.stoppedAt !== null) await expireCheckouts(stripe, customerId);
  return Promise.all(
    subscriptions.map(async (one) => {
      if (!isActive(one) || isForeign(one.metadata, installation)) return one;
      if (holder.deletedAt !== null) return stripe.subscriptions.cancel(one.id);
      const isPaused = (one.pause_collection ?? null) !== null;
      if (holder.stoppedAt !== null && !isPaused)
        return stripe.subscriptions.update(one.id, {
          pause_collection: { behavior: 'void' },
          metadata: { [pausedBy]: installation },
        });
      if (holder.stoppedAt === null && isPaused && one.metadata[pausedBy] === installation)
        return stripe.subscriptions.update(one.id, { pause_collection: '', metadata: { [pausedBy]: '' } });
      return one;
    }),
  );
}

/**
 * Ends a customer's open checkouts, so that none of them is paid later.
 * @param fits which of them; absent: all
 */
export async function expireCheckouts(
  stripe: Stripe,
  customer: string,
  fits: (session: Stripe.Checkout.Session) => boolean = () => true,
): Promise<void> {
  const open: Stripe.Checkout.Session[] = [];
  for await (const one of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    if (fits(one)) open.push(one);
  for (const { id } of open)
    await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
      // It was paid, or ran out, at this moment: what it brings is read when Stripe tells of it.
      const { status } = await stripe.checkout.sessions.retrieve(id);
      if (status === 'open') throw error;
    });
}

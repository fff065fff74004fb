import type { Stripe } from 'stripe';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { lockName } from '../../../lib/database/sql.ts';
import { credit } from '../../access/accounts/ledger.ts';
import { buyerIn, namedIn, type Buyer } from './customers.ts';
import { requireInstallation } from './stripe-installation.ts';
import { idOf, stripeOf } from './stripe-client.ts';

/**
 * Credits an organization's account with the characters that it has paid for. The ledger's entry and the
 * payment are written together, once per checkout, however many calls and processes there are. Ignores sales
 * of other installations.
 * @returns whether they were added just now
 */
export async function creditPurchase(app: App, session: Stripe.Checkout.Session): Promise<boolean> {
  const installation = await requireInstallation(app);
  const characters = charactersOf(session);
  if (characters === null || session.payment_status === 'unpaid') return false;
  return app.db.transaction(async (tx) => {
    await lockPayment(tx, session.id);
    const buyer = await buyerOfSession(tx, session, installation);
    const before = await tx
      .selectFrom('Payment')
      .select(['id', 'paymentIntentId', 'total'])
      .where('id', '=', session.id)
      .executeTakeFirst();
    const paid = {
      paymentIntentId: idOf(session.payment_intent),
      total: session.amount_total == null ? null : String(session.amount_total),
      currency: session.currency ?? null,
    };
    if (before) {
      // Credited by a release that did not keep what was paid.
      if (before.total === null && paid.total !== null)
        await tx.updateTable('Payment').set(paid).where('id', '=', session.id).execute();
      return false;
    }
    if (!buyer) return false;
    const account = await tx
      .selectFrom('Account')
      .select('id')
      .where('organizationId', '=', buyer.organizationId)
      .executeTakeFirst();
    if (!account) return false;
    const entryId = await credit(tx, buyer, BigInt(characters), {
      kind: 'credited',
      why: `Bought: ${session.metadata?.['plan'] ?? ''}, payment ${session.id}`,
    });
    await tx
      .insertInto('Payment')
      .values({ id: session.id, entryId: entryId.toString(), ...paid })
      .execute();
    return true;
  });
}

/** The same of a checkout as Stripe has it now. */
export async function creditPurchaseOf(app: App, sessionId: string): Promise<boolean> {
  const stripe = await stripeOf(app);
  return creditPurchase(app, await stripe.checkout.sessions.retrieve(sessionId));
}

/**
 * Serializes what changes the balance for one payment.
 * @param id of the checkout that sold characters; of any other payment its payment intent
 */
export const lockPayment = (tx: Sql, id: string): Promise<void> => lockName(tx, `payment ${id}`);

/** Returns the characters that a checkout sells; null: it sells none. */
export function charactersOf({ mode, metadata }: Stripe.Checkout.Session): number | null {
  const characters = Number(metadata?.['characters']);
  return mode === 'payment' && Number.isSafeInteger(characters) && characters > 0 ? characters : null;
}

/**
 * Returns the organization that a checkout is for. One that names no installation is of the time before they
 * had ids: it counts where its customer is known here as that organization's.
 */
async function buyerOfSession(
  tx: Sql,
  { metadata, customer }: Stripe.Checkout.Session,
  installation: string,
): Promise<Extract<Buyer, { organizationId: number }> | null> {
  const buyer = buyerIn(metadata, installation) ?? (metadata?.['installation'] ? null : namedIn(metadata));
  if (!buyer || !('organizationId' in buyer)) return null;
  if (metadata?.['installation']) return buyer;
  const known = await tx
    .selectFrom('Premium')
    .select('id')
    .where('organizationId', '=', buyer.organizationId)
    .where('customerId', '=', idOf(customer) ?? '')
    .executeTakeFirst();
  return known ? buyer : null;
}

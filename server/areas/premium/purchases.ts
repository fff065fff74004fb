import type { Stripe } from 'stripe';
import type { App } from '../../kernel/app.ts';
import { lockName } from '../../lib/sql.ts';
import { credit } from '../accounts/ledger.ts';
import { buyerIn } from './customers.ts';
import { stripeOf } from './stripe.ts';

/**
 * Adds the characters that an organization has paid for to its account: the entry of the ledger and what was
 * paid are written together, once for each checkout, however often and in whichever process this is asked.
 * @returns whether they were added just now
 */
export async function creditPurchase(app: App, session: Stripe.Checkout.Session): Promise<boolean> {
  const buyer = buyerIn(session.metadata);
  const characters = Number(session.metadata?.['characters']);
  if (
    session.mode !== 'payment' ||
    session.payment_status === 'unpaid' ||
    !buyer ||
    !('organizationId' in buyer) ||
    !Number.isSafeInteger(characters) ||
    characters <= 0
  )
    return false;
  return app.db.transaction(async (tx) => {
    await lockName(tx, `payment ${session.id}`);
    const before = await tx
      .selectFrom('Payment')
      .select('id')
      .where('id', '=', session.id)
      .executeTakeFirst();
    const account = await tx
      .selectFrom('Account')
      .select('id')
      .where('organizationId', '=', buyer.organizationId)
      .executeTakeFirst();
    if (before || !account) return false;
    const entryId = await credit(tx, buyer, BigInt(characters), {
      kind: 'credited',
      why: `Bought: ${session.metadata?.['plan'] ?? ''}, payment ${session.id}`,
    });
    await tx.insertInto('Payment').values({ id: session.id, entryId: entryId.toString() }).execute();
    return true;
  });
}

/** The same of a checkout as Stripe has it now. */
export async function creditPurchaseOf(app: App, sessionId: string): Promise<boolean> {
  const stripe = await stripeOf(app);
  return creditPurchase(app, await stripe.checkout.sessions.retrieve(sessionId));
}

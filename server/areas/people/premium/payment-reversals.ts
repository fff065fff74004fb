import type { Stripe } from 'stripe';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { credit } from '../../access/accounts/ledger.ts';
import { renewWithin } from '../../access/allowance/allowance.ts';
import { refundedAmount, shareOf } from '../../access/allowance/refunded-share.ts';
import { charactersOf, creditPurchase, lockPayment } from './purchases.ts';
import { idOf, stripeOf } from './stripe-client.ts';
import { databaseNow } from './sync-customer.ts';

/**
 * A dispute for which Stripe has withdrawn nothing, or has given it back. An inquiry is not a dispute yet.
 */
const harmless = /^(won|prevented|warning_.*)$/;
/** A refund by which nothing was, or will be, paid out. */
const undone: readonly (string | null)[] = ['failed', 'canceled'];

/** What of a payment went back, as Stripe says now. */
interface Returned {
  refunded: number;
  disputed: number;
  disputeStatus: string | null;
}

/** What was paid for. */
interface Paid {
  customerId: string;
  currency: string;
  total: number;
  periodTotal: number;
  /** What an organization bought. */
  session: Stripe.Checkout.Session | null;
  subscriptionId: string | null;
  periodEndsAt: Date | null;
}

/**
 * Takes back what was paid for, in proportion to what Stripe reports as refunded or disputed, below zero if
 * necessary. Gives it back when a dispute is won or a refund fails. Only the present state counts, not the
 * content or order of events, so repeated calls change nothing. Ignores payments of customers who are not
 * known here.
 * @returns whether anything changed
 */
export async function settleReturns(app: App, paymentIntentId: string): Promise<boolean> {
  const stripe = await stripeOf(app);
  const readAt = await databaseNow(app.db.sql);
  const paid = await paidBy(app, stripe, paymentIntentId);
  if (!paid) return false;
  const returned = await returnedOf(stripe, paymentIntentId);
  // A refund's event may arrive before the payment's.
  if (paid.session) await creditPurchase(app, paid.session);
  return app.db.transaction(async (tx) => {
    // Also of a first return, which has no row to lock yet.
    await lockPayment(tx, paid.session?.id ?? paymentIntentId);
    const holder = await holderOf(tx, paid.customerId);
    if (!holder) return false;
    const before = await tx
      .selectFrom('PaymentReturn')
      .select(['readAt', 'taken', 'refunded', 'disputed', 'disputeStatus', 'periodTotal'])
      .where('id', '=', paymentIntentId)
      .forUpdate()
      .executeTakeFirst();
    if (before && before.readAt > readAt) return false;
    if (!before && returned.refunded === 0 && returned.disputeStatus === null) return false;
    const row = {
      customerId: paid.customerId,
      paymentId: paid.session?.id ?? null,
      subscriptionId: paid.subscriptionId,
      periodEndsAt: paid.periodEndsAt,
      currency: paid.currency,
      total: String(paid.total),
      periodTotal: String(paid.periodTotal),
      refunded: String(returned.refunded),
      disputed: String(returned.disputed),
      disputeStatus: returned.disputeStatus,
      readAt,
    };
    await tx
      .insertInto('PaymentReturn')
      .values({ id: paymentIntentId, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    if (holder.userId !== null) await renewWithin(app, tx, holder.userId);
    else if (paid.session)
      await takeBack(tx, paymentIntentId, paid.session, {
        gone: refundedAmount(row),
        isDisputed: returned.disputed > Number(before?.disputed ?? 0),
      });
    return (
      Number(before?.refunded ?? 0) !== returned.refunded ||
      Number(before?.disputed ?? 0) !== returned.disputed ||
      (before?.disputeStatus ?? null) !== returned.disputeStatus
    );
  });
}

/** Settles what a refund, a dispute or a charge is about, by the event's type. */
export async function settleReturnsOf(app: App, type: string, objectId: string): Promise<boolean> {
  const stripe = await stripeOf(app);
  const about = type.startsWith('charge.dispute.')
    ? await stripe.disputes.retrieve(objectId)
    : type.startsWith('refund.') || type === 'charge.refund.updated'
      ? await stripe.refunds.retrieve(objectId)
      : await stripe.charges.retrieve(objectId);
  const payment = idOf(about.payment_intent);
  return payment !== null && settleReturns(app, payment);
}

/** Changes an organization's balance by the difference to what was taken back before. */
async function takeBack(
  tx: Sql,
  returnId: string,
  session: Stripe.Checkout.Session,
  { gone, isDisputed }: { gone: bigint; isDisputed: boolean },
): Promise<void> {
  const { taken, total } = await tx
    .selectFrom('PaymentReturn')
    .select(['taken', 'total'])
    .where('id', '=', returnId)
    .executeTakeFirstOrThrow();
  const payment = await tx
    .selectFrom('Payment as p')
    .innerJoin('LedgerEntry as e', 'e.id', 'p.entryId')
    .innerJoin('Account as a', 'a.id', 'e.accountId')
    .select(['a.organizationId', 'e.amount'])
    .where('p.id', '=', session.id)
    .executeTakeFirst();
  if (!payment || payment.organizationId === null) return;
  const due = shareOf(BigInt(payment.amount), gone, BigInt(total));
  const difference = BigInt(taken) - due;
  if (difference === 0n) return;
  const kind = difference > 0n ? 'reinstated' : isDisputed ? 'disputed' : 'refunded';
  const entryId = await credit(tx, { organizationId: payment.organizationId }, difference, {
    kind: 'credited',
    why: `${reasons[kind]}: payment ${session.id}`,
  });
  await tx.insertInto('PaymentReversal').values({ entryId: entryId.toString(), returnId, kind }).execute();
  await tx
    .updateTable('PaymentReturn')
    .set({ taken: String(due) })
    .where('id', '=', returnId)
    .execute();
}

/** Outcomes of a payment, worded for readers of the stored ledger. */
const reasons = { refunded: 'Refunded', disputed: 'Disputed', reinstated: 'Paid after all' } as const;

async function holderOf(tx: Sql, customerId: string): Promise<{ userId: number | null } | undefined> {
  return tx.selectFrom('Premium').select('userId').where('customerId', '=', customerId).executeTakeFirst();
}

async function returnedOf(stripe: Stripe, payment: string): Promise<Returned> {
  const refunded = await refundedOf(stripe, payment);
  const returned: Returned = { refunded, disputed: 0, disputeStatus: null };
  for await (const { amount, status } of stripe.disputes.list({ payment_intent: payment, limit: 100 })) {
    if (!harmless.test(status)) returned.disputed += amount;
    // Newest first.
    returned.disputeStatus ??= status;
  }
  return returned;
}

/** Returns what of a payment was refunded, or is about to be, in the currency's smallest unit. */
export async function refundedOf(stripe: Stripe, payment: string): Promise<number> {
  let refunded = 0;
  for await (const { amount, status } of stripe.refunds.list({ payment_intent: payment, limit: 100 }))
    if (!undone.includes(status)) refunded += amount;
  return refunded;
}

/** Returns what a payment was for; null: not one of this installation. */
async function paidBy(app: App, stripe: Stripe, payment: string): Promise<Paid | null> {
  const [session] = (await stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 })).data;
  if (session && charactersOf(session) !== null) {
    const total = session.amount_total ?? 0;
    return {
      customerId: idOf(session.customer) ?? '',
      currency: session.currency ?? '',
      total,
      periodTotal: total,
      session,
      subscriptionId: null,
      periodEndsAt: null,
    };
  }
  const [made] = (
    await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: payment },
      limit: 1,
    })
  ).data;
  const invoiceId = idOf(made?.invoice);
  if (!made || invoiceId === null) return null;
  const invoice = await stripe.invoices.retrieve(invoiceId);
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const customerId = idOf(invoice.customer);
  const end = periodEndOf(invoice);
  if (subscriptionId === null || customerId === null || end === null) return null;
  let periodTotal = 0;
  // No period is longer than a year.
  const created = { gte: end - 400 * 86_400 };
  for await (const one of stripe.invoices.list({ subscription: subscriptionId, created, limit: 100 }))
    if (periodEndOf(one) === end) periodTotal += one.amount_paid;
  return {
    customerId,
    currency: invoice.currency,
    total: made.amount_paid ?? made.amount_requested,
    periodTotal,
    session: null,
    subscriptionId,
    periodEndsAt: new Date(end * 1_000),
  };
}

/**
 * Returns when the period ends that an invoice is for, Unix time; also one for a change within the period.
 */
function periodEndOf({ lines }: Stripe.Invoice): number | null {
  const ends = lines.data.map(({ period }) => period.end);
  return ends.length === 0 ? null : Math.max(...ends);
}

import type { Stripe } from 'stripe';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { storableText } from '../../../text/storable-text.ts';
import { recordAdministration } from '../../access/identity/administration-log.ts';
import { requireAdmin } from '../../access/identity/policy.ts';
import { requireRecentProof } from '../../access/identity/recent-proof.ts';
import { buyerIn, buyerOf, type Buyer } from './customers.ts';
import { requireInstallation } from './stripe-installation.ts';
import { premiumMessages } from './messages.ts';
import { refundedOf, settleReturns } from './payment-reversals.ts';
import { askStripe, clientOf, idOf, isMissingAtStripe, isStripeOutage, stripeOf } from './stripe-client.ts';
import { isActive } from './active-subscriptions.ts';
import { syncCustomer } from './sync-customer.ts';

const reasonMaxCharacters = 500;

/** Which payments of a subscription are refunded when it is ended. */
export type RefundChoice = 'none' | 'last' | 'all';

interface Ending {
  /** Stripe's id. */
  subscription: string;
  refund: RefundChoice;
  reason: string;
}

/**
 * Ends a subscription at once, and refunds what was paid for it, where a person pays twice or for a plan that
 * is not known. Called again, it refunds nothing again. Administrators only.
 * @returns how many payments were refunded
 * @throws NotSignedInError; ReauthenticationRequiredError; NotAllowedError, also where payments are not set
 * up; NotFoundError where the subscription belongs to no person or organization of this installation;
 * ValidationError on `reason`; LimitReachedError while Stripe does not answer
 */
export async function endSubscription(
  app: App,
  actor: Actor,
  { subscription: id, refund, reason: given }: Ending,
): Promise<number> {
  requireAdmin(actor);
  await requireRecentProof(app.db.sql, actor);
  const reason = storableText(given).trim();
  if (!reason) throw new ValidationError([{ field: 'reason', ...kernelMessages.FIELD_REQUIRED() }]);
  if (reason.length > reasonMaxCharacters)
    throw new ValidationError([
      { field: 'reason', ...kernelMessages.TOO_LONG({ most: reasonMaxCharacters }) },
    ]);
  // Where payments are not set up, there is no installation yet, nor is one created.
  await clientOf(app);
  const installation = await requireInstallation(app);
  const { subscription, buyer } = await findSubscription(app, id, installation);
  const payments = await askStripe(app, async (stripe) => {
    if (isActive(subscription)) await stripe.subscriptions.cancel(subscription.id);
    return paymentsOf(stripe, subscription.id, refund);
  });
  let refunded = 0;
  for (const payment of payments) if (await refundPayment(app, payment, installation)) refunded++;
  await app.db.transaction((tx) =>
    recordAdministration(
      tx,
      actor,
      'subscription ended',
      { subscription: subscription.id, refunds: refunded },
      { ...('userId' in buyer ? { subjectId: buyer.userId } : buyer), reason },
    ),
  );
  const customer = idOf(subscription.customer)!;
  await askStripe(app, async () => {
    await syncCustomer(app, customer);
    for (const payment of payments) await settleReturns(app, payment);
  });
  return refunded;
}

/** @throws NotFoundError unless its customer is known here, or names this installation */
async function findSubscription(
  app: App,
  id: string,
  installation: string,
): Promise<{ subscription: Stripe.Subscription; buyer: Buyer }> {
  const unknown = () => new NotFoundError(premiumMessages.PREMIUM_UNKNOWN_SUBSCRIPTION());
  // Ids of Stripe; what else would be another address there.
  if (!/^sub_\w{1,200}$/.test(id)) throw unknown();
  const stripe = await stripeOf(app);
  const subscription = await stripe.subscriptions.retrieve(id).catch((error: unknown) => {
    if (isMissingAtStripe(error)) return null;
    return askStripe(app, () => Promise.reject(error as Error));
  });
  if (!subscription) throw unknown();
  const row = await app.db.sql
    .selectFrom('Premium')
    .select(['userId', 'organizationId'])
    .where('customerId', '=', idOf(subscription.customer) ?? '')
    .executeTakeFirst();
  const buyer = (row && buyerOf(row)) ?? buyerIn(subscription.metadata, installation);
  if (!buyer) throw unknown();
  return { subscription, buyer };
}

/** Returns the payment intents of a subscription's paid invoices, newest first. */
async function paymentsOf(stripe: Stripe, subscription: string, refund: RefundChoice): Promise<string[]> {
  if (refund === 'none') return [];
  const payments: string[] = [];
  for await (const { id, amount_paid: paid } of stripe.invoices.list({
    subscription,
    status: 'paid',
    limit: 100,
  })) {
    if (paid === 0) continue;
    for await (const { payment } of stripe.invoicePayments.list({
      invoice: id,
      status: 'paid',
      limit: 100,
    })) {
      const intent = idOf(payment.payment_intent);
      if (intent !== null) payments.push(intent);
    }
    if (refund === 'last' && payments.length > 0) break;
  }
  return payments;
}

/** Refunds what is left of a payment. @returns false: nothing was left */
async function refundPayment(app: App, payment: string, installation: string): Promise<boolean> {
  const stripe = await stripeOf(app);
  try {
    const { amount_received: paid } = await stripe.paymentIntents.retrieve(payment);
    if ((await refundedOf(stripe, payment)) >= paid) return false;
    await stripe.refunds.create(
      { payment_intent: payment, reason: 'duplicate', metadata: { installation } },
      { idempotencyKey: `refund ${payment} ${installation}` },
    );
    return true;
  } catch (error) {
    if (isStripeOutage(error)) return askStripe(app, () => Promise.reject(error as Error));
    const { code } = error as { code?: string };
    if (code === 'charge_already_refunded' || code === 'charge_disputed') return false;
    throw error;
  }
}

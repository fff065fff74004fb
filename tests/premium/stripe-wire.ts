import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Stripe } from 'stripe';
import type { Sent, SentInvoice, SentSubscription, StripeObject, Subscribed } from './stripe-objects.ts';

export const month = 30 * 86_400;

/** Ids are letters and digits behind their kind. */
export const idOf = (kind: string): string => `${kind}${randomUUID().replaceAll('-', '').slice(0, 16)}`;

export const itemOf = (subscription: StripeObject) =>
  (
    subscription['items'] as {
      data: { current_period_start: number; current_period_end: number; price: { id: string } }[];
    }
  ).data[0]!;

export const periodEndOf = (subscription: StripeObject): number => itemOf(subscription).current_period_end;
export const periodOf = (subscription: StripeObject): number => itemOf(subscription).current_period_start;
export const priceOf = (subscription: StripeObject): string => itemOf(subscription).price.id;

export const priceOfSession = (session: StripeObject): string =>
  (session['line_items'] as Record<string, { price: string }> | undefined)?.[0]?.price ?? '';

/** Newest first, after `starting_after`, at most `limit` of them. */
export function page(all: readonly StripeObject[], query: URLSearchParams, url: string, pageSize: number) {
  const since = Number(query.get('created[gte]') ?? 0);
  const rows = all.filter((one) => Number(one['created']) >= since).toReversed();
  const after = query.get('starting_after');
  const from = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(Number(query.get('limit') ?? 10), pageSize);
  return {
    object: 'list',
    url,
    has_more: rows.length > from + limit,
    data: rows.slice(from, from + limit),
  } satisfies Stripe.ApiList<StripeObject>;
}

/** `a[b][0][c]=d` as objects; what is a list there is an object of numbers here. */
export async function formOf(request: IncomingMessage): Promise<Record<string, any>> {
  let text = '';
  for await (const piece of request) text += String(piece);
  const form: Record<string, any> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = form;
    for (const part of path.slice(0, -1)) at = at[part] ??= {};
    at[path.at(-1)!] = value;
  }
  return form;
}

/** When a period ends that begins at a time, of what is billed on the anchor's day of the month. */
export function calendarMonthAfter(start: number, anchor: number): number {
  const [from, first] = [new Date(start * 1_000), new Date(anchor * 1_000)];
  const months =
    (from.getUTCFullYear() - first.getUTCFullYear()) * 12 + from.getUTCMonth() - first.getUTCMonth() + 1;
  const next = new Date(first);
  next.setUTCDate(1);
  next.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(first.getUTCDate(), last));
  return Math.floor(next.getTime() / 1_000);
}

/** The payment of a paid invoice. */
export const invoicePaymentOf = (invoice: SentInvoice) =>
  ({
    id: `inpay_${invoice.id}`,
    object: 'invoice_payment',
    created: invoice.created!,
    invoice: invoice.id,
    amount_paid: invoice.amount_paid!,
    amount_requested: invoice.amount_due!,
    status: 'paid',
    payment: { type: 'payment_intent', payment_intent: String(invoice['payment_intent_of_test']) },
  }) satisfies Sent<Stripe.InvoicePayment>;

/** A subscription as it is created, or as it is after a change. */
export function subscriptionOf(
  given: Subscribed,
  {
    id,
    known,
    now,
    start,
    end,
  }: { id: string; known: SentSubscription | undefined; now: number; start: number; end: number },
) {
  return {
    id,
    object: 'subscription',
    created: known?.created ?? now,
    customer: given.customer,
    status: given.status ?? 'active',
    cancel_at_period_end: given.cancelAtPeriodEnd ?? false,
    cancel_at: null,
    billing_cycle_anchor: known?.billing_cycle_anchor ?? start,
    pause_collection: known?.pause_collection ?? null,
    metadata: given.metadata ?? known?.metadata ?? {},
    items: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: `si_${id}`,
          object: 'subscription_item',
          price: { id: given.price, object: 'price' },
          current_period_start: start,
          current_period_end: end,
        },
      ],
    },
  } satisfies Sent<Stripe.Subscription>;
}

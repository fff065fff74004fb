import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import type {
  Sent,
  SentCharge,
  SentDispute,
  SentInvoice,
  SentRefund,
  SentSession,
  SentSubscription,
  StripeObject,
  StripeServer,
  Told,
} from './stripe-objects.ts';
import {
  subscriptionOf,
  calendarMonthAfter,
  invoicePaymentOf,
  formOf,
  idOf,
  month,
  page,
  periodEndOf,
  periodOf,
  priceOf,
  priceOfSession,
} from './stripe-wire.ts';

export type { StripeObject, StripeServer } from './stripe-objects.ts';

/** A server that speaks Stripe's wire format: forms in, objects out, lists in pages of at most 100. */
export async function startStripe(): Promise<StripeServer> {
  /** Seconds that its clock is ahead. */
  let ahead = 0;
  const now = (): number => Math.floor(Date.now() / 1_000) + ahead;
  const answered = new Map<string, unknown>();
  const held = new Map<string, () => void>();
  const own: Omit<StripeServer, 'url' | 'close'> = {
    webhookSecret: 'whsec_test_0123456789',
    customers: [],
    subscriptions: [],
    sessions: [],
    invoices: [],
    charges: [],
    refunds: [],
    disputes: [],
    events: [],
    amounts: new Map(),
    calendar: false,
    requests: [],
    refused: null,
    outage: null,
    subscribe(given) {
      const id = given.id ?? idOf('sub_');
      const known = own.subscriptions.find((one) => one.id === id);
      const start =
        given.periodAge === undefined && known ? periodOf(known) : now() - (given.periodAge ?? 0) * 86_400;
      const end = known && given.periodAge === undefined ? periodEndOf(known) : endAfter(start, start);
      const subscription = subscriptionOf(given, { id, known, now: now(), start, end });
      own.subscriptions.splice(
        known ? own.subscriptions.indexOf(known) : own.subscriptions.length,
        known ? 1 : 0,
        subscription,
      );
      if (!known && subscription.status === 'active')
        settleInvoice(invoiceOf(subscription, 'subscription_create'));
      return happen(known ? 'customer.subscription.updated' : 'customer.subscription.created', subscription);
    },
    pay(sessionId) {
      const session = own.sessions.find(({ id }) => id === sessionId)!;
      if ((session.status ?? 'open') !== 'open') throw new Error(`The checkout is ${session.status}.`);
      session.payment_status = 'paid';
      session.status = 'complete';
      if (session.mode === 'payment') {
        session.amount_total = amountOf(priceOfSession(session));
        session.currency = 'eur';
        session.payment_intent = charge(String(session.customer), session.amount_total).payment_intent;
      }
      return happen('checkout.session.completed', session);
    },
    complete(sessionId) {
      const from = own.events.length;
      const session = own.sessions.find(({ id }) => id === sessionId)!;
      own.pay(sessionId);
      if (session.mode === 'subscription') {
        const { metadata } = session['subscription_data'] as { metadata: Record<string, string> };
        const event = own.subscribe({
          customer: String(session.customer),
          price: priceOfSession(session),
          metadata: { ...metadata },
        });
        session.subscription = (event['data'] as { object: StripeObject }).object.id;
      }
      return own.events.slice(from);
    },
    refund(paymentIntent, amount) {
      const from = own.events.length;
      createRefund(paymentIntent, amount);
      return own.events.slice(from);
    },
    failRefund(id) {
      const refund = own.refunds.find((one) => one.id === id)!;
      refund.status = 'failed';
      const charged = own.charges.find((one) => one.id === refund.charge)!;
      charged.amount_refunded = charged.amount_refunded! - refund.amount;
      return happen('refund.failed', refund);
    },
    dispute(paymentIntent, amount) {
      const charged = own.charges.find((one) => one.payment_intent === paymentIntent)!;
      const dispute = {
        id: idOf('dp_'),
        object: 'dispute',
        created: now(),
        charge: charged.id,
        payment_intent: paymentIntent,
        amount: amount ?? charged.amount,
        currency: 'eur',
        reason: 'fraudulent',
        status: 'needs_response',
      } satisfies SentDispute;
      own.disputes.push(dispute);
      return happen('charge.dispute.created', dispute);
    },
    closeDispute(id, status) {
      const dispute = own.disputes.find((one) => one.id === id)!;
      dispute.status = status;
      return happen('charge.dispute.closed', dispute);
    },
    declined: new Set(),
    advance(days) {
      const from = own.events.length;
      const until = now() + days * 86_400;
      for (let due = nextDue(own.subscriptions, until); due; due = nextDue(own.subscriptions, until)) {
        ahead += Math.max(0, due.at - now());
        due.happens();
      }
      ahead += Math.max(0, until - now());
      return own.events.slice(from);
    },
    followClock() {
      ahead = 0;
    },
    // Small pages, so that readers have to paginate.
    pageSize: 3,
    signed(event, at = Math.floor(Date.now() / 1_000)) {
      const body = JSON.stringify(event);
      const signature = createHmac('sha256', own.webhookSecret).update(`${at}.${body}`).digest('hex');
      return { body, signature: `t=${at},v1=${signature}` };
    },
    hold: (what) => new Promise((resolve) => held.set(what, resolve)),
    forget() {
      for (const list of [own.customers, own.subscriptions, own.sessions, own.events]) list.length = 0;
      for (const list of [own.invoices, own.charges, own.refunds, own.disputes]) list.length = 0;
      answered.clear();
      own.amounts.clear();
      own.calendar = false;
      own.refused = null;
      own.outage = null;
      own.declined.clear();
      ahead = 0;
    },
  };
  const happen = <Type extends keyof Told>(
    type: Type,
    object: Sent<Told[Type]> & { id: string },
  ): StripeObject => {
    const event = {
      id: idOf('evt_'),
      object: 'event',
      api_version: '2026-01-01',
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data: { object: structuredClone(object) },
    } satisfies Sent<Omit<Stripe.InvoicePaidEvent, 'type' | 'data'>> & Record<'type' | 'data', unknown>;
    own.events.push(event);
    return event;
  };

  /** What happens next to a subscription, at the end of its period or when a payment is tried again. */
  function nextDue(subscriptions: readonly SentSubscription[], until: number) {
    return subscriptions
      .filter(({ status }) => status === 'active' || status === 'past_due')
      .map((subscription) => ({
        at: Number(subscription['retry_at'] ?? periodEndOf(subscription)),
        happens: () => (subscription.cancel_at_period_end ? end(subscription) : bill(subscription)),
      }))
      .filter(({ at }) => at <= until)
      .toSorted((a, b) => a.at - b.at)[0];
  }

  const endAfter = (start: number, anchor: number): number =>
    own.calendar ? calendarMonthAfter(start, anchor) : start + month;

  const amountOf = (price: string): number => own.amounts.get(price) ?? 900;

  function charge(customer: string, amount: number): SentCharge {
    const charged = {
      id: idOf('ch_'),
      object: 'charge',
      created: now(),
      customer,
      payment_intent: idOf('pi_'),
      amount,
      amount_refunded: 0,
      currency: 'eur',
      status: 'succeeded',
    } satisfies SentCharge;
    own.charges.push(charged);
    return charged;
  }

  function createRefund(paymentIntent: string, amount?: number): SentRefund | null {
    const charged = own.charges.find((one) => one.payment_intent === paymentIntent)!;
    const left = charged.amount - (charged.amount_refunded ?? 0);
    if (left <= 0 || (amount ?? left) > left) return null;
    const refund = {
      id: idOf('re_'),
      object: 'refund',
      created: now(),
      charge: charged.id,
      payment_intent: paymentIntent,
      amount: amount ?? left,
      currency: 'eur',
      status: 'succeeded',
    } satisfies SentRefund;
    own.refunds.push(refund);
    charged.amount_refunded = (charged.amount_refunded ?? 0) + refund.amount;
    happen('refund.created', refund);
    happen('charge.refunded', charged);
    return refund;
  }

  function invoiceOf(
    subscription: SentSubscription,
    reason: 'subscription_create' | 'subscription_cycle',
  ): SentInvoice {
    const [start, end] = [periodOf(subscription), periodEndOf(subscription)];
    const invoice = {
      id: idOf('in_'),
      object: 'invoice',
      customer: String(subscription['customer']),
      created: now(),
      currency: 'eur',
      amount_due: amountOf(priceOf(subscription)),
      amount_paid: 0,
      billing_reason: reason,
      status: 'open',
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      lines: { object: 'list', has_more: false, data: [{ object: 'line_item', period: { start, end } }] },
    } satisfies SentInvoice;
    own.invoices.push(invoice);
    return invoice;
  }

  function settleInvoice(invoice: SentInvoice): void {
    invoice.status = 'paid';
    invoice.amount_paid = invoice.amount_due!;
    invoice['payment_intent_of_test'] = charge(String(invoice.customer), invoice.amount_paid).payment_intent;
  }

  function bill(subscription: SentSubscription): void {
    const customer = String(subscription['customer']);
    const isRetry = subscription['retry_at'] !== undefined;
    if (!isRetry) {
      const [item] = (subscription['items'] as { data: Record<string, number>[] }).data;
      item!['current_period_start'] = item!['current_period_end']!;
      item!['current_period_end'] = endAfter(
        item!['current_period_start'],
        subscription.billing_cycle_anchor ?? item!['current_period_start'],
      );
    }
    const open = own.invoices.findLast(
      (one) => one.parent?.subscription_details?.subscription === subscription.id && one.status === 'open',
    );
    const invoice = (isRetry && open) || invoiceOf(subscription, 'subscription_cycle');
    if (!isRetry) happen('invoice.created', invoice);
    if (subscription.pause_collection) {
      invoice.status = 'void';
      delete subscription['retry_at'];
      happen('invoice.voided', invoice);
      happen('customer.subscription.updated', subscription);
      return;
    }
    const isPaid = !own.declined.has(customer);
    subscription.status = isPaid ? 'active' : 'past_due';
    // Smart Retries: the next attempt three days later, and again.
    if (isPaid) {
      delete subscription['retry_at'];
      settleInvoice(invoice);
    } else subscription['retry_at'] = now() + 3 * 86_400;
    happen(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    happen('customer.subscription.updated', subscription);
  }

  function end(subscription: SentSubscription): void {
    subscription.status = 'canceled';
    happen('customer.subscription.deleted', subscription);
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    own.requests.push(`${request.method} ${url.pathname}`);
    const send = (status: number, body: unknown): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
        .end(JSON.stringify(body));
    if (!request.headers.authorization?.startsWith('Bearer sk_test_'))
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
    if (own.outage !== null)
      return send(own.outage, { error: { type: 'api_error', message: 'Something went wrong.' } });
    const what = url.pathname.split('/')[2]!;
    const asked = held.get(what);
    if (asked) {
      held.delete(what);
      return asked();
    }
    if (what === own.refused)
      return send(400, { error: { type: 'invalid_request_error', message: 'Not now.' } });
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string' && answered.has(key)) return send(200, answered.get(key));
    const answer = route(request.method ?? 'GET', url, await formOf(request));
    if (answer && typeof answer === 'object' && 'error' in answer) return send(400, answer);
    if (!answer)
      return send(404, {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' },
      });
    if (typeof key === 'string') answered.set(key, answer);
    send(200, answer);
  });

  function route(method: string, { pathname, searchParams }: URL, form: Record<string, any>): unknown {
    const [, , what, ...rest] = pathname.split('/');
    const refusal = (code: string, message: string) => ({
      error: { type: 'invalid_request_error', code, message },
    });
    const list = (all: readonly StripeObject[], filters: Readonly<Record<string, string>> = {}) =>
      page(
        all.filter((one) =>
          Object.entries(filters).every(([name, field]) => {
            const asked = searchParams.get(name);
            return asked === null || one[field] === asked;
          }),
        ),
        searchParams,
        pathname,
        own.pageSize,
      );
    const [first] = rest;
    if (method === 'POST' && what === 'customers') {
      const known = own.customers.find(({ id }) => id === first);
      if (first !== undefined) return known && Object.assign(known, form);
      const customer = {
        id: idOf('cus_'),
        object: 'customer',
        created: now(),
      } satisfies Sent<Stripe.Customer>;
      own.customers.push({ ...form, ...customer });
      return customer;
    }
    if (what === 'payment_intents') {
      const charged = own.charges.find((one) => one.payment_intent === first);
      return (
        charged &&
        ({
          id: charged.payment_intent,
          object: 'payment_intent',
          amount_received: charged.amount,
          status: 'succeeded',
        } satisfies Sent<Stripe.PaymentIntent>)
      );
    }
    if (what === 'charges') return own.charges.find(({ id }) => id === first);
    if (what === 'refunds' && method === 'POST') {
      const intent = String(form['payment_intent']);
      if (!own.charges.some((one) => one.payment_intent === intent)) return null;
      return (
        createRefund(intent, form['amount'] === undefined ? undefined : Number(form['amount'])) ??
        refusal('charge_already_refunded', 'Charge has already been refunded.')
      );
    }
    if (what === 'refunds')
      return first === undefined
        ? list(own.refunds, { payment_intent: 'payment_intent' })
        : own.refunds.find(({ id }) => id === first);
    if (what === 'disputes')
      return first === undefined
        ? list(own.disputes, { payment_intent: 'payment_intent' })
        : own.disputes.find(({ id }) => id === first);
    if (what === 'invoices') {
      if (first !== undefined) return own.invoices.find(({ id }) => id === first);
      const subscription = searchParams.get('subscription');
      return list(
        own.invoices.filter(
          ({ parent }) =>
            subscription === null || parent?.subscription_details?.subscription === subscription,
        ),
        { status: 'status' },
      );
    }
    if (what === 'invoice_payments') {
      const [intent, invoice] = [searchParams.get('payment[payment_intent]'), searchParams.get('invoice')];
      return list(
        own.invoices
          .filter(({ id, status }) => status === 'paid' && (invoice === null || id === invoice))
          .filter((one) => intent === null || one['payment_intent_of_test'] === intent)
          .map(invoicePaymentOf),
      );
    }
    if (method === 'POST' && what === 'billing_portal')
      return {
        ...form,
        ...({
          id: 'bps_1',
          object: 'billing_portal.session',
          url: 'https://billing.stripe.test/p/1',
        } satisfies Sent<Stripe.BillingPortal.Session>),
      };
    if (what === 'checkout') {
      const id = rest[1];
      const known = own.sessions.find((one) => one.id === id);
      if (method === 'POST' && rest[2] === 'expire') {
        if (!known) return null;
        if (known.status !== 'open')
          return refusal(
            'resource_invalid',
            'Only Checkout Sessions with a status in ["open"] can be expired.',
          );
        known.status = 'expired';
        return known;
      }
      if (method === 'GET')
        return id
          ? known
          : list(own.sessions, { customer: 'customer', status: 'status', payment_intent: 'payment_intent' });
      const sent = {
        id: idOf('cs_test_'),
        object: 'checkout.session',
        created: now(),
        status: 'open',
        payment_status: 'unpaid',
        url: `https://checkout.stripe.test/c/pay/${own.sessions.length + 1}`,
      } satisfies Sent<Stripe.Checkout.Session>;
      const session: SentSession = { ...form, ...sent };
      own.sessions.push(session);
      return session;
    }
    if (what === 'subscriptions' && first !== undefined) {
      const found = own.subscriptions.find(({ id }) => id === first);
      if (!found || method === 'GET') return found;
      if (method === 'DELETE') {
        if (found.status === 'canceled') return null;
        end(found);
        return found;
      }
      if ('pause_collection' in form) found.pause_collection = form['pause_collection'] || null;
      if ('cancel_at_period_end' in form)
        found.cancel_at_period_end = form['cancel_at_period_end'] === 'true';
      // An empty value removes a key.
      const metadata = { ...(found.metadata as Record<string, string>), ...form['metadata'] };
      found.metadata = Object.fromEntries(
        Object.entries(metadata as Record<string, string>).filter(([, value]) => value !== ''),
      );
      happen('customer.subscription.updated', found);
      return found;
    }
    if (what === 'subscriptions') {
      const status = searchParams.get('status');
      return list(
        own.subscriptions.filter((one) =>
          status === null ? one.status !== 'canceled' : status === 'all' || one.status === status,
        ),
        { customer: 'customer' },
      );
    }
    if (what === 'events' && method === 'GET') return list(own.events);
    return null;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(own, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

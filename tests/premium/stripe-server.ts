import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';

/** Objects as Stripe's OpenAPI document has them, with the fields that are asked for. */
export interface StripeObject extends Record<string, unknown> {
  id: string;
  object: string;
}

/** Those fields of an object that are sent: each is one of Stripe's own types, and of its kind. */
type Sent<T> = T extends readonly (infer One)[]
  ? Sent<One>[]
  : T extends object
    ? { [Name in keyof T]?: Sent<T[Name]> }
    : T;

/** What is told by events, by their type. */
interface Told {
  'checkout.session.completed': Stripe.Checkout.Session;
  'customer.subscription.created': Stripe.Subscription;
  'customer.subscription.updated': Stripe.Subscription;
  'customer.subscription.deleted': Stripe.Subscription;
  'invoice.created': Stripe.Invoice;
  'invoice.paid': Stripe.Invoice;
  'invoice.payment_failed': Stripe.Invoice;
}

type SentSubscription = StripeObject & Sent<Stripe.Subscription>;
type SentSession = StripeObject & Sent<Stripe.Checkout.Session>;

export interface StripeServer {
  url: string;
  webhookSecret: string;
  /** What was created, newest last. */
  customers: StripeObject[];
  subscriptions: SentSubscription[];
  sessions: SentSession[];
  events: StripeObject[];
  /** Method and path of what was asked, in order. */
  requests: string[];
  /** Starts, or changes, a customer's subscription, and tells of it by an event, which is not sent. */
  subscribe(given: Subscribed): StripeObject;
  /** Pays a checkout, and tells of it. */
  pay(sessionId: string): StripeObject;
  /**
   * Moves its clock, as Stripe's test clocks are advanced: whatever would have happened by then does, in its
   * order. @returns the events of it, none of which is sent
   */
  advance(days: number): StripeObject[];
  /** Customers whose cards are declined. */
  declined: Set<string>;
  /** An event as it is sent: the body, and its signature. */
  signed(event: StripeObject, at?: number): { body: string; signature: string };
  /** What is refused when it is asked for: the first part of the path, such as `subscriptions`. */
  refused: string | null;
  /** Leaves the next question of that kind without an answer. @returns once it has been asked */
  hold(what: string): Promise<void>;
  /** Begins anew, with nothing. */
  forget(): void;
  close(): Promise<void>;
}

interface Subscribed {
  id?: string;
  customer: string;
  price: string;
  status?: string;
  metadata?: Record<string, string>;
  cancelAtPeriodEnd?: boolean;
  /** Days since the present period began. */
  periodAge?: number;
}

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
    events: [],
    requests: [],
    refused: null,
    subscribe(given) {
      const id = given.id ?? `sub_${randomUUID().slice(0, 14)}`;
      const known = own.subscriptions.find((one) => one.id === id);
      const start =
        given.periodAge === undefined && known ? periodOf(known) : now() - (given.periodAge ?? 0) * 86_400;
      const subscription = {
        id,
        object: 'subscription',
        created: known?.created ?? now(),
        customer: given.customer,
        status: given.status ?? 'active',
        cancel_at_period_end: given.cancelAtPeriodEnd ?? false,
        cancel_at: null,
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
              current_period_end: start + month,
            },
          ],
        },
      } satisfies Sent<Stripe.Subscription>;
      own.subscriptions.splice(
        known ? own.subscriptions.indexOf(known) : own.subscriptions.length,
        known ? 1 : 0,
        subscription,
      );
      return happen(known ? 'customer.subscription.updated' : 'customer.subscription.created', subscription);
    },
    pay(sessionId) {
      const session = own.sessions.find(({ id }) => id === sessionId)!;
      session.payment_status = 'paid';
      session.status = 'complete';
      return happen('checkout.session.completed', session);
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
    signed(event, at = Math.floor(Date.now() / 1_000)) {
      const body = JSON.stringify(event);
      const signature = createHmac('sha256', own.webhookSecret).update(`${at}.${body}`).digest('hex');
      return { body, signature: `t=${at},v1=${signature}` };
    },
    hold: (what) => new Promise((resolve) => held.set(what, resolve)),
    forget() {
      for (const list of [own.customers, own.subscriptions, own.sessions, own.events]) list.length = 0;
      answered.clear();
      own.refused = null;
      own.declined.clear();
      ahead = 0;
    },
  };
  const happen = <Type extends keyof Told>(
    type: Type,
    object: Sent<Told[Type]> & { id: string },
  ): StripeObject => {
    const event = {
      id: `evt_${randomUUID().slice(0, 18)}`,
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

  function bill(subscription: SentSubscription): void {
    const customer = String(subscription['customer']);
    const isRetry = subscription['retry_at'] !== undefined;
    const invoice = {
      id: `in_${randomUUID().slice(0, 14)}`,
      object: 'invoice',
      customer,
      created: now(),
      billing_reason: 'subscription_cycle',
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    } satisfies Sent<Stripe.Invoice>;
    if (!isRetry) {
      const [item] = (subscription['items'] as { data: Record<string, number>[] }).data;
      item!['current_period_start'] = item!['current_period_end']!;
      item!['current_period_end'] = item!['current_period_start'] + month;
      happen('invoice.created', invoice);
    }
    const isPaid = !own.declined.has(customer);
    subscription.status = isPaid ? 'active' : 'past_due';
    // Smart Retries: the next attempt three days later, and again.
    if (isPaid) delete subscription['retry_at'];
    else subscription['retry_at'] = now() + 3 * 86_400;
    happen(isPaid ? 'invoice.paid' : 'invoice.payment_failed', {
      ...invoice,
      status: isPaid ? 'paid' : 'open',
    });
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
    if (!answer)
      return send(404, {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' },
      });
    if (typeof key === 'string') answered.set(key, answer);
    send(200, answer);
  });

  function route(method: string, { pathname, searchParams }: URL, form: Record<string, any>): unknown {
    const [, , what, ...rest] = pathname.split('/');
    if (method === 'POST' && what === 'customers') {
      const customer = {
        id: `cus_${randomUUID().slice(0, 14)}`,
        object: 'customer',
        created: now(),
      } satisfies Sent<Stripe.Customer>;
      own.customers.push({ ...form, ...customer });
      return customer;
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
      if (method === 'GET')
        return id ? own.sessions.find((one) => one.id === id) : page(own.sessions, searchParams, pathname);
      const sent = {
        id: `cs_test_${randomUUID().slice(0, 16)}`,
        object: 'checkout.session',
        created: now(),
        status: 'open',
        payment_status: 'unpaid',
        url: 'https://checkout.stripe.test/c/pay/1',
      } satisfies Sent<Stripe.Checkout.Session>;
      const session: SentSession = { ...form, ...sent };
      own.sessions.push(session);
      return session;
    }
    if (what === 'subscriptions' && method === 'DELETE') {
      const found = own.subscriptions.find(({ id }) => id === rest[0]);
      if (found) found.status = 'canceled';
      return found;
    }
    if (what === 'subscriptions' && method === 'GET') {
      const customer = searchParams.get('customer');
      return page(
        own.subscriptions.filter((one) => customer === null || one['customer'] === customer),
        searchParams,
        pathname,
      );
    }
    if (what === 'events' && method === 'GET') return page(own.events, searchParams, pathname);
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

const month = 30 * 86_400;

const periodEndOf = (subscription: StripeObject): number => periodOf(subscription) + month;

const periodOf = (subscription: StripeObject): number =>
  (subscription['items'] as { data: { current_period_start: number }[] }).data[0]!.current_period_start;

/** Newest first, after `starting_after`, at most `limit` of them. */
function page(all: readonly StripeObject[], query: URLSearchParams, url: string) {
  const since = Number(query.get('created[gte]') ?? 0);
  const rows = all.filter((one) => Number(one['created']) >= since).toReversed();
  const after = query.get('starting_after');
  const from = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  // Small pages, so that whoever reads them has to turn them.
  const limit = Math.min(Number(query.get('limit') ?? 10), 3);
  return {
    object: 'list',
    url,
    has_more: rows.length > from + limit,
    data: rows.slice(from, from + limit),
  } satisfies Stripe.ApiList<StripeObject>;
}

/** `a[b][0][c]=d` as objects; what is a list there is an object of numbers here. */
async function formOf(request: IncomingMessage): Promise<Record<string, any>> {
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

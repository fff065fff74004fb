import type { Stripe } from 'stripe';

/** Objects as in Stripe's OpenAPI document, with the required fields. */
export interface StripeObject extends Record<string, unknown> {
  id: string;
  object: string;
}

/** Those fields of an object that are sent: each is one of Stripe's own types, and of its kind. */
export type Sent<T> = T extends readonly (infer One)[]
  ? Sent<One>[]
  : T extends object
    ? { [Name in keyof T]?: Sent<T[Name]> }
    : T;

/** Objects of events, by type. */
export interface Told {
  'checkout.session.completed': Stripe.Checkout.Session;
  'customer.subscription.created': Stripe.Subscription;
  'customer.subscription.updated': Stripe.Subscription;
  'customer.subscription.deleted': Stripe.Subscription;
  'invoice.created': Stripe.Invoice;
  'invoice.paid': Stripe.Invoice;
  'invoice.payment_failed': Stripe.Invoice;
  'invoice.voided': Stripe.Invoice;
  'charge.refunded': Stripe.Charge;
  'refund.created': Stripe.Refund;
  'refund.failed': Stripe.Refund;
  'charge.dispute.created': Stripe.Dispute;
  'charge.dispute.closed': Stripe.Dispute;
}

export type SentSubscription = StripeObject & Sent<Stripe.Subscription>;
export type SentSession = StripeObject & Sent<Stripe.Checkout.Session>;
export type SentInvoice = StripeObject & Sent<Stripe.Invoice>;
export type SentCharge = StripeObject & Sent<Stripe.Charge> & { payment_intent: string; amount: number };
export type SentRefund = StripeObject & Sent<Stripe.Refund> & { payment_intent: string; amount: number };
export type SentDispute = StripeObject & Sent<Stripe.Dispute> & { payment_intent: string; amount: number };

export interface StripeServer {
  url: string;
  webhookSecret: string;
  /** What was created, newest last. */
  customers: StripeObject[];
  subscriptions: SentSubscription[];
  sessions: SentSession[];
  invoices: SentInvoice[];
  /** A charge for each payment intent that succeeded. */
  charges: SentCharge[];
  refunds: SentRefund[];
  disputes: SentDispute[];
  events: StripeObject[];
  /** Cents that a price costs; 900 where it is not listed. */
  amounts: Map<string, number>;
  /** Whether periods are months of the calendar rather than 30 days, from the day they began on. */
  calendar: boolean;
  /** Method and path of the requests, in order. */
  requests: string[];
  /** Starts, or changes, a customer's subscription, and tells of it by an event, which is not sent. */
  subscribe(given: Subscribed): StripeObject;
  /** Pays a checkout, and tells of it. */
  pay(sessionId: string): StripeObject;
  /**
   * Completes a checkout as a buyer does: pays it, and starts a subscription if that was bought.
   * @returns its events, none of which is sent
   * @throws if it is not open
   */
  complete(sessionId: string): StripeObject[];
  /** Refunds cents of a payment, or what is left of it. @returns the events of it */
  refund(paymentIntent: string, amount?: number): StripeObject[];
  /** Lets a refund fail, as it does where the card is gone. @returns the event of it */
  failRefund(id: string): StripeObject;
  /** Lets the card holder dispute cents of a payment. @returns the event of it */
  dispute(paymentIntent: string, amount?: number): StripeObject;
  /** Closes a dispute. @returns the event of it */
  closeDispute(id: string, status: 'won' | 'lost'): StripeObject;
  /**
   * Advances its clock like Stripe's test clocks: everything due by then happens, in order.
   * @returns its events, none of which is sent
   */
  advance(days: number): StripeObject[];
  /** Follows the process' clock again, which was set to the time that this one was advanced to. */
  followClock(): void;
  /** Objects in a page of a list. */
  pageSize: number;
  /** Customers whose cards are declined. */
  declined: Set<string>;
  /** An event as it is sent: the body, and its signature. */
  signed(event: StripeObject, at?: number): { body: string; signature: string };
  /** Requests to refuse: the first part of the path, such as `subscriptions`. */
  refused: string | null;
  /** While it is set, every request gets this status, as in an outage. */
  outage: number | null;
  /** Leaves the next question of that kind without an answer. @returns once it has been asked */
  hold(what: string): Promise<void>;
  /** Resets it to empty. */
  forget(): void;
  close(): Promise<void>;
}

export interface Subscribed {
  id?: string;
  customer: string;
  price: string;
  status?: string;
  metadata?: Record<string, string>;
  cancelAtPeriodEnd?: boolean;
  /** Days since the present period began. */
  periodAge?: number;
}

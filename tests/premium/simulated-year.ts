/**
 * A simulated year of people and organizations that buy, and a model of what each of them should have by the
 * rules of the guide, told from the payment service alone.
 */
import { expect, vi } from 'vitest';
import { credit, reserve, OutOfCharactersError } from '../../server/areas/access/accounts/ledger.ts';
import { suspendAccount } from '../../server/areas/people/administration/suspend-account.ts';
import { renewDue } from '../../server/areas/access/allowance/renew-due.ts';
import { openCheckout } from '../../server/areas/people/premium/checkout.ts';
import { comparePayments } from '../../server/areas/people/premium/compare-payments.ts';
import { endSubscription } from '../../server/areas/people/premium/end-subscription.ts';
import {
  catchUpEvents,
  handleEvent,
  storeStripeEvent,
} from '../../server/areas/people/premium/stripe-events.ts';
import { syncCustomer } from '../../server/areas/people/premium/sync-customer.ts';
import { ValidationError } from '../../server/kernel/errors.ts';
import type { App } from '../../server/kernel/app.ts';
import { now } from '../../server/lib/database/sql.ts';
import { billed } from '../pipeline/billed.ts';
import { actorOf } from '../support/factories.ts';
import { expectLedgerToAgree } from '../support/recount.ts';
import { type StripeObject, type StripeServer } from './stripe-server.ts';

export const day = 86_400_000;
/** With the last hours of summer time in both hemispheres, a leap day, and months of each length. */
export const begin = Date.parse('2027-09-15T09:41:00Z');
export const zones = [
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Tokyo',
  'America/Sao_Paulo',
  'UTC',
];
export const plans = [
  { key: 'monthly', name: 'Monthly', price: 'price_month', minutes: 100 },
  { key: 'double', name: 'Double', price: 'price_double', minutes: 200 },
  { key: 'large', name: 'A million', price: 'price_million', characters: 1_000_003 },
];
export const cents = new Map([
  ['price_month', 901],
  ['price_double', 1_703],
  ['price_million', 8_999],
]);
export const freeMs = 10 * 60_000;
export const graceDays = 7;

/** What a person has by the rules of the guide, told from Stripe alone. */
export interface Person {
  id: number;
  zone: string;
  isStopped: boolean;
  /** When a payment was first seen to be overdue. */
  overdueSince: number | null;
  key: string;
  allowance: number;
  returned: number;
  balance: number;
  /** What was left of each period when it was left. */
  left: Map<string, number>;
}

export interface Room {
  organizationId: number;
  projectId: number;
  maintainer: { id: number; role: 'viewer' };
  spent: number;
  opening: number;
}

export class Year {
  readonly app: App;
  readonly stripe: StripeServer;
  readonly random: () => number;
  readonly setDatabaseClock: (at: Date) => Promise<void>;
  readonly people: Person[] = [];
  readonly rooms: Room[] = [];
  admin!: { id: number; role: 'admin' };
  installation!: string;
  at = begin;
  /** What was done, for the message of a failure. */
  readonly story: string[] = [];
  readonly did = new Map<string, number>();

  constructor(
    app: App,
    stripe: StripeServer,
    random: () => number,
    setDatabaseClock: (at: Date) => Promise<void>,
  ) {
    this.app = app;
    this.stripe = stripe;
    this.random = random;
    this.setDatabaseClock = setDatabaseClock;
  }

  one<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.random() * all.length)];
  }

  customerOf(buyer: { userId: number } | { organizationId: number }): string | undefined {
    const [[name, id]] = Object.entries(buyer) as [[string, number]];
    return this.stripe.customers.find(
      (one) => (one['metadata'] as Record<string, string>)[name] === String(id),
    )?.id;
  }

  subscriptionsOf({ id }: Person) {
    const customer = this.customerOf({ userId: id });
    return this.stripe.subscriptions.filter((one) => one['customer'] === customer);
  }

  /** Those that can still collect money. */
  aliveOf(person: Person) {
    return this.subscriptionsOf(person).filter(({ status }) => status !== 'canceled');
  }

  /** Cents that went back of a payment. */
  goneOf(payment: string): number {
    const { charges, refunds, disputes } = this.stripe;
    const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0);
    const refunded = sum(refunds.filter((one) => one.payment_intent === payment && one.status !== 'failed'));
    const disputed = sum(disputes.filter((one) => one.payment_intent === payment && one.status !== 'won'));
    return Math.min(charges.find((one) => one.payment_intent === payment)!.amount, refunded + disputed);
  }

  // What people, card holders, banks and administrators do.

  async buyCharacters(): Promise<void> {
    const room = this.one(this.rooms)!;
    const { organizationId } = room;
    const { url } = await openCheckout(this.app, actorOf(room.maintainer), { organizationId });
    if (this.random() < 0.8) this.complete(url);
  }

  async spendCharacters(): Promise<void> {
    const room = this.one(this.rooms)!;
    const characters = 1 + Math.floor(this.random() * 700_000);
    const payer = {
      projectId: room.projectId,
      organizationId: room.organizationId,
      ownerId: room.maintainer.id,
      limitPerDay: null,
    };
    const key = `key ${this.story.length} ${characters}`;
    try {
      await reserve(this.app.db, payer, 1, [billed(key, characters)]);
      room.spent += characters;
    } catch (error) {
      if (!(error instanceof OutOfCharactersError)) throw error;
    }
  }

  async subscribe(): Promise<void> {
    const person = this.one(this.people.filter(({ isStopped }) => !isStopped))!;
    const plan = this.one(['monthly', 'double'])!;
    const isAlive = this.aliveOf(person).length > 0;
    const opened = await openCheckout(this.app, actorOf({ id: person.id, role: 'viewer' }), { plan }).catch(
      (error: unknown) => {
        if (!(error instanceof ValidationError)) throw error;
        return null;
      },
    );
    expect(opened === null, 'a checkout is refused while there is a subscription').toBe(isAlive);
    if (opened) this.complete(opened.url);
  }

  private complete(address: string): void {
    this.stripe.complete(this.stripe.sessions.find(({ url }) => url === address)!.id);
  }

  /** What no checkout allows: at Stripe itself, by an operator or by a copy, a second one begins. */
  async overlap(): Promise<void> {
    const person = this.one(this.people.filter((one) => !one.isStopped && this.aliveOf(one).length === 1));
    if (!person) return;
    this.stripe.subscribe({
      customer: this.customerOf({ userId: person.id })!,
      price: 'price_month',
      metadata: { installation: this.installation, userId: String(person.id), plan: 'monthly' },
    });
  }

  async endSurplus(): Promise<void> {
    const { subscription } =
      (await this.app.db.prisma.premium.findMany()).flatMap(({ others }) =>
        (others as { id: string }[]).map(({ id }) => ({ subscription: id })),
      )[0] ?? {};
    if (!subscription) return;
    const admin = actorOf(this.admin);
    // Who ends a subscription has just signed in.
    await this.app.db.sql
      .insertInto('Session')
      .values({
        id: admin.sessionId,
        userId: admin.userId,
        expiresAt: new Date(this.at + day),
        provedAt: now(),
      })
      .execute();
    await endSubscription(this.app, admin, {
      subscription,
      refund: this.one(['all', 'last', 'none'] as const)!,
      reason: 'Paid twice',
    });
  }

  async changePlan(): Promise<void> {
    const subscription = this.one(this.people.flatMap((one) => this.aliveOf(one)));
    if (!subscription || subscription.status !== 'active') return;
    this.stripe.subscribe({
      id: subscription.id,
      customer: String(subscription['customer']),
      price: this.one(['price_month', 'price_double'])!,
      cancelAtPeriodEnd: subscription.cancel_at_period_end ?? false,
    });
  }

  async cancel(): Promise<void> {
    const subscription = this.one(this.people.flatMap((one) => this.aliveOf(one)));
    if (subscription) subscription.cancel_at_period_end = this.random() < 0.7;
  }

  async turnCard(): Promise<void> {
    const customer = this.customerOf({ userId: this.one(this.people)!.id });
    if (!customer) return;
    if (!this.stripe.declined.delete(customer)) this.stripe.declined.add(customer);
  }

  async refund(): Promise<void> {
    const charge = this.one(this.stripe.charges);
    const left = charge ? charge.amount - (charge.amount_refunded ?? 0) : 0;
    if (charge && left > 0)
      this.stripe.refund(
        charge.payment_intent,
        this.random() < 0.4 ? left : 1 + Math.floor(this.random() * left),
      );
  }

  async failRefund(): Promise<void> {
    const refund = this.one(this.stripe.refunds.filter(({ status }) => status === 'succeeded'));
    if (refund) this.stripe.failRefund(refund.id);
  }

  async dispute(): Promise<void> {
    const charge = this.one(
      this.stripe.charges.filter(
        (one) => !this.stripe.disputes.some(({ payment_intent: intent }) => intent === one.payment_intent),
      ),
    );
    if (charge) this.stripe.dispute(charge.payment_intent, 1 + Math.floor(this.random() * charge.amount));
  }

  async closeDispute(): Promise<void> {
    const dispute = this.one(this.stripe.disputes.filter(({ status }) => status === 'needs_response'));
    if (dispute) this.stripe.closeDispute(dispute.id, this.random() < 0.5 ? 'won' : 'lost');
  }

  async turnAccount(): Promise<void> {
    const person = this.one(this.people)!;
    person.isStopped = !person.isStopped;
    await suspendAccount(this.app, actorOf(this.admin), {
      userId: person.id,
      reason: 'Because',
      isSuspended: person.isStopped,
    });
    const customer = this.customerOf({ userId: person.id });
    if (customer) await syncCustomer(this.app, customer);
  }

  async listen(): Promise<void> {
    const person = this.one(this.people.filter(({ isStopped }) => !isStopped))!;
    const ms = 1 + Math.floor(this.random() * 3_000_000);
    await credit(this.app.db.sql, { studioUserId: person.id }, BigInt(-ms), {
      kind: 'credited',
      why: 'Used',
    });
    person.balance -= ms;
  }

  async act(): Promise<void> {
    const acts = [
      'buyCharacters',
      'spendCharacters',
      'spendCharacters',
      'subscribe',
      'subscribe',
      'overlap',
      'endSurplus',
      'changePlan',
      'cancel',
      'turnCard',
      'refund',
      'refund',
      'failRefund',
      'dispute',
      'closeDispute',
      'turnAccount',
      'turnAccount',
      'listen',
      'listen',
    ] as const;
    const name = this.one(acts)!;
    this.story.push(`${new Date(this.at).toISOString()} ${name}`);
    this.did.set(name, (this.did.get(name) ?? 0) + 1);
    await this[name]();
  }

  /**
   * Advances time in steps of at most two days: events are fetched every five minutes, for the last three
   * days.
   */
  async passSlowly(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 2 * day) {
      await this.pass(Math.min(left, 2 * day));
      await this.settle();
    }
  }

  async pass(ms: number): Promise<void> {
    this.stripe.advance(ms / day);
    this.at += ms;
    vi.setSystemTime(this.at);
    this.stripe.followClock();
    await this.setDatabaseClock(new Date(this.at));
  }

  /** Events come in, in any order, doubled, or not at all; then what happens within five minutes anyway. */
  async settle(): Promise<void> {
    const { events } = this.stripe;
    const some = events.splice(0).map((event) => ({ event, place: this.random() }));
    const inAnyOrder = some.toSorted((a, b) => a.place - b.place).map(({ event }) => event);
    for (const event of inAnyOrder)
      for (let times = this.one([0, 1, 1, 2])!; times > 0; times--) await this.take(event);
    events.push(...some.map(({ event }) => event));
    await catchUpEvents(this.app);
    for (const { id } of await this.app.db.prisma.paymentEvent.findMany({ where: { handledAt: null } }))
      await handleEvent(this.app, { eventId: id });
    await renewDue(this.app);
    // Those that were handled need not be listed again; what the server itself caused comes in next time.
    events.splice(0, Infinity, ...events.filter((one) => !some.some(({ event }) => event === one)));
  }

  async take(event: StripeObject): Promise<void> {
    const { body, signature } = this.stripe.signed(event);
    expect(await storeStripeEvent(this.app, Buffer.from(body), signature)).toBe(true);
    if (this.random() < 0.5) await handleEvent(this.app, { eventId: event.id });
  }

  // What has to be so.

  /** The subscription that counts, and what it gives. */
  accessOf(person: Person) {
    const order = ['active', 'past_due', 'canceled'];
    const [best] = this.subscriptionsOf(person).toSorted(
      (a, b) =>
        order.indexOf(String(a.status)) - order.indexOf(String(b.status)) ||
        b.created! - a.created! ||
        (a.id < b.id ? -1 : 1),
    );
    const isOverdue = best?.status === 'past_due';
    person.overdueSince = isOverdue ? (person.overdueSince ?? this.at) : null;
    const isGraceOver = person.overdueSince !== null && person.overdueSince + graceDays * day <= this.at;
    if (!best || best.status === 'canceled' || isGraceOver) return null;
    const [item] = (
      best['items'] as {
        data: { price: { id: string }; current_period_start: number; current_period_end: number }[];
      }
    ).data;
    const plan = plans.find(({ price }) => price === item!.price.id)!;
    return { best, plan, item: item!, isOverdue };
  }

  /** Milliseconds of a period's allowance that went with its money. */
  returnedOf(subscription: string, endsAt: number, allowance: number): number {
    const paid = this.stripe.invoices.filter(
      ({ parent, status, lines }) =>
        parent?.subscription_details?.subscription === subscription &&
        status === 'paid' &&
        (lines!.data as { period: { end: number } }[])[0]!.period.end === endsAt,
    );
    const total = paid.reduce((sum, one) => sum + one.amount_paid!, 0);
    const gone = paid.reduce((sum, one) => sum + this.goneOf(String(one['payment_intent_of_test'])), 0);
    return total === 0 ? 0 : Math.floor((allowance * Math.min(gone, total)) / total);
  }

  /** Moves a person's expected balance to the present. */
  follow(person: Person): void {
    const access = this.accessOf(person);
    if (person.isStopped) return;
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: person.zone,
      year: 'numeric',
      month: '2-digit',
    });
    const key = access
      ? `${access.best.id} ${access.plan.key} ${access.item.current_period_start}`
      : `free ${local.format(this.at)}`;
    const allowance = access ? access.plan.minutes! * 60_000 : freeMs;
    const returned = access ? this.returnedOf(access.best.id, access.item.current_period_end, allowance) : 0;
    if (key === person.key) {
      person.balance -= returned - person.returned;
      person.returned = returned;
      return;
    }
    const [subscription, , start] = person.key.split(' ');
    const isSame = access?.best.id === subscription;
    // A period that is not paid for yet gives nothing.
    if (access?.isOverdue && isSame) return;
    person.left.set(person.key, person.balance);
    if (isSame && start === String(access!.item.current_period_start))
      person.balance += allowance - returned - (person.allowance - person.returned);
    else person.balance = Math.min(person.left.get(key) ?? Infinity, allowance - returned);
    Object.assign(person, { key, allowance, returned });
  }

  async check(): Promise<void> {
    const { prisma } = this.app.db;
    const about = `after ${this.story.slice(-3).join(', ')}`;
    const accounts = await prisma.account.findMany();
    for (const room of this.rooms) {
      const customer = this.customerOf({ organizationId: room.organizationId });
      const paid = this.stripe.sessions.filter(
        (one) => one.customer === customer && one.mode === 'payment' && one.payment_status === 'paid',
      );
      const bought = paid.reduce((sum, one) => {
        const gone = this.goneOf(String(one.payment_intent));
        return sum + 1_000_003 - Math.floor((1_000_003 * gone) / one.amount_total!);
      }, 0);
      const { balance } = accounts.find((one) => one.organizationId === room.organizationId)!;
      expect(Number(balance), `characters of organization ${room.organizationId} ${about}`).toBe(
        room.opening + bought - room.spent,
      );
      // Every cent: what was paid and what went back are here what they are at Stripe.
      const payments = await prisma.payment.findMany({
        where: { entry: { account: { organizationId: room.organizationId } } },
      });
      expect(
        payments.reduce((sum, { total }) => sum + Number(total), 0),
        `cents ${about}`,
      ).toBe(paid.reduce((sum, one) => sum + one.amount_total!, 0));
    }
    const returns = await prisma.paymentReturn.findMany();
    const gone = (row: { total: bigint; refunded: bigint; disputed: bigint }) =>
      Math.min(Number(row.total), Number(row.refunded + row.disputed));
    expect(
      returns.reduce((sum, row) => sum + gone(row), 0),
      `cents that went back ${about}`,
    ).toBe(this.stripe.charges.reduce((sum, one) => sum + this.goneOf(one.payment_intent), 0));
    for (const person of this.people) {
      this.follow(person);
      const { balance } = accounts.find((one) => one.studioUserId === person.id)!;
      expect(Number(balance), `milliseconds of person ${person.id} in ${person.zone} ${about}`).toBe(
        person.balance,
      );
    }
    await expectLedgerToAgree(this.app.db);
  }

  /** Checks that no one paid while the account was stopped, and that nothing differs a night later. */
  async checkAtNight(): Promise<void> {
    for (const person of this.people.filter(({ isStopped }) => isStopped))
      for (const one of this.aliveOf(person)) expect(one.pause_collection).toEqual({ behavior: 'void' });
    const surplus = this.people.reduce((sum, one) => sum + Math.max(0, this.aliveOf(one).length - 1), 0);
    await comparePayments(this.app);
    const { differences, failures } = await this.app.db.prisma.paymentComparison.findFirstOrThrow({
      orderBy: { id: 'desc' },
    });
    const other = (differences as { kind: string }[]).filter(({ kind }) => kind !== 'surplus');
    expect({ other, failures }, `the comparison after ${this.story.at(-1)}`).toEqual({
      other: [],
      failures: 0,
    });
    expect((differences as object[]).length).toBe(surplus);
  }
}

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { credit } from '../../server/areas/access/accounts/ledger.ts';
import { accessOf } from '../../server/areas/access/allowance/plan-access.ts';
import { renewAllowance } from '../../server/areas/access/allowance/allowance.ts';
import { comparePayments } from '../../server/areas/people/premium/compare-payments.ts';
import {
  catchUpEvents,
  handleEvent,
  storeStripeEvent,
} from '../../server/areas/people/premium/stripe-events.ts';
import { syncCustomer } from '../../server/areas/people/premium/sync-customer.ts';
import { openStudio } from '../../server/areas/people/studio/open-studio.ts';
import { attempt } from '../graphql/mutate.ts';
import { quickHash } from '../support/quick-hash.ts';
import {
  stripe,
  server,
  user,
  usage,
  checkout,
  ours,
  send,
  act,
  subscribe,
  subscriptionId,
  usePremium,
} from './premium-stage.ts';
import type { StripeObject } from './stripe-server.ts';

usePremium();

test('a paid checkout at Stripe adds the plan’s minutes once', async () => {
  expect(await usage()).toMatchObject({
    usage: { paid: false, balanceMs: 600_000, totalMs: 600_000, basicBalanceMs: 0, freeBalanceMs: 600_000 },
    premium: { available: true, plan: null },
  });
  expect(await checkout()).toMatchObject({ url: 'https://checkout.stripe.test/c/pay/1' });
  expect(stripe.sessions[0]).toMatchObject({
    mode: 'subscription',
    customer: stripe.customers[0]!.id,
    metadata: { userId: String(user.id), plan: 'monthly' },
    line_items: { 0: { price: 'price_month', quantity: '1' } },
  });
  const event = await subscribe();
  expect(await send(event)).toBe(200);
  await act();
  const paid = { paid: true, balanceMs: 6_000_000, totalMs: 6_000_000, basicBalanceMs: 6_000_000 };
  expect((await usage()).usage).toMatchObject(paid);
  expect(await send(event)).toBe(200);
  await act();
  expect((await usage()).usage).toMatchObject(paid);
  expect(await checkout()).toMatchObject({ __typename: 'ValidationError' });
});

test('events that are unsigned, signed too long ago or modified are refused', async () => {
  const event = await subscribe();
  const { body, signature } = stripe.signed(event);
  const old = stripe.signed(event, Math.floor(Date.now() / 1_000) - 400);
  expect(await storeStripeEvent(server.app, Buffer.from(body), 't=1,v1=00')).toBe(false);
  expect(await storeStripeEvent(server.app, Buffer.from(`${body} `), signature)).toBe(false);
  expect(await storeStripeEvent(server.app, Buffer.from(old.body), old.signature)).toBe(false);
  expect(await server.app.db.prisma.paymentEvent.count()).toBe(0);
  expect(await storeStripeEvent(server.app, Buffer.from(body), signature)).toBe(true);
});

describe('access is right for any order and loss of events', () => {
  /** A subscription’s life, as events, whose present state is the last one. */
  const life = async () => {
    const created = await subscribe({ status: 'incomplete' });
    const id = subscriptionId();
    const active = await subscribe({ id });
    const failed = await subscribe({ id, status: 'past_due' });
    const again = await subscribe({ id });
    return [created, active, failed, again];
  };

  test.each(['in order', 'backwards', 'doubled', 'only the first', 'only the last'])('%s', async (how) => {
    const events = await life();
    const sent = {
      'in order': events,
      backwards: events.toReversed(),
      doubled: [...events, ...events],
      'only the first': events.slice(0, 1),
      'only the last': events.slice(-1),
    }[how]!;
    for (const event of sent) expect(await send(event)).toBe(200);
    await act();
    expect(await usage()).toMatchObject({
      usage: { paid: true, balanceMs: 6_000_000 },
      premium: { graceEndsAt: null },
    });
    const entries = await server.app.db.prisma.ledgerEntry.findMany({
      where: { account: { studioUserId: user.id } },
    });
    expect(entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(6_000_000);
  });

  test('in each of the 24 orders of four events, with one duplicated and one lost', async () => {
    const { app } = server;
    const take = async (event: StripeObject): Promise<void> => {
      const { body, signature } = stripe.signed(event);
      expect(await storeStripeEvent(app, Buffer.from(body), signature)).toBe(true);
      await handleEvent(app, { eventId: event.id });
    };
    const state = async () => {
      const premium = await app.db.prisma.premium.findMany({ include: { user: { select: { id: true } } } });
      return Promise.all(
        premium.map(async ({ userId }) => {
          const { paid } = await accessOf(app, app.db.sql, { userId: userId! });
          const account = await app.db.prisma.account.findUniqueOrThrow({ where: { studioUserId: userId! } });
          return { paid, balance: Number(account.balance) };
        }),
      );
    };
    const lives = await Promise.all(
      permutations([0, 1, 2, 3]).map(async (order, index) => {
        const { id } = await server.make.user();
        const customer = `cus_order_${index}`;
        const metadata = { ...(await ours()), userId: String(id), plan: 'monthly' };
        stripe.sessions.push({ id: `cs_order_${index}`, object: 'checkout.session', customer, metadata });
        const completed = stripe.pay(`cs_order_${index}`);
        stripe.subscribe({ customer, price: 'price_month', metadata });
        return { order, customer, events: [completed], index };
      }),
    );
    const told = (events: readonly StripeObject[], customer: string, types: readonly string[]) =>
      events.filter(
        ({ type, data }) =>
          types.includes(String(type)) &&
          (data as { object: { customer: string } }).object.customer === customer,
      );
    const paid = stripe.advance(30);
    for (const life of lives)
      life.events.push(...told(paid, life.customer, ['invoice.paid', 'customer.subscription.updated']));
    // Of each order, what is there by now comes in; one of the four never does.
    const left: { index: number; which: number }[] = [];
    await Promise.all(
      lives.map(async ({ order, events, index }) => {
        for (const [place, which] of order.entries()) {
          if (place === index % 4) continue;
          const event = events[which];
          for (let times = place === (index + 2) % 4 ? 2 : 1; times > 0; times--)
            if (event && place < 3) await take(event);
            else left.push({ index, which });
        }
      }),
    );
    await catchUpEvents(app);
    await act();
    expect(await state()).toEqual(lives.map(() => ({ paid: true, balance: 6_000_000 })));
    for (const subscription of stripe.subscriptions) subscription.cancel_at_period_end = true;
    const ended = stripe.advance(30);
    for (const life of lives)
      life.events.push(...told(ended, life.customer, ['customer.subscription.deleted']));
    for (const { index, which } of left) await take(lives[index]!.events[which]!);
    await catchUpEvents(app);
    await act();
    expect(await state()).toEqual(lives.map(() => ({ paid: false, balance: 600_000 })));
  });

  test('if all events are lost, through the next synchronization with Stripe', async () => {
    await life();
    expect(await catchUpEvents(server.app)).toBe(4);
    await act();
    expect((await usage()).usage).toMatchObject({ paid: true });
    expect(await catchUpEvents(server.app)).toBe(0);
  });

  test('if an older event is lost although a newer one arrived', async () => {
    const events = await life();
    for (const event of events) event['created'] = Number(event['created']) - 5 * 3_600;
    await send(events.at(-1)!);
    expect(await catchUpEvents(server.app)).toBe(events.length - 1);
  });

  test('and the nightly comparison reports and corrects differences, page by page', async () => {
    for (let index = 0; index < 7; index++)
      stripe.subscribe({ customer: `cus_other_${index}`, price: 'price_month', metadata: {} });
    await subscribe();
    expect((await usage()).usage).toMatchObject({ paid: false });
    expect(await comparePayments(server.app)).toBeGreaterThan(0);
    expect((await usage()).usage).toMatchObject({ paid: true });
    expect(await comparePayments(server.app)).toBe(0);
    // Canceled without an event.
    await subscribe({ id: stripe.subscriptions.at(-1)!.id, status: 'canceled' });
    expect(await comparePayments(server.app)).toBe(1);
    expect((await usage()).usage).toMatchObject({ paid: false });
    const admin = await server.signIn(await server.make.admin());
    const { data } = await server.graphql(
      '{ paymentComparisons { customers differences { kind parlanceValue serviceValue buyer userId } finishedAt } }',
      {},
      admin,
    );
    expect(data!['paymentComparisons'][0]).toMatchObject({
      customers: 1,
      differences: [
        {
          kind: 'status',
          parlanceValue: 'active',
          serviceValue: 'canceled',
          buyer: user.fullname,
          userId: expect.any(String),
        },
      ],
      finishedAt: expect.any(String),
    });
  });
});

const permutations = (list: readonly number[]): number[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((first) =>
        permutations(list.filter((one) => one !== first)).map((rest) => [first, ...rest]),
      );

const mails = async () =>
  (await server.app.db.prisma.mail.findMany({ orderBy: { id: 'asc' } })).map(({ kind }) => kind);

test('after a failed payment access lasts for the grace period, with one email and no new minutes', async () => {
  await send(await subscribe());
  await act();
  const id = subscriptionId();
  await server.app.db.sql
    .updateTable('Studio')
    .set({ periodEndsAt: new Date(Date.now() - 1_000) })
    .execute();
  for (const status of ['past_due', 'past_due', 'unpaid']) {
    await send(await subscribe({ id, status, periodAge: -1 }));
    await act();
  }
  expect(await usage()).toMatchObject({
    usage: { paid: true, balanceMs: 6_000_000 },
    premium: { graceEndsAt: expect.any(String) },
  });
  expect(await mails()).toEqual(['paymentFailed']);
  // By the database's clock, regardless of the process's.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await usage()).usage).toMatchObject({ paid: true });
  vi.useRealTimers();
  await server.app.db.sql
    .updateTable('Premium')
    .set({ overdueSince: new Date(Date.now() - 8 * 86_400_000) })
    .execute();
  expect((await usage()).usage).toMatchObject({ paid: false });
});

test('a canceled plan lasts until the end of its period, with an email; then free minutes apply', async () => {
  await send(await subscribe());
  await act();
  const id = subscriptionId();
  await send(await subscribe({ id, cancelAtPeriodEnd: true }));
  await act();
  expect(await usage()).toMatchObject({ usage: { paid: true }, premium: { cancelsAtPeriodEnd: true } });
  await send(await subscribe({ id, status: 'canceled' }));
  await act();
  expect((await usage()).usage).toMatchObject({ paid: false, balanceMs: 600_000 });
  expect(await mails()).toEqual(['premiumEnds', 'premiumEnded']);
});

test('a year in Stripe’s test clock: minutes once per period, a declined card, a cancellation', async () => {
  await send(await subscribe());
  await act();
  const id = subscriptionId();
  const given = async () =>
    Number(
      (
        await server.app.db.pool.query(
          `SELECT count(*) FROM "LedgerEntry" e JOIN "Account" a ON a."id" = e."accountId" WHERE a."studioUserId" = $1 AND e."amount" > 0`,
          [user.id],
        )
      ).rows[0].count,
    );
  const spend = () =>
    server.app.db.pool.query(
      `INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "why", "day") SELECT "id", 'charged', -5000000, 'test', now() FROM "Account" WHERE "studioUserId" = $1`,
      [user.id],
    );
  /** Events come doubled and the other way round, as they may. */
  const pass = async (days: number): Promise<string[]> => {
    const events = stripe.advance(days);
    for (const event of [...events.toReversed(), ...events]) await send(event);
    await act();
    return events.map(({ type }) => String(type));
  };
  for (let period = 1; period <= 8; period++) {
    await spend();
    const before = await given();
    expect(await pass(30)).toEqual(['invoice.created', 'invoice.paid', 'customer.subscription.updated']);
    expect([await given(), (await usage()).usage]).toMatchObject([before + 1, { balanceMs: 6_000_000 }]);
  }
  // The card is declined: nothing new, and nothing lost; three days later it is paid, for that period once.
  await spend();
  stripe.declined.add(stripe.customers[0]!.id);
  const before = await given();
  expect(await pass(30)).toContain('invoice.payment_failed');
  expect([await given(), (await usage()).usage]).toMatchObject([
    before,
    { paid: true, balanceMs: 1_000_000 },
  ]);
  stripe.declined.clear();
  expect(await pass(3)).toEqual(['invoice.paid', 'customer.subscription.updated']);
  expect([await given(), (await usage()).usage]).toMatchObject([before + 1, { balanceMs: 6_000_000 }]);
  // Cancelled, it lasts to the end of what is paid, and no minute longer.
  stripe.subscriptions[0]!['cancel_at_period_end'] = true;
  expect(await pass(26)).toEqual([]);
  expect((await usage()).usage).toMatchObject({ paid: true });
  expect(await pass(2)).toEqual(['customer.subscription.deleted']);
  expect(await usage()).toMatchObject({ usage: { paid: false }, premium: { plan: null } });
  expect(stripe.subscriptions.find((one) => one.id === id)).toMatchObject({ status: 'canceled' });
  expect(await comparePayments(server.app)).toBe(0);
});

test('a user who ends a plan within a month gets the remaining free minutes, not all of them again', async () => {
  await usage();
  await server.app.db.pool.query(
    `INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "why", "day") SELECT "id", 'charged', -500000, 'test', now() FROM "Account" WHERE "studioUserId" = $1`,
    [user.id],
  );
  for (let times = 0; times < 2; times++) {
    await send(await subscribe());
    await act();
    expect((await usage()).usage).toMatchObject({ paid: true, balanceMs: 6_000_000 });
    await send(await subscribe({ id: stripe.subscriptions.at(-1)!.id, status: 'canceled' }));
    await act();
    expect((await usage()).usage).toMatchObject({ paid: false, balanceMs: 100_000, totalMs: 600_000 });
  }
});

test('a user who switches plans back and forth gets no more minutes than the plan', async () => {
  await send(await subscribe());
  await act();
  const id = subscriptionId();
  const seen: number[] = [];
  for (const price of ['price_double', 'price_month', 'price_double']) {
    await send(await subscribe({ id, price }));
    await act();
    seen.push((await usage()).usage.balanceMs);
  }
  expect(seen).toEqual([12_000_000, 6_000_000, 12_000_000]);
});

test('an allowance is granted once per period, for any concurrency', async () => {
  await openStudio(server.app, user.id);
  await server.app.db.sql
    .updateTable('Studio')
    .set({ period: 'free 2020-01', periodEndsAt: new Date(0) })
    .execute();
  await credit(server.app.db.sql, { studioUserId: user.id }, 100_000n, {
    kind: 'granted',
    why: 'The allowance of free 2020-01',
  });
  await Promise.all(Array.from({ length: 8 }, () => renewAllowance(server.app, user.id)));
  expect((await usage()).usage).toMatchObject({ balanceMs: 600_000 });
  // The user flies west, where the month has not begun yet.
  const before = await server.app.db.sql.selectFrom('Studio').select('period').executeTakeFirstOrThrow();
  await server.app.db.sql
    .updateTable('Studio')
    .set({ period: 'free 9999-12', periodEndsAt: new Date(0) })
    .execute();
  await renewAllowance(server.app, user.id);
  expect(before.period).toMatch(/^free \d{4}-\d\d$/);
  expect(
    await server.app.db.prisma.ledgerEntry.count({
      where: { kind: 'granted', account: { studioUserId: user.id } },
    }),
  ).toBe(2);
});

test('an interruption between a payment and its processing loses and doubles nothing', async () => {
  const room = await server.make.newsroom();
  await checkout({ organization: room.organization.slug }, await server.signIn(room.maintainer));
  await send(stripe.pay(stripe.sessions[0]!.id));
  const { id } = await server.app.db.prisma.paymentEvent.findFirstOrThrow();
  const bought = () =>
    server.app.db.prisma.ledgerEntry.count({ where: { kind: 'credited', why: { contains: 'payment cs_' } } });
  stripe.refused = 'checkout';
  await expect(handleEvent(server.app, { eventId: id })).rejects.toThrow('Not now.');
  expect(await bought()).toBe(0);
  // The characters are there; what follows is not.
  stripe.refused = 'subscriptions';
  await expect(handleEvent(server.app, { eventId: id })).rejects.toThrow('Not now.');
  expect(await bought()).toBe(1);
  stripe.refused = null;
  expect(await handleEvent(server.app, { eventId: id })).toBe('done');
  expect(await handleEvent(server.app, { eventId: id })).toBe('skipped');
  expect(await bought()).toBe(1);
});

test('a user who deletes the account is not charged again, and the end of the subscription is stored', async () => {
  await send(await subscribe());
  await act();
  const passwordHash = quickHash('correct horse');
  await server.app.db.prisma.user.update({ where: { id: user.id }, data: { passwordHash } });
  const deleting = await attempt(
    server,
    'deleteOwnAccount',
    { password: 'correct horse' },
    { token: await server.signIn(user), selection: '__typename' },
  );
  expect(deleting).toMatchObject({ __typename: 'DeleteOwnAccountSuccess' });
  const { customerId } = await server.app.db.prisma.premium.findFirstOrThrow();
  await syncCustomer(server.app, customerId);
  expect(stripe.subscriptions[0]).toMatchObject({ status: 'canceled' });
  expect(await server.app.db.prisma.premium.findFirstOrThrow()).toMatchObject({ status: 'canceled' });
  // Nothing is opened for the person again.
  expect(await server.app.db.prisma.studio.count()).toBe(0);
  expect(await server.app.db.prisma.project.count({ where: { deletedAt: null } })).toBe(0);
  expect(await comparePayments(server.app)).toBe(0);
});

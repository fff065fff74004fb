import { expect, test } from 'vitest';
import { comparePayments } from '../../server/areas/people/premium/compare-payments.ts';
import { handleEvent } from '../../server/areas/people/premium/stripe-events.ts';
import { act, checkout, send, server, stripe, subscribe, usage, usePremium, user } from './premium-stage.ts';
import type { StripeObject } from './stripe-server.ts';

usePremium();

async function bought() {
  const room = await server.make.newsroom();
  const maintainer = await server.signIn(room.maintainer);
  const { url: opened } = await checkout({ organization: room.organization.slug }, maintainer);
  const where = { organizationId: room.organization.id };
  const balance = async () =>
    Number((await server.app.db.prisma.account.findUniqueOrThrow({ where })).balance);
  const before = await balance();
  const session = stripe.sessions.find(({ url }) => url === opened)!;
  const paid = stripe.pay(session.id);
  const payment = String(session.payment_intent);
  const gained = async () => (await balance()) - before;
  return { room, maintainer, session, paid, payment, gained };
}

const sendAll = async (events: readonly StripeObject[]) => {
  for (const event of events) await send(event);
  await act();
};

test('a refund withdraws characters in proportion, and a dispute until it is won, each once', async () => {
  const { room, maintainer, session, paid, payment, gained } = await bought();
  await sendAll([paid]);
  expect(await gained()).toBe(1_000_000);
  // A third is refunded; the events come doubled.
  const third = stripe.refund(payment, 300);
  await sendAll([...third, ...third]);
  expect(await gained()).toBe(1_000_000 - 333_333);
  await sendAll([stripe.dispute(payment, 600)]);
  expect(await gained()).toBe(0);
  await sendAll([stripe.closeDispute(stripe.disputes[0]!.id, 'won')]);
  expect(await gained()).toBe(666_667);
  await sendAll([stripe.failRefund(stripe.refunds[0]!.id)]);
  expect(await gained()).toBe(1_000_000);
  await sendAll(stripe.refund(payment, 600));
  expect(await gained()).toBe(333_334);

  const { data } = await server.graphql(
    'query ($slug: ID!) { organization(id: $slug) { ledger(first: 9) { edges { node { kind amount reversal paymentId } } } } }',
    { slug: room.organization.slug },
    maintainer,
  );
  const nodes = data!['organization'].ledger.edges.map(({ node }: { node: object }) => node);
  expect(nodes.slice(0, 6)).toEqual([
    { kind: 'CREDITED', amount: -666_666, reversal: 'REFUNDED', paymentId: session.id },
    { kind: 'CREDITED', amount: 333_333, reversal: 'REINSTATED', paymentId: session.id },
    { kind: 'CREDITED', amount: 666_667, reversal: 'REINSTATED', paymentId: session.id },
    { kind: 'CREDITED', amount: -666_667, reversal: 'DISPUTED', paymentId: session.id },
    { kind: 'CREDITED', amount: -333_333, reversal: 'REFUNDED', paymentId: session.id },
    { kind: 'CREDITED', amount: 1_000_000, reversal: null, paymentId: session.id },
  ]);
  const admin = await server.signIn(await server.make.admin());
  const listed = await server.graphql(
    '{ reversedPayments { payment buyer total refunded disputed disputeStatus charactersDeducted currency } }',
    {},
    admin,
  );
  expect(listed.data!['reversedPayments']).toEqual([
    {
      payment,
      buyer: room.organization.name,
      total: 900,
      refunded: 600,
      disputed: 0,
      disputeStatus: 'won',
      charactersDeducted: 666_666,
      currency: 'eur',
    },
  ]);
  expect((await server.graphql('{ reversedPayments { payment } }', {}, maintainer)).errors).toBeDefined();
});

test('in each order of payment, refund and dispute, some lost, the balance matches Stripe, even below zero', async () => {
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const { room, paid, payment, gained } = await bought();
    const events = [paid, stripe.refund(payment, 450)[0]!, stripe.dispute(payment, 450)];
    await server.app.db.pool.query(
      `INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "why", "day") SELECT "id", 'charged', -2000000, 'test', now() FROM "Account" WHERE "organizationId" = $1`,
      [room.organization.id],
    );
    await sendAll(order.slice(0, 2).map((index) => events[index]!));
    // The last one never comes in; all at once is no harm.
    await Promise.all([comparePayments(server.app), comparePayments(server.app)]);
    expect(await gained()).toBe(-2_000_000);
    expect(await comparePayments(server.app)).toBe(0);
  }
});

test('a refunded subscription loses that share of the period’s minutes, and none of the next', async () => {
  await send(await subscribe());
  await act();
  const payment = () => String(stripe.charges.at(-1)!.payment_intent);
  await sendAll(stripe.refund(payment(), 450));
  expect((await usage()).usage).toMatchObject({ paid: true, balanceMs: 3_000_000 });
  await sendAll([stripe.dispute(payment(), 450)]);
  expect((await usage()).usage).toMatchObject({ balanceMs: 0 });
  await sendAll([stripe.closeDispute(stripe.disputes[0]!.id, 'won')]);
  expect((await usage()).usage).toMatchObject({ balanceMs: 3_000_000 });
  await sendAll(stripe.advance(30));
  expect((await usage()).usage).toMatchObject({ balanceMs: 6_000_000 });
  // What is refunded before the period is known here counts once it is.
  const paid = stripe.advance(30);
  await sendAll([...stripe.refund(payment()).toReversed(), ...paid]);
  expect((await usage()).usage).toMatchObject({ balanceMs: 0 });
  expect(await comparePayments(server.app)).toBe(0);
  // Who changes the plan within the period gets what was refunded no sooner.
  await sendAll([await subscribe({ id: stripe.subscriptions[0]!.id, price: 'price_double' })]);
  expect((await usage()).usage).toMatchObject({ balanceMs: 0 });
  expect(await server.app.db.prisma.paymentReturn.count({ where: { subscriptionId: { not: null } } })).toBe(
    2,
  );
});

test('refunds of unknown payments change nothing', async () => {
  const { paid, gained } = await bought();
  await sendAll([paid]);
  await server.app.db.prisma.paymentEvent.createMany({
    data: [
      { id: 'evt_1', type: 'refund.created', objectId: 're_unknown' },
      { id: 'evt_2', type: 'charge.refunded', objectId: null },
    ],
  });
  for (const eventId of ['evt_1', 'evt_2']) await handleEvent(server.app, { eventId });
  expect(await gained()).toBe(1_000_000);
  expect(user.id).toBeGreaterThan(0);
});

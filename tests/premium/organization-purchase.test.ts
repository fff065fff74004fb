import { expect, test } from 'vitest';
import { comparePayments } from '../../server/areas/people/premium/compare-payments.ts';
import { creditPurchaseOf } from '../../server/areas/people/premium/purchases.ts';
import { stripe, server, token, checkout, send, act, usePremium } from './premium-stage.ts';

usePremium();

test('an organization gets characters once per checkout, and the ledger names the payment', async () => {
  const room = await server.make.newsroom();
  const slug = room.organization.slug;
  const maintainer = await server.signIn(room.maintainer);
  expect(await checkout({ organization: slug }, await server.signIn(room.editor))).toMatchObject({
    __typename: 'NotAllowedError',
  });
  expect(await checkout({ organization: slug }, token)).toMatchObject({ __typename: 'NotFoundError' });
  expect(await checkout({ organization: slug, plan: 'monthly' }, maintainer)).toMatchObject({
    __typename: 'ValidationError',
  });
  const bought = async (by: string) =>
    (
      await server.graphql(
        'query ($slug: ID!) { organization(id: $slug) { purchasing { plans { key } manageable } ledger(first: 1) { edges { node { kind amount paymentId } } } } }',
        { slug },
        by,
      )
    ).data!['organization'];
  expect(await bought(await server.signIn(room.editor))).toEqual({ purchasing: null, ledger: null });
  expect((await bought(maintainer)).purchasing).toEqual({ plans: [{ key: 'large' }], manageable: false });
  const soldBy = async (by: string) =>
    (
      await server.graphql(
        'query ($id: ID!) { project(id: $id) { charactersSoldBy } }',
        { id: String(room.project.id) },
        by,
      )
    ).data!['project'];
  expect(await soldBy(maintainer)).toEqual({ charactersSoldBy: slug });
  expect(await soldBy(await server.signIn(room.editor))).toEqual({ charactersSoldBy: null });
  expect(await checkout({ organization: slug, plan: 'large' }, maintainer)).toMatchObject({
    url: expect.any(String),
  });
  const balance = async () =>
    Number(
      (
        await server.app.db.prisma.account.findUniqueOrThrow({
          where: { organizationId: room.organization.id },
        })
      ).balance,
    );
  const before = await balance();
  const session = stripe.sessions[0]!;
  // A checkout that was opened and left has no invoice.
  expect((await bought(maintainer)).purchasing.manageable).toBe(false);
  const addedBy = async (by: string) =>
    (
      await server.graphql(
        'query ($slug: ID!, $payment: String!) { organization(id: $slug) { purchasing { added(payment: $payment) } } }',
        { slug, payment: session.id },
        by,
      )
    ).data!['organization'].purchasing?.added;
  expect(await addedBy(maintainer)).toBeNull();
  expect(await creditPurchaseOf(server.app, session.id)).toBe(false);
  const paid = stripe.pay(session.id);
  // All at once: events, those that were caught up with, and the comparison.
  await send(paid);
  await Promise.all([act(), creditPurchaseOf(server.app, session.id), comparePayments(server.app), act()]);
  expect(await balance()).toBe(before + 1_000_000);
  const entry = await server.app.db.prisma.ledgerEntry.findFirstOrThrow({
    where: { kind: 'credited', why: { contains: session.id } },
  });
  expect(Number(entry.amount)).toBe(1_000_000);
  expect(await addedBy(maintainer)).toBe(1_000_000);
  expect(await addedBy(await server.signIn(room.editor))).toBeUndefined();
  expect(await bought(maintainer)).toEqual({
    purchasing: { plans: [{ key: 'large' }], manageable: true },
    ledger: { edges: [{ node: { kind: 'CREDITED', amount: 1_000_000, paymentId: session.id } }] },
  });
});

test('only customers who have paid can open the billing portal', async () => {
  const open = async (by: string) =>
    (
      await server.graphql(
        'mutation { openBillingPortal(input: {}) { __typename ... on OpenBillingPortalSuccess { url } } }',
        {},
        by,
      )
    ).data!['openBillingPortal'];
  expect((await open(token)).__typename).not.toBe('OpenBillingPortalSuccess');
  expect(await checkout({ plan: 'monthly' }, token)).toMatchObject({ url: expect.any(String) });
  expect(await open(token)).toMatchObject({
    __typename: 'OpenBillingPortalSuccess',
    url: expect.stringMatching(/^http/),
  });
});

import { expect, onTestFinished, test } from 'vitest';
import { accessOf } from '../../server/areas/access/allowance/plan-access.ts';
import { comparePayments } from '../../server/areas/people/premium/compare-payments.ts';
import { catchUpEvents, handleEvent } from '../../server/areas/people/premium/stripe-events.ts';
import { readMail } from '../../server/kernel/send-mail.ts';
import { syncCustomer } from '../../server/areas/people/premium/sync-customer.ts';
import {
  act,
  checkout,
  ours,
  send,
  server,
  stripe,
  subscribe,
  token,
  usage,
  usePremium,
  user,
} from './premium-stage.ts';

usePremium();

const alive = () => stripe.subscriptions.filter(({ status }) => status !== 'canceled').map(({ id }) => id);
const customerId = () => stripe.customers[0]!.id;
const admin = async () => server.signIn(await server.make.admin());
const paid = async () => (await accessOf(server.app, server.app.db.sql, { userId: user.id })).paid;
const mails = async () =>
  (await server.app.db.prisma.mail.findMany({ orderBy: { id: 'asc' } })).map(({ kind }) => kind);
/** Runs the jobs about customers that were sent. */
const settle = () => syncCustomer(server.app, customerId());

const matters = async (by: string) =>
  (
    await server.graphql(
      '{ subscriptionIssues { kind subscription customer buyer userId status startedAt } }',
      {},
      by,
    )
  ).data!['subscriptionIssues'];
const end = async (subscription: string, refund: string, by: string) =>
  (
    await server.graphql(
      'mutation ($input: EndSubscriptionInput!) { endSubscription(input: $input) { __typename ... on EndSubscriptionSuccess { refunds } } }',
      { input: { subscription, refund, reason: 'Paid twice' } },
      by,
    )
  ).data!['endSubscription'];
const setStopped = async (isStopped: boolean, by: string) =>
  (
    await server.graphql(
      `mutation ($user: ID!) { result: ${isStopped ? 'suspendAccount' : 'reactivateAccount'}(input: { user: $user, reason: "Abuse" }) { __typename } }`,
      { user: String(user.id) },
      by,
    )
  ).data!['result'];

test('no checkout starts while Stripe has a subscription that can still collect money, known or not', async () => {
  await send(await subscribe());
  await act();
  for (const status of ['past_due', 'unpaid', 'incomplete', 'paused', 'trialing', 'active']) {
    // Overdue for longer than the grace: access has ended, collection has not.
    await subscribe({ id: stripe.subscriptions[0]!.id, status });
    await settle();
    await server.app.db.sql
      .updateTable('Premium')
      .set({ overdueSince: new Date(0) })
      .execute();
    expect(await checkout()).toEqual({
      __typename: 'ValidationError',
      message: expect.stringContaining('You already have a plan'),
    });
  }
  expect(stripe.sessions.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
  await subscribe({ id: stripe.subscriptions[0]!.id, status: 'canceled' });
  await settle();
  const { url: opened } = await checkout();
  // The event of this payment has not arrived: the next checkout asks Stripe.
  stripe.complete(stripe.sessions.find(({ url }) => url === opened)!.id);
  expect(await checkout()).toMatchObject({ __typename: 'ValidationError' });
  expect(await paid()).toBe(true);
});

test('of several open checkouts only the newest can be paid, for any concurrency', async () => {
  const urls = new Set<string>();
  for (let times = 0; times < 2; times++) urls.add((await checkout()).url);
  await Promise.all(Array.from({ length: 4 }, () => checkout()));
  const open = stripe.sessions.filter(({ status }) => status === 'open');
  expect(open).toHaveLength(1);
  expect(() => stripe.complete(stripe.sessions.find(({ status }) => status === 'expired')!.id)).toThrow(
    'expired',
  );
  stripe.complete(open[0]!.id);
  expect(alive()).toHaveLength(1);
});

test('a surplus subscription is reported each night until an administrator ends and refunds it', async () => {
  await send(await subscribe());
  await act();
  const first = stripe.subscriptions[0]!.id;
  await subscribe();
  const second = stripe.subscriptions[1]!.id;
  expect(await comparePayments(server.app)).toBeGreaterThan(0);
  expect(await comparePayments(server.app)).toBe(1);
  const by = await admin();
  const [matter] = await matters(by);
  expect(matter).toMatchObject({
    kind: 'SURPLUS',
    customer: customerId(),
    buyer: user.fullname,
    status: 'active',
  });
  expect([first, second]).toContain(matter.subscription);
  expect((await server.graphql('{ subscriptionIssues { kind } }', {}, token)).errors).toBeDefined();
  expect(await end(matter.subscription, 'ALL', token)).toMatchObject({ __typename: 'NotAllowedError' });
  const prove = (minutesAgo: number) =>
    server.app.db.pool.query(`UPDATE "Session" SET "provedAt" = now() - make_interval(mins => $1)`, [
      minutesAgo,
    ]);
  await prove(11);
  expect(await end(matter.subscription, 'ALL', by)).toEqual({ __typename: 'ReauthenticationRequiredError' });
  expect(alive()).toHaveLength(2);
  await prove(0);
  expect(await end('sub_of_nobody', 'ALL', by)).toMatchObject({ __typename: 'NotFoundError' });
  expect(await end(matter.subscription, 'ALL', by)).toEqual({
    __typename: 'EndSubscriptionSuccess',
    refunds: 1,
  });
  expect(await end(matter.subscription, 'ALL', by)).toMatchObject({ refunds: 0 });
  expect(alive()).toEqual([first, second].filter((id) => id !== matter.subscription));
  expect(stripe.refunds).toHaveLength(1);
  expect(await matters(by)).toEqual([]);
  expect(await comparePayments(server.app)).toBe(0);
  // Neither its end nor its refund takes anything of the one that counts.
  expect((await usage()).usage).toMatchObject({ paid: true, balanceMs: 6_000_000 });
  const entry = await server.app.db.prisma.administrationEntry.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(entry).toMatchObject({ action: 'subscription ended', subjectId: user.id, why: 'Paid twice' });
});

test('a suspended account is not charged, is sent to the portal, and is charged again once reactivated', async () => {
  await send(await subscribe());
  await act();
  await checkout();
  const by = await admin();
  await setStopped(true, by);
  expect(
    await server.app.db.pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'payment-customer'`),
  ).toMatchObject({ rowCount: 1 });
  await settle();
  expect(stripe.subscriptions[0]).toMatchObject({ pause_collection: { behavior: 'void' } });
  expect(await matters(by)).toMatchObject([{ kind: 'PAUSED', buyer: user.fullname }]);
  expect(await mails()).toEqual(['collectionPaused']);
  // The link of the mail leads to the portal, without a sign-in.
  const { key, content } = await server.app.db.prisma.mail.findFirstOrThrow();
  const url = /http[^"]*\/stripe\/portal[^"]*/.exec(JSON.stringify(readMail(server.app, key, content!)))![0];
  const visit = () => fetch(url, { redirect: 'manual' });
  expect((await visit()).headers.get('location')).toBe('https://billing.stripe.test/p/1');
  const forged = await fetch(`${url.slice(0, -4)}AAAA`, { redirect: 'manual' });
  expect(forged.headers.get('location')).toBe('/studio');
  // Two periods pass: their invoices are void, and no minute is given.
  const grants = () =>
    server.app.db.prisma.ledgerEntry.count({ where: { account: { studioUserId: user.id } } });
  const before = await grants();
  for (const event of stripe.advance(65)) await send(event);
  await act();
  expect(stripe.invoices.map(({ status }) => status)).toEqual(['paid', 'void', 'void']);
  expect(await grants()).toBe(before);
  expect(await comparePayments(server.app)).toBe(0);
  await setStopped(false, by);
  await settle();
  await settle();
  expect(stripe.subscriptions[0]).toMatchObject({ status: 'active', pause_collection: null });
  expect(await mails()).toEqual(['collectionPaused', 'collectionResumed']);
  expect(await grants()).toBe(before + 1);
  expect((await visit()).headers.get('location')).toBe('/studio');
  stripe.advance(30);
  expect(stripe.invoices.at(-1)).toMatchObject({ status: 'paid' });
});

test('a checkout that is open when the account is suspended or deleted cannot be paid', async () => {
  await checkout();
  await setStopped(true, await admin());
  await settle();
  expect(stripe.sessions[0]).toMatchObject({ status: 'expired' });
});

test('a subscription that the operator paused at Stripe stays paused', async () => {
  await send(await subscribe());
  await act();
  stripe.subscriptions[0]!.pause_collection = { behavior: 'keep_as_draft' };
  await settle();
  expect(stripe.subscriptions[0]).toMatchObject({ pause_collection: { behavior: 'keep_as_draft' } });
  expect(await mails()).toEqual([]);
});

test('a plan that is no longer configured remains as bought; an unknown one is listed', async () => {
  await send(await subscribe());
  await act();
  const plans = server.app.config.premium.plans.splice(0);
  onTestFinished(() => void server.app.config.premium.plans.splice(0, Infinity, ...plans));
  for (const event of stripe.advance(30)) await send(event);
  await act();
  expect((await usage()).usage).toMatchObject({ paid: true, balanceMs: 6_000_000 });
  expect(await accessOf(server.app, server.app.db.sql, { userId: user.id })).toMatchObject({
    plan: { key: 'monthly', name: 'Monthly', minutes: 100 },
  });
  // A checkout writes what it sells into the metadata, so that it counts also where it was never known here.
  await server.app.db.sql.deleteFrom('Premium').execute();
  stripe.subscriptions[0]!.metadata = {
    ...(await ours()),
    userId: String(user.id),
    plan: 'monthly',
    minutes: '100',
  };
  await settle();
  expect(await paid()).toBe(true);
  await server.app.db.sql.deleteFrom('Premium').execute();
  stripe.subscriptions[0]!.metadata = { ...(await ours()), userId: String(user.id) };
  await settle();
  expect(await paid()).toBe(false);
  const listed = [{ kind: 'UNKNOWN_PLAN', customer: customerId() }];
  const by = await admin();
  expect(await matters(by)).toMatchObject(listed);
  // However many newer customers had a plan of the release before, which kept less of it, and have ended it.
  const { prisma } = server.app.db;
  const people = await prisma.user.createManyAndReturn({
    data: Array.from({ length: 200 }, (_, index) => ({ email: `former${index}@example.com`, fullname: '' })),
    select: { id: true },
  });
  await prisma.premium.createMany({
    data: people.map(({ id }) => ({
      userId: id,
      customerId: `cus_former_${id}`,
      subscriptionId: `sub_former_${id}`,
      status: 'canceled',
    })),
  });
  expect(await matters(by)).toMatchObject(listed);
});

test('objects of another installation are ignored, also unknown ones without an installation', async () => {
  const { id } = await server.make.user();
  await server.app.db.prisma.user.update({ where: { id }, data: { deletedAt: new Date() } });
  const foreign: Record<string, string>[] = [
    { installation: '00000000-0000-4000-8000-000000000000', userId: String(id) },
    { userId: String(id) },
    { userId: String(user.id) },
  ];
  for (const [index, metadata] of foreign.entries())
    stripe.subscribe({ customer: `cus_foreign_${index}`, price: 'price_month', metadata });
  expect(await catchUpEvents(server.app)).toBe(3);
  await act();
  for (const [index] of foreign.entries()) await syncCustomer(server.app, `cus_foreign_${index}`);
  expect(await comparePayments(server.app)).toBe(0);
  expect(alive()).toHaveLength(3);
  expect(await server.app.db.prisma.premium.count()).toBe(0);
  // One that is known here by its customer is ours, and its customer gets the id.
  await server.app.db.prisma.premium.create({ data: { userId: user.id, customerId: 'cus_foreign_2' } });
  stripe.customers.push({ id: 'cus_foreign_2', object: 'customer' });
  expect(await comparePayments(server.app)).toBeGreaterThan(0);
  expect(await paid()).toBe(true);
  expect(stripe.customers[0]!['metadata']).toEqual({ ...(await ours()), userId: String(user.id) });
  // Also where the account of a known customer was deleted here: what names another installation stays.
  await server.app.db.sql.updateTable('Premium').set({ userId: id }).execute();
  stripe.subscriptions[2]!.metadata = foreign[0]!;
  await syncCustomer(server.app, 'cus_foreign_2');
  expect(alive()).toHaveLength(3);
});

test('a copy at another URL changes nothing until an administrator identifies it', async () => {
  await send(await subscribe());
  await act();
  const move = (publicUrl: string) =>
    server.app.db.sql.updateTable('Installation').set({ publicUrl }).execute();
  const before = await ours();
  await move('https://original.example');
  await server.app.db.prisma.user.update({ where: { id: user.id }, data: { deletedAt: new Date() } });
  stripe.requests.length = 0;
  await expect(settle()).rejects.toThrow('Payments belong to the server at https://original.example.');
  expect([await comparePayments(server.app), await catchUpEvents(server.app)]).toEqual([0, 0]);
  expect(stripe.requests).toEqual([]);
  await server.app.db.prisma.user.update({ where: { id: user.id }, data: { deletedAt: null } });
  expect(await checkout()).toMatchObject({ __typename: 'LimitReachedError' });
  const by = await admin();
  const claim = async (isCopy: boolean) =>
    (
      await server.graphql(
        'mutation ($isCopy: Boolean!) { claimPayments(input: { isCopy: $isCopy }) { ... on ClaimPaymentsSuccess { installation { isCurrent } } } }',
        { isCopy },
        by,
      )
    ).data!['claimPayments'];
  expect(await claim(false)).toEqual({ installation: { isCurrent: true } });
  expect(await ours()).toEqual(before);
  expect(await server.app.db.prisma.premium.count()).toBe(1);
  await move('https://original.example');
  expect(await claim(true)).toEqual({ installation: { isCurrent: true } });
  expect(await ours()).not.toEqual(before);
  expect(await server.app.db.prisma.premium.count()).toBe(0);
  expect(alive()).toHaveLength(1);
});

test('Stripe gets the current name and address of a user, and the billing contact of an organization', async () => {
  await checkout();
  const room = await server.make.newsroom();
  const maintainer = await server.signIn(room.maintainer);
  await checkout({ organization: room.organization.slug }, maintainer);
  const [person, organization] = stripe.customers;
  const { email } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: room.maintainer.id } });
  expect(organization).toMatchObject({ name: room.organization.name, email });
  const { prisma } = server.app.db;
  await prisma.user.update({ where: { id: user.id }, data: { email: 'new@example.com', fullname: 'New' } });
  await catchUpEvents(server.app);
  expect(person).toMatchObject({ email: 'new@example.com', name: 'New' });
  const update = async (billingEmail: string, by: string) =>
    (
      await server.graphql(
        'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { __typename ... on UpdateOrganizationSuccess { organization { billingEmail } } } }',
        { input: { id: String(room.organization.id), billingEmail } },
        by,
      )
    ).data!['updateOrganization'];
  expect(await update('x@example.com', await server.signIn(room.editor))).toMatchObject({
    __typename: 'NotAllowedError',
  });
  expect(await update('no address', maintainer)).toMatchObject({ __typename: 'ValidationError' });
  expect(await update(' Invoices@Example.com ', maintainer)).toMatchObject({
    organization: { billingEmail: 'invoices@example.com' },
  });
  await catchUpEvents(server.app);
  expect(organization).toMatchObject({ email: 'invoices@example.com' });
  // Without one, and without the first maintainer, it is the next.
  const next = await server.make.user();
  await prisma.member.create({
    data: { organizationId: room.organization.id, userId: next.id, role: 'maintainer' },
  });
  await update('', maintainer);
  await prisma.member.deleteMany({ where: { userId: room.maintainer.id } });
  await catchUpEvents(server.app);
  expect(organization).toMatchObject({ email: next.email });
  const asked = stripe.requests.length;
  await catchUpEvents(server.app);
  expect(stripe.requests.slice(asked)).toEqual(
    ['GET /v1/events', 'GET /v1/events'].slice(0, stripe.requests.length - asked),
  );
});

test('while Stripe is down each event has one job; a permanent failure is parked, shown and retried', async () => {
  await subscribe();
  const events = Array.from({ length: 12 }, (_, index) => ({ ...stripe.events[0]!, id: `evt_${index}` }));
  for (const event of events) await send(event);
  const { pool } = server.app.db;
  const jobs = async () =>
    Number((await pool.query(`SELECT count(*) FROM pgboss.job WHERE name = 'payment-event'`)).rows[0].count);
  await pool.query(`UPDATE "PaymentEvent" SET "receivedAt" = "receivedAt" - interval '10 minutes'`);
  expect(await jobs()).toBe(12);
  for (let times = 0; times < 3; times++) await catchUpEvents(server.app);
  expect(await jobs()).toBe(12 + 1); // the one that was never sent
  stripe.outage = 503;
  for (let times = 0; times < 7; times++)
    await expect(handleEvent(server.app, { eventId: 'evt_0' })).rejects.toThrow();
  const { prisma } = server.app.db;
  expect(
    await prisma.paymentEvent.count({
      where: { OR: [{ attempts: { gt: 0 } }, { parkedAt: { not: null } }] },
    }),
  ).toBe(0);
  stripe.outage = null;
  stripe.refused = 'subscriptions';
  for (let times = 0; times < 4; times++)
    await expect(handleEvent(server.app, { eventId: 'evt_0' })).rejects.toThrow('Not now.');
  expect(await handleEvent(server.app, { eventId: 'evt_0' })).toBe('done');
  expect(await handleEvent(server.app, { eventId: 'evt_0' })).toBe('skipped');
  await pool.query(`DELETE FROM pgboss.job`);
  expect(await catchUpEvents(server.app)).toBe(11);
  const by = await admin();
  const parked = async () =>
    (await server.graphql('{ failedPaymentEvents { event type error } }', {}, by)).data![
      'failedPaymentEvents'
    ];
  expect(await parked()).toEqual([
    { event: 'evt_0', type: 'customer.subscription.created', error: 'Not now.' },
  ]);
  stripe.refused = null;
  const retried = await server.graphql(
    'mutation { retryPaymentEvents { ... on RetryPaymentEventsSuccess { events } } }',
    {},
    by,
  );
  expect(retried.data).toEqual({ retryPaymentEvents: { events: 1 } });
  await act();
  expect(await parked()).toEqual([]);
  expect(await paid()).toBe(true);
});

test('a customer that cannot be compared does not block the others', async () => {
  await send(await subscribe());
  await act();
  await server.app.db.prisma.premium.update({
    where: { userId: user.id },
    data: { customerId: 'cus_broken', subscriptionId: 'sub_gone', sentContact: null },
  });
  const other = await server.make.user();
  stripe.subscribe({
    customer: 'cus_other',
    price: 'price_month',
    metadata: { ...(await ours()), userId: String(other.id) },
  });
  stripe.customers.push({ id: 'cus_other', object: 'customer' });
  expect(await comparePayments(server.app)).toBeGreaterThan(0);
  expect((await accessOf(server.app, server.app.db.sql, { userId: other.id })).paid).toBe(true);
  const { failures, finishedAt } = await server.app.db.prisma.paymentComparison.findFirstOrThrow();
  expect([failures, finishedAt]).toEqual([1, expect.any(Date)]);
});

import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/lib/database/db.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { isFull } from '../support/full.ts';
import { freePort } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { quickHash } from '../support/quick-hash.ts';
import { graphql } from '../support/server.ts';
import { startStripe, type StripeObject } from './stripe-server.ts';

const password = 'correct horse battery staple';
const characters = 1_000_000;
const minutes = 100;

// The embedded database has one process.
const onPostgres = test.runIf(databaseKind() === 'postgres');

onPostgres('a kill between a payment and its credit loses nothing, and doubles nothing', async () => {
  const stripe = await startStripe();
  onTestFinished(() => stripe.close());
  const prepared = await prepareConfig({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    // Payments belong to an address: the server comes back at the same one.
    PORT: String(await freePort()),
    PREMIUM_PLANS: JSON.stringify([
      { key: 'large', name: 'A million', price: 'price_million', characters },
      { key: 'monthly', name: 'Monthly', price: 'price_month', minutes },
    ]),
  });
  onTestFinished(() => prepared.remove());
  const start = async () => {
    const api = await startProcess('server/api.ts', prepared.env, undefined, ['--worker']);
    onTestFinished(async () => void (await api.stop('SIGKILL')));
    return api;
  };
  let api = await start();
  const db = await openDatabase(prepared.config);
  onTestFinished(() => db.close());
  const { organization, maintainer } = await factories(db).newsroom();
  const { email } = await db.prisma.user.update({
    where: { id: maintainer.id },
    data: { passwordHash: quickHash(password) },
  });
  const where = { organizationId: organization.id };
  const before = (await db.prisma.account.findUniqueOrThrow({ where })).balance;
  const signedIn = await graphql<{ signIn: { token: string } }>(
    api.url,
    'mutation ($email: String!, $password: String!) { signIn(input: { email: $email, password: $password }) { ... on SignInSuccess { token } } }',
    { email, password },
  );
  const { token } = signedIn.data!.signIn;

  /** Kills the server once it asks Stripe about an event, and starts it some minutes later. */
  const kill = async (moment: string, event: StripeObject, asBefore: () => Promise<void>) => {
    const asked = stripe.hold(moment);
    const { body, signature } = stripe.signed(event);
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const { status } = await fetch(`${api.url}/stripe/webhook`, { method: 'POST', headers, body });
    expect(status).toBe(200);
    await asked;
    await api.stop('SIGKILL');
    await asBefore();
    await db.pool.query(`UPDATE "PaymentEvent" SET "receivedAt" = "receivedAt" - interval '3 minutes'`);
    await db.pool.query(`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '3 minutes'`);
    api = await start();
    await expect.poll(() => db.prisma.paymentEvent.count({ where: { handledAt: null } })).toBe(0);
  };

  // Before the characters are there, and before it is written down that they are.
  for (const [payments, moment] of ['checkout', 'subscriptions'].entries()) {
    await graphql(
      api.url,
      'mutation ($input: OpenCheckoutInput!) { openCheckout(input: $input) { __typename } }',
      { input: { organization: organization.slug } },
      token,
    );
    await kill(moment, stripe.pay(stripe.sessions[payments]!.id), async () =>
      expect(await db.prisma.payment.count()).toBe(payments + (moment === 'subscriptions' ? 1 : 0)),
    );
    const { balance } = await db.prisma.account.findUniqueOrThrow({ where });
    expect(balance).toBe(before + BigInt(characters * (payments + 1)));
    expect(await db.prisma.payment.count()).toBe(payments + 1);
  }

  // The same of minutes, whose subscription is read and kept at once.
  if (!isFull) return;
  const granted = async () =>
    (await db.prisma.account.findUnique({ where: { studioUserId: maintainer.id } }))?.balance ?? null;
  const { id: installation } = await db.prisma.installation.findFirstOrThrow();
  const event = stripe.subscribe({
    customer: 'cus_minutes',
    price: 'price_month',
    metadata: { installation, userId: String(maintainer.id) },
  });
  await kill('subscriptions', event, async () => expect(await granted()).toBeNull());
  expect(await granted()).toBe(BigInt(minutes * 60_000));
});

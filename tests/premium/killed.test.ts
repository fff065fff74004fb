import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/lib/db.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { startProcess } from '../support/process.ts';
import { quickHash } from '../support/quick-hash.ts';
import { graphql } from '../support/server.ts';
import { startStripe } from './stripe-server.ts';

const password = 'correct horse battery staple';
const characters = 1_000_000;

// The embedded database has one process.
const onPostgres = test.runIf(databaseKind() === 'postgres');

onPostgres('a kill between a payment and its credit loses nothing, and doubles nothing', async () => {
  const stripe = await startStripe();
  onTestFinished(() => stripe.close());
  const prepared = await prepareConfig({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    PREMIUM_PLANS: JSON.stringify([{ key: 'large', name: 'A million', price: 'price_million', characters }]),
  });
  onTestFinished(() => prepared.remove());
  const start = async () => {
    const api = await startProcess('server/api.ts', prepared.env, 60_000, ['--worker']);
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

  // Before the characters are there, and before it is written down that they are.
  for (const [payments, moment] of ['checkout', 'subscriptions'].entries()) {
    await graphql(
      api.url,
      'mutation ($input: OpenCheckoutInput!) { openCheckout(input: $input) { __typename } }',
      { input: { organization: organization.slug } },
      token,
    );
    const asked = stripe.hold(moment);
    const { body, signature } = stripe.signed(stripe.pay(stripe.sessions[payments]!.id));
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const { status } = await fetch(`${api.url}/stripe/webhook`, { method: 'POST', headers, body });
    expect(status).toBe(200);
    await asked;
    await api.stop('SIGKILL');
    expect(await db.prisma.payment.count()).toBe(payments + (moment === 'subscriptions' ? 1 : 0));

    // Some minutes later somebody starts it again.
    await db.pool.query(`UPDATE "PaymentEvent" SET "receivedAt" = "receivedAt" - interval '3 minutes'`);
    api = await start();
    await expect.poll(() => db.prisma.paymentEvent.count({ where: { handledAt: null } })).toBe(0);
    const { balance } = await db.prisma.account.findUniqueOrThrow({ where });
    expect(balance).toBe(before + BigInt(characters * (payments + 1)));
    expect(await db.prisma.payment.count()).toBe(payments + 1);
  }
});

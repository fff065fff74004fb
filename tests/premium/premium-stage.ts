import { afterAll, beforeAll, beforeEach } from 'vitest';
import { installationOf } from '../../server/areas/people/premium/stripe-installation.ts';
import { handleEvent } from '../../server/areas/people/premium/stripe-events.ts';
import { emptyTables } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startStripe, type StripeObject, type StripeServer } from './stripe-server.ts';

const plans = [
  { key: 'monthly', name: 'Monthly', price: 'price_month', priceText: '€9', minutes: 100 },
  { key: 'double', name: 'Double', price: 'price_double', minutes: 200 },
  { key: 'large', name: 'A million', price: 'price_million', characters: 1_000_000 },
];
export let stripe: StripeServer;
export let server: TestServer;
export let user: { id: number; fullname: string };
export let token: string;

/** Starts a server with payments by a test Stripe, and a signed-in user, for a file's tests. */
export function usePremium(): void {
  beforeAll(async () => {
    stripe = await startStripe();
    server = await startServer({
      env: {
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_URL: stripe.url,
        PREMIUM_PLANS: JSON.stringify(plans),
        STUDIO_FREE_MINUTES: '10',
      },
    });
  });
  afterAll(async () => {
    await server?.close();
    await stripe?.close();
  });

  beforeEach(async () => {
    await emptyTables(server.app.db);
    stripe.forget();
    user = await server.make.user();
    token = await server.signIn(user);
  });
}

export const usage = async () => {
  const { data } = await server.graphql(
    '{ studio { usage { paid balanceMs totalMs basicBalanceMs freeBalanceMs } premium { available plan { key } graceEndsAt cancelsAtPeriodEnd } } }',
    {},
    token,
  );
  return data!['studio'];
};
export const checkout = async (input: object = {}, by = token) =>
  (
    await server.graphql(
      'mutation ($input: OpenCheckoutInput!) { openCheckout(input: $input) { __typename ... on OpenCheckoutSuccess { url } ... on Error { message } } }',
      { input },
      by,
    )
  ).data!['openCheckout'];
export const send = async (event: StripeObject): Promise<number> => {
  const { body, signature } = stripe.signed(event);
  const response = await fetch(`${server.app.config.publicUrl}/stripe/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body,
  });
  return response.status;
};
/** What a worker does with all that came in. */
export const act = async () => {
  const events = await server.app.db.prisma.paymentEvent.findMany({ where: { handledAt: null } });
  for (const { id } of events) await handleEvent(server.app, { eventId: id });
};
/** What objects at Stripe carry by which this server knows them for its own. */
export const ours = async () => ({ installation: (await installationOf(server.app)).id });
export const subscribe = async (over: Partial<Parameters<StripeServer['subscribe']>[0]> = {}) => {
  if (stripe.customers.length === 0) await checkout();
  const customer = stripe.customers[0]!.id;
  return stripe.subscribe({
    customer,
    price: 'price_month',
    metadata: { ...(await ours()), userId: String(user.id) },
    ...over,
  });
};
export const subscriptionId = () => stripe.subscriptions[0]!.id;

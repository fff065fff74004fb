import type { Stripe } from 'stripe';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, NotAllowedError } from '../../../kernel/errors.ts';
import { outboundSignal } from '../../../lib/threads/job-signal.ts';
import { requireInstallation } from './stripe-installation.ts';
import { premiumMessages } from './messages.ts';

const clients = new WeakMap<App, Promise<Stripe>>();

/**
 * Returns the client of Stripe, loaded when it is needed. Never within a transaction: it asks the database.
 * @throws NotAllowedError where payments are not set up, LimitReachedError on a copy of another installation
 */
export async function stripeOf(app: App): Promise<Stripe> {
  const client = await clientOf(app);
  await requireInstallation(app);
  return client;
}

/** Returns the client for what asks Stripe nothing, such as checking signatures. @throws NotAllowedError */
export function clientOf(app: App): Promise<Stripe> {
  const { stripe } = app.config.premium;
  if (!stripe) return Promise.reject(new NotAllowedError(premiumMessages.PREMIUM_NOT_SET_UP()));
  const known = clients.get(app);
  if (known) return known;
  const opened = openStripe(stripe);
  clients.set(app, opened);
  return opened;
}

/**
 * Opens a client whose requests end with the job that makes them.
 * @param timeoutMs milliseconds that each of three attempts may take
 */
export async function openStripe(
  { key, apiUrl }: { key: string; apiUrl: string },
  timeoutMs = 10_000,
): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiUrl);
  return new StripeClient(key, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    httpClient: StripeClient.createFetchHttpClient((url: RequestInfo | URL, init?: RequestInit) =>
      fetch(url, { ...init, signal: outboundSignal(init?.signal ?? undefined) ?? null }),
    ),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/** Asks Stripe for something that a person waits for. @throws LimitReachedError while it does not answer */
export async function askStripe<T>(app: App, ask: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await stripeOf(app);
  try {
    return await ask(stripe);
  } catch (error) {
    app.log.error({ err: error }, 'Stripe request failed');
    throw new LimitReachedError(premiumMessages.PREMIUM_UNREACHABLE(), { retryAfter: 30 });
  }
}

const outages: ReadonlySet<string> = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

/**
 * Returns whether a failure is an outage and says nothing about the request: Stripe did not respond, or not
 * to this key. The same request succeeds later.
 */
export const isStripeOutage = (error: unknown): boolean =>
  error instanceof LimitReachedError || outages.has((error as { type?: string } | null)?.type ?? '');

/** Returns whether Stripe reports that the object does not exist. */
export const isMissingAtStripe = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'resource_missing';

/** Returns the id of an object that Stripe sent as an id or in full; null where there is none. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value.slice(0, 255)
    : value !== null && typeof value === 'object' && 'id' in value
      ? idOf(value.id)
      : null;

import type { Stripe } from 'stripe';
import type { App } from '../../kernel/app.ts';
import { LimitReachedError, NotAllowedError } from '../../kernel/errors.ts';
import { outboundSignal } from '../../lib/job-signal.ts';
import { premiumMessages } from './messages.ts';

const clients = new WeakMap<App, Promise<Stripe>>();

/** The client of Stripe; loaded when it is needed. @throws NotAllowedError where payments are not set up */
export function stripeOf(app: App): Promise<Stripe> {
  const { stripe } = app.config.premium;
  if (!stripe) return Promise.reject(new NotAllowedError(premiumMessages.PREMIUM_NOT_SET_UP()));
  const known = clients.get(app);
  if (known) return known;
  const opened = open(stripe);
  clients.set(app, opened);
  return opened;
}

/**
 * Opens a client whose requests end with the job that makes them.
 * @param timeoutMs milliseconds that each of three attempts may take
 */
export async function open(
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
    app.log.error({ err: error }, 'Stripe refused or did not answer');
    throw new LimitReachedError(premiumMessages.PREMIUM_UNREACHABLE(), { retryAfter: 30 });
  }
}

import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { FetchError, safeFetch } from '../../../lib/outbound/safe-fetch.ts';
import { persistError, persistMessages, type PersistedMessage } from '../../../lib/persisted-message.ts';
import { mailLanguage } from '../../../mail/mail-words.ts';
import { product } from '../../../product.ts';
import { storableText } from '../../../text/storable-text.ts';
import type { ClaimedDelivery } from './claim-delivery.ts';
import { webhookMessages } from './messages.ts';
import { messageIdOf, messageOf } from './webhook-body.ts';
import { openCredentials } from './webhook-credentials.ts';
import { bodyIn, type WebhookFormat } from './webhook-formats.ts';
import { retryAfterOf } from './webhook-retry.ts';
import { webhookHeaders } from './webhook-signature.ts';

/** Milliseconds for a whole request. */
const timeoutMs = 15_000;
/** Bytes of a response that are read at most, and characters of it that the log keeps. */
const responseBytes = 1_000_000;
const responseCharacters = 4_000;

/** What came of one request. */
export interface Attempt {
  /** Request body; null: no request was made. */
  body: string | null;
  durationMs: number;
  /** Null: there was no response. */
  status: number | null;
  response: string | null;
  /** Why there was no response. */
  error: PersistedMessage | null;
  /** Seconds that the receiver asked to wait. */
  retryAfter: number | null;
}

/**
 * Sends a message once, signed, without following redirects.
 * @returns null if another release wrote the event and this one does not know its kind
 * @throws FetchError kind `aborted` when the signal aborts
 */
export async function attemptDelivery(
  app: Pick<App, 'config' | 'dataSealing'>,
  delivery: ClaimedDelivery,
  signal?: AbortSignal,
): Promise<Attempt | null> {
  const { config } = app;
  const message = messageOf(delivery, config.publicUrl.replace(/(?<!\/)\/+$/, ''));
  if (!message) return null;
  const credentials = openCredentials(app, delivery);
  const failed = (body: string | null, error: PersistedMessage, durationMs = 0): Attempt => ({
    body,
    durationMs,
    status: null,
    response: null,
    error,
    retryAfter: null,
  });
  if (!credentials) return failed(null, persistMessages([webhookMessages.WEBHOOK_UNREADABLE()]));
  const { url, secret, previous } = credentials;
  const body = bodyIn(delivery.format as WebhookFormat, message, mailLanguage(delivery.voiceLanguage));
  const at = Math.floor(databaseTime().getTime() / 1_000);
  const secrets = previous !== null && delivery.usesPreviousSecret ? [secret, previous] : [secret];
  const started = performance.now();
  const duration = (): number => Math.round(performance.now() - started);
  try {
    const { status, bytes, headers } = await safeFetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `${product.name}-Webhooks`,
        ...webhookHeaders({ id: messageIdOf(delivery.eventId), at, body }, secrets),
      },
      body,
      allowHosts: config.fetchAllowHosts,
      maxBytes: responseBytes,
      maxRedirects: 0,
      timeoutMs,
      idleTimeoutMs: timeoutMs,
      ...(signal && { signal }),
    });
    const response = storableText(new TextDecoder().decode(bytes).slice(0, responseCharacters));
    const retryAfter = retryAfterOf(headers['retry-after']);
    return { body, durationMs: duration(), status, response, error: null, retryAfter };
  } catch (error) {
    if (!(error instanceof FetchError) || error.kind === 'aborted') throw error;
    const told =
      error.kind === 'too-many-redirects'
        ? persistMessages([webhookMessages.WEBHOOK_REDIRECTED()])
        : persistError(error);
    return failed(body, told, duration());
  }
}

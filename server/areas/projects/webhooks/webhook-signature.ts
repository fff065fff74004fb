import { createHmac, randomBytes } from 'node:crypto';

/** Bytes of a secret: Standard Webhooks asks for 24 to 64. */
const secretBytes = 32;
const prefix = 'whsec_';

/** Returns a new secret, `whsec_` and base64 as Standard Webhooks 1.0.0 has it. */
export const createWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/**
 * Returns the headers of a message as Standard Webhooks 1.0.0 has them.
 * @param message.id the same for every attempt, by which receivers tell repeats
 * @param message.at seconds since 1970
 * @param secrets each signs: during a rotation, the current and the previous one
 */
export function webhookHeaders(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') };
}

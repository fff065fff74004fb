import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';

const credentialsSchema = z.object({
  url: z.string(),
  /** `whsec_…` */
  secret: z.string(),
  /** The secret before, while it still signs too; null: there is none. */
  previous: z.string().nullable(),
});

/** What only the receiver and those who manage a webhook know. */
export type WebhookCredentials = z.output<typeof credentialsSchema>;

/** What the credentials of a webhook are sealed for. */
export const sealedForWebhook = (key: string): string => `webhook ${key}`;

export const sealCredentials = (
  { dataSealing }: Pick<App, 'dataSealing'>,
  key: string,
  credentials: WebhookCredentials,
): string => dataSealing.seal(JSON.stringify(credentials), sealedForWebhook(key));

/** Opens the credentials of a webhook; null: this server lacks the key that sealed them. */
export function openCredentials(
  { dataSealing }: Pick<App, 'dataSealing'>,
  { key, credentials }: { key: string; credentials: string },
): WebhookCredentials | null {
  const text = dataSealing.open(credentials, sealedForWebhook(key));
  return text === null ? null : credentialsSchema.parse(JSON.parse(text));
}

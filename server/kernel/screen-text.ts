import { z } from 'zod';
import { outboundSignal } from '../lib/threads/job-signal.ts';
import type { App } from './app.ts';
import { LimitReachedError, ValidationError } from './errors.ts';
import { kernelMessages } from './messages.ts';

const verdict = z.object({ allowed: z.boolean() });

/**
 * Asks the moderation service that the operator configured whether a text may be generated: sends `{text}`
 * and expects `{allowed}`. If it does not respond in time, the setting decides.
 * @throws ValidationError on `text` that is rejected; LimitReachedError while the service is unavailable
 */
export async function screenText({ config, log }: App, text: string): Promise<void> {
  const { screen } = config.studio;
  if (screen === null) return;
  let allowed: boolean;
  try {
    const response = await fetch(screen.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(screen.token && { authorization: `Bearer ${screen.token}` }),
      },
      body: JSON.stringify({ text }),
      redirect: 'error',
      signal: outboundSignal(AbortSignal.timeout(screen.timeoutMs)) ?? null,
    });
    if (!response.ok) throw new Error(`The screen answered ${response.status}.`);
    ({ allowed } = verdict.parse(await response.json()));
  } catch (error) {
    log.warn({ err: error }, 'text screening failed');
    if (screen.fails === 'open') return;
    throw new LimitReachedError(kernelMessages.TEXT_NOT_SCREENED(), { retryAfter: 30 });
  }
  if (!allowed) throw new ValidationError([{ field: 'text', ...kernelMessages.TEXT_REFUSED() }]);
}

import type { App } from '../../kernel/app.ts';
import type { Rate } from '../../kernel/rate-limit.ts';
import { recordSecurity, type Whence } from './security-log.ts';
import { useOnce } from './used-once.ts';

export interface RefusedSignIn {
  rate: Rate;
  /** Who is counted. */
  who: string;
  method: 'password' | 'passkey';
  /** Whose account it is; null: nobody's who is known. */
  userId: number | null;
  whence: Whence;
}

/**
 * Tells the security log that somebody tries too often: once for each limit and whom it counts, until all
 * would be forgotten, so that whoever floods the sign-in does not flood the log.
 */
export async function recordLimitReached(
  app: App,
  { rate, who, method, userId, whence }: RefusedSignIn,
): Promise<void> {
  const seconds = Math.ceil((rate.burst * rate.everyMs) / 1000);
  const isFirst = await useOnce(app.db.sql, `limit reached ${rate.name} ${who}`, seconds);
  if (!isFirst) return;
  await recordSecurity(app, app.db.sql, 'SIGN_IN_REFUSED', {
    userId,
    whence,
    body: { method, reason: 'limit', limit: rate.name },
  });
}

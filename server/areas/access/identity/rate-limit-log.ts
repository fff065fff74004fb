import type { App } from '../../../kernel/app.ts';
import type { Rate } from '../../../kernel/rate-limit.ts';
import { networkNameOf, recordSecurity, type ClientInfo } from './security-log.ts';
import { guessesMail, sendSecurityMail } from './security-mails.ts';
import { consumeOnce } from './consume-once.ts';

export interface RefusedSignIn {
  rate: Rate;
  /** Subject of the rate limit. */
  who: string;
  method: 'password' | 'passkey';
  /** Owner of the account; null: no known user. */
  userId: number | null;
  whence: ClientInfo;
}

/**
 * Records in the security log that a rate limit was reached: once for each limit and counted key until the
 * limit would fully recover, so that a flood of sign-ins doesn't flood the log.
 */
export async function recordLimitReached(
  app: App,
  { rate, who, method, userId, whence }: RefusedSignIn,
): Promise<void> {
  const seconds = Math.ceil((rate.burst * rate.everyMs) / 1000);
  const isFirst = await consumeOnce(app.db.sql, `limit reached ${rate.name} ${who}`, seconds);
  if (!isFirst) return;
  await recordSecurity(app, app.db.sql, 'SIGN_IN_REFUSED', {
    userId,
    whence,
    body: { method, reason: 'limit', limit: rate.name },
  });
}

/** Seconds after which a person is emailed again that someone guesses. */
const warnedFor = 86_400;

/** Emails a person, at most once a day, that someone guesses the password, or has it and guesses the code. */
export async function sendGuessWarning(
  app: App,
  userId: number,
  what: 'password' | 'code',
  whence: ClientInfo,
): Promise<void> {
  if (!(await consumeOnce(app.db.sql, `warned of guesses ${what} ${userId}`, warnedFor))) return;
  await sendSecurityMail(app, app.db.sql, guessesMail, { userId, facts: { what, ...networkNameOf(whence) } });
}

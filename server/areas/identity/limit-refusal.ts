import type { App } from '../../kernel/app.ts';
import type { Rate } from '../../kernel/rate-limit.ts';
import { placeOf, recordSecurity, type Whence } from './security-log.ts';
import { sendSecurityMail } from './security-mails.ts';
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

/** Seconds after which a person is emailed again that someone guesses. */
const warnedFor = 86_400;

/** Emails a person, at most once a day, that someone guesses the password, or has it and guesses the code. */
export async function warnOfGuesses(
  app: App,
  userId: number,
  what: 'password' | 'code',
  whence: Whence,
): Promise<void> {
  if (!(await useOnce(app.db.sql, `warned of guesses ${what} ${userId}`, warnedFor))) return;
  const { device, network } = placeOf(whence);
  await sendSecurityMail(app, app.db.sql, {
    kind: 'guesses',
    userId,
    parameters: { what, device: device ?? '', network: network ?? '' },
  });
}

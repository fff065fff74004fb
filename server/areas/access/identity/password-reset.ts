import { createSecret, hashPassword, hashSecret } from '../../../lib/security/crypto.ts';
import { siteNetworkOf } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
} from '../../../kernel/rate-limit.ts';
import type { JobOutcome } from '../../../lib/database/queue.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { mailboxOf } from '../../../text/mailbox-of.ts';
import { storableText } from '../../../text/storable-text.ts';
import { passwordResetJob } from './jobs.ts';
import { createResetDeviceToken } from './device-token.ts';
import { newPasswordErrors } from './passwords.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';
import { passwordResetMail, sendSecurityMail, sendPasswordChangeMail } from './security-mails.ts';
import { identityMessages } from './messages.ts';

/** Minutes for which a link is good. */
export const resetMinutes = 30;
/** RFC 5321: longer addresses don't exist. */
const addressMaxCharacters = 254;

/** Rate limits for links: per address from all networks, and per network. */
export const resetRates = {
  address: declareRate('Links for a new password', 'a mailbox, whether or not it has an account', {
    burst: 3,
    everyMs: 600_000,
  }),
  network: declareNetworkRate('Links for a new password', 'a network', { burst: 20, everyMs: 60_000 }),
  tries: declareNetworkRate('Links for a new password', 'a network that opens them', {
    burst: 20,
    everyMs: 30_000,
  }),
};

/**
 * Requests a link for a new password to this address. The response and its time are the same for every
 * address: a job checks later whether it has an account.
 * @throws LimitReachedError after too many for the address, with or without an account, or from the network
 */
export async function askForPasswordReset(
  app: App,
  { email, remoteAddress }: ClientInfo & { email: string },
): Promise<void> {
  const address = storableText(email).trim().toLowerCase().slice(0, addressMaxCharacters);
  const tooMany = identityMessages.TOO_MANY_RESETS();
  await countAgainstNetworkRate(app, resetRates.network, remoteAddress, tooMany);
  await countAgainstRate(app, resetRates.address, mailboxOf(address), tooMany);
  await app.queue.send(app.db.sql, passwordResetJob, { email: address });
}

/** Sends the link and invalidates earlier ones. Does nothing if the address has no account. */
export async function sendPasswordReset(app: App, { email }: { email: string }): Promise<JobOutcome> {
  const { secret, hash } = createSecret('pr');
  return app.db.transaction(async (sql) => {
    // A link must not outlive an account that is being deleted.
    const user = await sql
      .selectFrom('User')
      .select('id')
      .where('email', '=', email)
      .where('deletedAt', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!user) return 'skipped';
    const row = { secretHash: hash, expiresAt: fromNow(60 * resetMinutes) };
    await sql
      .insertInto('PasswordReset')
      .values({ ...row, userId: user.id })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute();
    await recordSecurity(app, sql, 'PASSWORD_RESET_REQUESTED', { userId: user.id });
    // Behind the #, so that no server on the way writes the secret into its log.
    const link = `${app.config.publicUrl}/reset-password#${secret}`;
    await sendSecurityMail(app, sql, passwordResetMail, {
      userId: user.id,
      facts: { link, minutes: resetMinutes },
    });
    return 'done';
  });
}

/**
 * Sets a new password by a link's secret, which is then used up, and ends all of the person's sessions.
 * @returns what the browser is to keep: others who guess the password keep it from signing in no more
 * @throws ValidationError on `secret` where it is none, no longer or already used, on `newPassword`;
 * LimitReachedError after too many tries from the network
 */
export async function resetPassword(
  app: App,
  { secret, newPassword, ...whence }: ClientInfo & { secret: string; newPassword: string },
): Promise<{ device: string }> {
  await countAgainstNetworkRate(
    app,
    resetRates.tries,
    whence.remoteAddress,
    identityMessages.TOO_MANY_RESETS(),
  );
  const secretHash = hashSecret(secret);
  const good = app.db.sql
    .selectFrom('PasswordReset as r')
    .innerJoin('User as u', 'u.id', 'r.userId')
    .select('u.email')
    .where('r.secretHash', '=', secretHash)
    .where('r.expiresAt', '>', now());
  const found = await good.executeTakeFirst();
  const used = () => new ValidationError([{ field: 'secret', ...identityMessages.RESET_LINK_USED() }]);
  if (!found) throw used();
  const errors = await newPasswordErrors(newPassword, found, 'newPassword');
  if (errors.length) throw new ValidationError(errors);
  const passwordHash = await hashPassword(newPassword, { caller: siteNetworkOf(whence.remoteAddress) });
  return app.db.transaction(async (sql) => {
    // Of two at once the second finds that the link is used.
    const reset = await sql
      .deleteFrom('PasswordReset')
      .where('secretHash', '=', secretHash)
      .where('expiresAt', '>', now())
      .returning('userId')
      .executeTakeFirst();
    if (!reset) throw used();
    const { userId } = reset;
    const set = await sql
      .updateTable('User')
      .set({ passwordHash })
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!set) throw used();
    await sql.deleteFrom('Session').where('userId', '=', userId).execute();
    await sql.deleteFrom('EmailChange').where('userId', '=', userId).execute();
    await recordSecurity(app, sql, 'PASSWORD_RESET', { userId, whence });
    await sendPasswordChangeMail(app, sql, userId, whence);
    return { device: createResetDeviceToken({ id: userId, passwordHash }) };
  });
}

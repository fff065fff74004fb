import { z } from 'zod';
import { createSecret, hashSecret } from '../../../lib/security/crypto.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
} from '../../../kernel/rate-limit.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import type { JobOutcome } from '../../../lib/database/queue.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { mailboxOf } from '../../../text/mailbox-of.ts';
import { storableText } from '../../../text/storable-text.ts';
import { checkPassword, provePerson } from './check-password.ts';
import { emailChangeJob } from './jobs.ts';
import { requireUser } from './policy.ts';
import { networkNameOf, recordSecurity, type ClientInfo } from './security-log.ts';
import { confirmEmailMail, emailChangedMail, sendSecurityMail } from './security-mails.ts';
import { identityMessages } from './messages.ts';

/** Hours for which a link is good. */
const linkHours = 24;
/** RFC 5321: longer addresses don't exist. */
const addressMaxCharacters = 254;

/** Rate limits per user, per address for all users together, and for links tried from one network. */
export const emailChangeRates = {
  person: declareRate('Changes of the email address', 'a person', { burst: 5, everyMs: 600_000 }),
  address: declareRate('Changes of the email address', 'a new mailbox', { burst: 3, everyMs: 600_000 }),
  tries: declareNetworkRate('Links for a new address', 'a network that opens them', {
    burst: 20,
    everyMs: 30_000,
  }),
};

/**
 * Requests a link to a new address, with which the signed-in user confirms it. The response and its time are
 * the same whether or not the address is in use: a job checks later.
 * @throws NotSignedInError, NotAllowedError; ValidationError on `email`, `password`; LimitReachedError
 */
export async function askForEmailChange(
  app: App,
  actor: Actor,
  { email, password, ...whence }: ClientInfo & { email: string; password?: string | null | undefined },
): Promise<void> {
  const { userId } = requireUser(actor);
  const address = storableText(email).trim().toLowerCase();
  if (address.length > addressMaxCharacters || !z.email().safeParse(address).success)
    throw new ValidationError([{ field: 'email', ...kernelMessages.NOT_AN_EMAIL() }]);
  const tooMany = identityMessages.TOO_MANY_EMAIL_CHANGES();
  await countAgainstRate(app, emailChangeRates.person, String(userId), tooMany);
  const user = await provePerson(app, actor, password, whence);
  if (user.email === address)
    throw new ValidationError([{ field: 'email', ...identityMessages.EMAIL_UNCHANGED() }]);
  await countAgainstRate(app, emailChangeRates.address, mailboxOf(address), tooMany);
  await app.db.transaction(async (sql) => {
    await recordSecurity(app, sql, 'EMAIL_CHANGE_REQUESTED', { userId, whence });
    await app.queue.send(sql, emailChangeJob, { userId, email: address });
  });
}

/** Sends the link and invalidates earlier ones. Does nothing if the address is in use. */
export async function sendEmailChange(
  app: App,
  { userId, email }: { userId: number; email: string },
): Promise<JobOutcome> {
  const { secret, hash } = createSecret('ec');
  return app.db.transaction(async (sql) => {
    // A link must not outlive an account that is being deleted.
    const user = await sql
      .selectFrom('User')
      .select('id')
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
    const taken = await sql.selectFrom('User').select('id').where('email', '=', email).executeTakeFirst();
    if (!user || taken) return 'skipped';
    const row = { secretHash: hash, email, expiresAt: fromNow(3_600 * linkHours) };
    await sql
      .insertInto('EmailChange')
      .values({ ...row, userId })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute();
    // Behind the #, so that no server on the way writes the secret into its log.
    const link = `${app.config.publicUrl}/confirm-email#${secret}`;
    await sendSecurityMail(app, sql, confirmEmailMail, { userId, email, facts: { link, hours: linkHours } });
    return 'done';
  });
}

export interface ConfirmEmailChange extends ClientInfo {
  secret: string;
  /** Not needed in a session of the account. */
  password?: string | null | undefined;
  /** What an earlier sign-in of this browser was given to keep. */
  device?: string | undefined;
}

/**
 * Gives a person the address that a link was sent to, by the link's secret, which is then used up; the former
 * address gets an email. Sessions other than the caller's own end, and links that were sent to the former
 * address count no more. Who has the mailbox alone may have been sent the link by a stranger, whose account
 * would then have this address: the link counts in a session of the account, or with its password.
 * @throws ValidationError on `secret` where it is none, no longer or already used, or where another account
 * has got the address, on `password` where it is missing or wrong, on `account` where it has none;
 * LimitReachedError after too many tries from the network
 */
export async function confirmEmailChange(
  app: App,
  actor: Actor,
  { secret, password, device, ...whence }: ConfirmEmailChange,
): Promise<void> {
  const tooMany = identityMessages.TOO_MANY_EMAIL_CHANGES();
  await countAgainstNetworkRate(app, emailChangeRates.tries, whence.remoteAddress, tooMany);
  const asked = await app.db.sql
    .selectFrom('EmailChange as c')
    .innerJoin('User as u', 'u.id', 'c.userId')
    .select(['u.id', 'u.email', 'u.passwordHash'])
    .where('c.secretHash', '=', hashSecret(secret))
    .where('c.expiresAt', '>', now())
    .executeTakeFirst();
  if (!asked) throw new ValidationError([{ field: 'secret', ...identityMessages.RESET_LINK_USED() }]);
  const signedIn = actor.kind === 'anonymous' ? actor.enrolling : actor.kind === 'user' ? actor : undefined;
  if (signedIn?.userId !== asked.id) {
    const needed = (message: Message) => new ValidationError([{ field: 'password', ...message }]);
    if (asked.passwordHash === null)
      throw new ValidationError([{ field: 'account', ...identityMessages.EMAIL_CHANGE_SIGN_IN() }]);
    if (!password) throw needed(identityMessages.EMAIL_CHANGE_ELSEWHERE());
    await checkPassword(app, { email: asked.email, password, device, ...whence }, () =>
      needed(identityMessages.WRONG_PASSWORD()),
    );
  }
  await app.db.transaction(async (sql) => {
    // Of two at once the second finds that the link is used.
    const change = await sql
      .deleteFrom('EmailChange')
      .where('secretHash', '=', hashSecret(secret))
      .where('expiresAt', '>', now())
      .returning(['userId', 'email'])
      .executeTakeFirst();
    if (!change) throw new ValidationError([{ field: 'secret', ...identityMessages.RESET_LINK_USED() }]);
    const { userId, email } = change;
    const former = await sql
      .selectFrom('User')
      .select('email')
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const taken = await sql.selectFrom('User').select('id').where('email', '=', email).executeTakeFirst();
    if (taken) throw new ValidationError([{ field: 'secret', ...identityMessages.EMAIL_TAKEN() }]);
    await sql.updateTable('User').set({ email }).where('id', '=', userId).execute();
    await sql.deleteFrom('PasswordReset').where('userId', '=', userId).execute();
    await sql.deleteFrom('PendingIdentity').where('userId', '=', userId).execute();
    const own = signedIn?.userId === userId ? signedIn.sessionId : null;
    await sql
      .deleteFrom('Session')
      .where('userId', '=', userId)
      .$if(own !== null, (query) => query.where('id', '!=', own!))
      .execute();
    await recordSecurity(app, sql, 'EMAIL_CHANGED', { userId, whence });
    await sendSecurityMail(app, sql, emailChangedMail, {
      userId,
      email: former.email,
      facts: { email, contact: app.config.contactEmail, ...networkNameOf(whence) },
    });
  });
}

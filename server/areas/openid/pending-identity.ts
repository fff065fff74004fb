import { createSecret, hashSecret } from '../../lib/crypto.ts';
import type { App } from '../../kernel/app.ts';
import { networkOf } from '../../kernel/actor.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { countOne } from '../../kernel/rate-limit.ts';
import { fromNow, now } from '../../lib/sql.ts';
import { checkPassword } from '../identity/check-password.ts';
import { enter, type Entered } from '../identity/identity.ts';
import { checkSecondFactor } from '../identity/second-factor.ts';
import { recordSecurity, type Whence } from '../identity/security-log.ts';
import { sendSecurityMail } from '../identity/security-mails.ts';
import { identityMessages } from '../identity/messages.ts';
import type { Claims } from './memberships.ts';
import { openIdMessages } from './messages.ts';

/** Minutes within which an identity has to be linked. */
const pendingMinutes = 30;
const mailRate = { name: 'identity mail', burst: 3, everyMs: 600_000 } as const;
const triesRate = { name: 'identity tries', burst: 20, everyMs: 30_000 } as const;

/**
 * Remembers an identity until the owner of the account says that it is theirs. @returns the secret for the
 * browser
 */
export async function keepPending(
  { db }: App,
  userId: number,
  { issuer, subject, email, session }: Claims & { issuer: string; email: string },
): Promise<string> {
  const { secret, hash } = createSecret('id');
  await db.sql
    .insertInto('PendingIdentity')
    .values({
      secretHash: hash,
      userId,
      issuer,
      subject,
      email,
      issuerSession: session,
      expiresAt: fromNow(60 * pendingMinutes),
    })
    .execute();
  return secret;
}

const linkUsed = () => new ValidationError([{ field: 'secret', ...openIdMessages.IDENTITY_LINK_USED() }]);

/**
 * Sends the account's owner a link that does what the password would.
 * @throws ValidationError on `secret`, LimitReachedError
 */
export async function mailPending(app: App, secret: string): Promise<void> {
  const { secret: mailed, hash: mailHash } = createSecret('im');
  await app.db.transaction(async (sql) => {
    const pending = await sql
      .updateTable('PendingIdentity')
      .set({ mailHash })
      .where('secretHash', '=', hashSecret(secret))
      .where('expiresAt', '>', now())
      .returning('userId')
      .executeTakeFirst();
    if (!pending) throw linkUsed();
    const { userId } = pending;
    await countOne(app, mailRate, String(userId), identityMessages.TOO_MANY_RESETS());
    const link = `${app.config.publicUrl}/link-account#${mailed}`;
    await sendSecurityMail(app, sql, {
      kind: 'linkIdentity',
      userId,
      parameters: { link, minutes: String(pendingMinutes) },
    });
  });
}

export interface LinkIdentity extends Whence {
  /** What the browser was given, or what the mail says. */
  secret: string;
  /** Not needed with the mail's. */
  password?: string | null | undefined;
  /** Of the second factor, where the account has one. */
  code?: string | null | undefined;
  device?: string | undefined;
}

/**
 * Links an identity to the account with its verified address, by the account's password or by the mail, and
 * signs in.
 * @throws ValidationError on `secret`, `password`, `code`; LimitReachedError after too many tries
 */
export async function linkIdentity(
  app: App,
  { secret, password, code, device, ...whence }: LinkIdentity,
): Promise<Entered> {
  await countOne(app, triesRate, networkOf(whence.remoteAddress), identityMessages.TOO_MANY_RESETS());
  const hash = hashSecret(secret);
  const pending = await app.db.prisma.pendingIdentity.findFirst({
    where: { OR: [{ secretHash: hash }, { mailHash: hash }], expiresAt: { gt: new Date() } },
    include: { user: true },
  });
  if (!pending) throw linkUsed();
  const { user, issuer, subject, email, issuerSession, mailHash, secretHash } = pending;
  if (mailHash !== hash)
    await checkPassword(
      app,
      { email: user.email, password: password ?? '', device, ...whence },
      () => new ValidationError([{ field: 'password', ...identityMessages.WRONG_PASSWORD() }]),
    );
  await checkSecondFactor(app, user, code, whence);
  const identityId = await app.db.transaction(async (sql) => {
    const used = await sql
      .deleteFrom('PendingIdentity')
      .where('secretHash', '=', secretHash)
      .returning('userId')
      .executeTakeFirst();
    if (!used) throw linkUsed();
    const added = await sql
      .insertInto('Identity')
      .values({ userId: user.id, issuer, subject, email })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new ValidationError([{ field: 'secret', ...openIdMessages.IDENTITY_OF_ANOTHER() }]);
    await recordSecurity(app, sql, 'IDENTITY_LINKED', { userId: user.id, whence, body: { issuer } });
    return added.id;
  });
  return enter(app, user, { method: 'openid', whence, isNew: true, identity: { identityId, issuerSession } });
}

import { z } from 'zod';
import { OrganizationRole } from '../../../../prisma/generated/client/enums.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { createSecret, hashSecret } from '../../../lib/security/crypto.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
} from '../../../kernel/rate-limit.ts';
import { fromNow, json, now } from '../../../lib/database/sql.ts';
import { checkPassword } from '../../access/identity/check-password.ts';
import { completeSignIn, type OpenedSession } from '../../access/identity/identity.ts';
import { requireActiveAccount } from '../../access/identity/active-account.ts';
import { checkSecondFactor } from '../../access/identity/second-factor.ts';
import { recordSecurity, type ClientInfo } from '../../access/identity/security-log.ts';
import {
  linkIdentityMail,
  sendSecurityMail,
  sendSignInChangeMail,
} from '../../access/identity/security-mails.ts';
import { identityMessages } from '../../access/identity/messages.ts';
import { syncMemberships, type Claims, type ProviderRoles } from './provider-memberships.ts';
import { openIdMessages } from './messages.ts';

/** Minutes within which an identity has to be linked, or the mail asked for. */
export const pendingMinutes = 30;
/** Minutes for which a mail's link does it. */
export const mailedMinutes = 10;
/** Minutes for which a browser keeps what makes the last mail's link good. */
export const linkingMinutes = pendingMinutes + mailedMinutes;
const purpose = 'linking an identity';
const mailRate = declareRate('Emails that link an identity', 'an account', { burst: 3, everyMs: 600_000 });
const triesRate = declareNetworkRate('Links that link an identity', 'a network that opens them', {
  burst: 20,
  everyMs: 30_000,
});

/** What a browser gets after signing in at a provider. */
export interface PendingIdentity {
  linkSecret: string;
  /** For a cookie: it makes the mail's link good in this browser alone. */
  kept: string;
}

/** What that cookie holds, sealed. */
const keptShape = z.object({ secretHash: z.string() });
/** What the row holds, for it may be too long for a cookie. */
const rolesShape = z.array(z.tuple([z.string(), z.enum(OrganizationRole)]));

/** Stores an identity until the owner of the account confirms it. */
export async function storePendingIdentity(
  { db, sealing }: App,
  userId: number,
  { issuer, subject, email, session }: Claims & { issuer: string; email: string },
  roles: ProviderRoles['roles'],
): Promise<PendingIdentity> {
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
      roles: json(rolesShape, [...roles]),
      expiresAt: fromNow(60 * pendingMinutes),
    })
    .execute();
  const kept: z.infer<typeof keptShape> = { secretHash: hash };
  return { linkSecret: secret, kept: sealing.seal(JSON.stringify(kept), purpose) };
}

const linkUsed = () => new ValidationError([{ field: 'secret', ...openIdMessages.IDENTITY_LINK_USED() }]);

/**
 * Sends the account's owner a link that does what the password would, for ten minutes, in the browser that
 * asks for it.
 * @throws ValidationError on `secret`, LimitReachedError
 */
export async function mailPending(app: App, secret: string): Promise<void> {
  const secretHash = hashSecret(secret);
  const pending = await app.db.sql
    .selectFrom('PendingIdentity')
    .select('userId')
    .where('secretHash', '=', secretHash)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  if (!pending) throw linkUsed();
  const { userId } = pending;
  // Before the transaction: the embedded database has one connection.
  await countAgainstRate(app, mailRate, String(userId), identityMessages.TOO_MANY_RESETS());
  const { secret: mailed, hash: mailHash } = createSecret('im');
  await app.db.transaction(async (sql) => {
    const marked = await sql
      .updateTable('PendingIdentity')
      .set({ mailHash, expiresAt: fromNow(60 * mailedMinutes) })
      .where('secretHash', '=', secretHash)
      .where('expiresAt', '>', now())
      // Requesting a link again does not extend it: the cookie expires with the link.
      .where('createdAt', '>', fromNow(-60 * pendingMinutes))
      .returning('userId')
      .executeTakeFirst();
    if (!marked) throw linkUsed();
    const link = `${app.config.publicUrl}/link-account#${mailed}`;
    await sendSecurityMail(app, sql, linkIdentityMail, { userId, facts: { link, minutes: mailedMinutes } });
  });
}

export interface LinkIdentity extends ClientInfo {
  /** What the browser was given, or what the mail says. */
  secret: string;
  /** Not needed with the mail's. */
  password?: string | null | undefined;
  /** Of the second factor, where the account has one. */
  code?: string | null | undefined;
  device?: string | undefined;
  /** Cookie of the browser that signed in at the provider. */
  linking?: string | undefined;
}

/**
 * Links an identity to the account with its verified address, by the account's password or by the mail, and
 * signs in.
 * @throws ValidationError on `secret`, `password`, `code`; LimitReachedError after too many tries
 */
export async function linkIdentity(
  app: App,
  { secret, password, code, device, linking, ...whence }: LinkIdentity,
): Promise<OpenedSession> {
  await countAgainstNetworkRate(app, triesRate, whence.remoteAddress, identityMessages.TOO_MANY_RESETS());
  const hash = hashSecret(secret);
  const pending = await app.db.prisma.pendingIdentity.findFirst({
    where: { OR: [{ secretHash: hash }, { mailHash: hash }], expiresAt: { gt: databaseTime() } },
    include: { user: true },
  });
  if (!pending) throw linkUsed();
  const { user, issuer, subject, email, issuerSession, mailHash, secretHash } = pending;
  const roles = new Map(rolesShape.parse(pending.roles));
  const sealed = linking === undefined ? null : app.sealing.open(linking, purpose);
  const kept = sealed === null ? null : keptShape.parse(JSON.parse(sealed));
  const isCurrent = kept?.secretHash === secretHash;
  // The recipient of the link may have been tricked into following it.
  if (mailHash === hash && !isCurrent)
    throw new ValidationError([{ field: 'secret', ...openIdMessages.IDENTITY_LINK_ELSEWHERE() }]);
  if (mailHash !== hash)
    await checkPassword(
      app,
      { email: user.email, password: password ?? '', device, ...whence },
      () => new ValidationError([{ field: 'password', ...identityMessages.WRONG_PASSWORD() }]),
    );
  await checkSecondFactor(app, user, code, { ...whence, device });
  const identityId = await app.db.transaction(async (sql) => {
    await requireActiveAccount(sql, user.id);
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
    await sendSignInChangeMail(app, sql, user.id, 'identityLinked', whence);
    if (isCurrent) await syncMemberships(app, sql, user.id, { issuer, roles, email });
    return added.id;
  });
  return completeSignIn(app, user, {
    method: 'openid',
    whence,
    isNew: true,
    identity: { identityId, issuerSession },
  });
}

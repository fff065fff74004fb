import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { provePerson } from '../../access/identity/check-password.ts';
import { hasOtherWay } from '../../access/identity/passkeys.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { recordSecurity, type ClientInfo } from '../../access/identity/security-log.ts';
import { sendSignInChangeMail } from '../../access/identity/security-mails.ts';
import { openIdMessages } from './messages.ts';
import { clientOf, type SignInProvider } from './openid-clients.ts';

/** A way to sign in that the caller has in addition to the password. */
export interface OwnIdentity {
  id: number;
  /** What people know the provider by; its issuer where it is no longer set up. */
  provider: string;
  email: string | null;
  createdAt: Date;
}

/** Returns the identities of the signed-in user, oldest first; null for a program. */
export async function listIdentities({ db, config }: App, actor: Actor): Promise<OwnIdentity[] | null> {
  if (actor.kind !== 'user') return null;
  const identities = await db.prisma.identity.findMany({
    where: { userId: actor.userId },
    orderBy: { id: 'asc' },
  });
  return identities.map(({ issuer, ...identity }) => ({
    ...identity,
    provider: config.openIdProviders.find((one) => one.issuer === issuer)?.name ?? issuer,
  }));
}

/** How a person can confirm who it is. */
export interface IdentityProofs {
  password: boolean;
  code: boolean;
  passkey: boolean;
  providers: SignInProvider[];
}

/** How the signed-in person can confirm who it is (`confirmIdentity`); null for a program. */
export async function identityProofs({ db, config }: App, actor: Actor): Promise<IdentityProofs | null> {
  if (actor.kind !== 'user') return null;
  const { passwordHash, totpSecret, passkeys, identities } = await db.prisma.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      passwordHash: true,
      totpSecret: true,
      passkeys: { select: { id: true }, take: 1 },
      identities: { select: { issuer: true } },
    },
  });
  const issuers = new Set(identities.map(({ issuer }) => issuer));
  return {
    password: passwordHash !== null,
    code: totpSecret !== null,
    passkey: passkeys.length > 0,
    providers: config.openIdProviders
      .filter(({ issuer }) => issuers.has(issuer))
      .map(({ slug, name }) => ({ name, path: `/connect/${slug}/confirm` })),
  };
}

/**
 * Unlinks one of the user's own identities. Its sessions end.
 * @throws NotSignedInError, NotAllowedError; ValidationError on `password`, and on `identity` if it is not
 * one of them, or if nothing would be left to sign in with; LimitReachedError
 */
export async function unlinkIdentity(
  app: App,
  actor: Actor,
  { id, password, ...whence }: ClientInfo & { id: number; password?: string | null | undefined },
): Promise<void> {
  const { userId } = requireUser(actor);
  await provePerson(app, actor, password, whence);
  await app.db.transaction(async (sql) => {
    const { passwordHash } = await sql
      .selectFrom('User')
      .select('passwordHash')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const gone = await sql
      .deleteFrom('Identity')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('issuer')
      .executeTakeFirst();
    if (!gone) throw new ValidationError([{ field: 'identity', ...openIdMessages.IDENTITY_NOT_FOUND() }]);
    if (passwordHash === null && !(await hasOtherWay(sql, userId)))
      throw new ValidationError([{ field: 'identity', ...openIdMessages.IDENTITY_LAST() }]);
    await recordSecurity(app, sql, 'IDENTITY_UNLINKED', { userId, whence, body: { issuer: gone.issuer } });
    await sendSignInChangeMail(app, sql, userId, 'identityUnlinked', whence);
  });
}

/**
 * Returns the address where a browser also signs out at its provider (OpenID Connect RP-Initiated Logout
 * 1.0); null if no provider signed it in, or the provider has no such address. Call it before the session
 * ends.
 */
export async function signOutElsewhere(app: App, actor: Actor): Promise<string | null> {
  if (actor.kind !== 'user') return null;
  const session = await app.db.prisma.session.findUnique({
    where: { id: actor.sessionId },
    select: { identity: { select: { issuer: true } } },
  });
  const provider = app.config.openIdProviders.find(({ issuer }) => issuer === session?.identity?.issuer);
  if (!provider) return null;
  // An unreachable provider does not prevent signing out here.
  const client = await clientOf(app, provider).catch(() => null);
  if (!client?.serverMetadata().end_session_endpoint) return null;
  const { buildEndSessionUrl } = await import('openid-client');
  return buildEndSessionUrl(client, { post_logout_redirect_uri: `${app.config.publicUrl}/` }).href;
}

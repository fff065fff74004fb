import type { Prisma, User } from '../../../../prisma/generated/client/client.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { PlatformRole } from '../../../../prisma/generated/client/enums.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, NotSignedInError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { isTimeZone } from '../../../lib/zoned-time.ts';
import { mailLanguages } from '../../../mail/mail-words.ts';
import { storableText } from '../../../text/storable-text.ts';
import { recordAdministration } from './administration-log.ts';
import { checkPassword, type SignIn } from './check-password.ts';
import { createDeviceToken, deviceIdOf } from './device-token.ts';
import { checkSecondFactor } from './second-factor.ts';
import { maySeePersonalData, requireAdmin, requireUser } from './policy.ts';
import { requireRecentProof } from './recent-proof.ts';
import { lockAdministrators, requireAdminWithin, requireOtherAdministrator } from './active-account.ts';
import { personOf, networkNameOf, recordSecurity, type ClientInfo } from './security-log.ts';
import { newDeviceMail, roleChangedMail, sendSecurityMail } from './security-mails.ts';
import { endPreviousSession, openSession, type IdentityUsed, type SignedSession } from './session.ts';
import { identityMessages } from './messages.ts';

const nameMaxCharacters = 200;

/**
 * Checks an email address and password and opens a session. Anyone may try, and failures are counted before
 * the password is checked.
 * @throws NotSignedInError when they don't match; ValidationError on `code` if it is required and is missing
 * or wrong; LimitReachedError after too many failures, or at too many concurrent attempts
 */
export async function signIn(app: App, credentials: SignIn): Promise<OpenedSession> {
  const user = await checkPassword(
    app,
    credentials,
    () => new NotSignedInError(identityMessages.WRONG_CREDENTIALS()),
  );
  await checkSecondFactor(app, user, credentials.code, credentials);
  const isNew = deviceIdOf(user, credentials.device) === null;
  return completeSignIn(app, user, { method: 'password', whence: credentials, isNew });
}

/** How the user authenticated. */
export interface SignInProof {
  method: 'password' | 'openid' | 'passkey';
  whence: ClientInfo;
  /** Whether the person has not signed in with this browser before. */
  isNew: boolean;
  identity?: IdentityUsed;
}

/** A session, and what its browser is to keep. */
export interface OpenedSession extends SignedSession {
  device: string;
  user: User;
}

/**
 * Opens a session for an authenticated user, and records it in the security log. If the device is new, the
 * user is notified, too.
 * @returns the session, and the token for the browser to store
 * @throws NotSignedInError for a stopped account
 */
export async function completeSignIn(
  app: App,
  user: User,
  { method, whence, isNew, identity }: SignInProof,
): Promise<OpenedSession> {
  if (user.stoppedAt !== null) throw new NotSignedInError(identityMessages.ACCOUNT_SUSPENDED());
  const before = isNew && (await hasSignedInBefore(app, user.id));
  const session = await openSession(app, user.id, whence, identity, user);
  await endPreviousSession(app, whence.session);
  await keepLanguage(app, user, whence);
  await recordSecurity(app, app.db.sql, 'SIGNED_IN', {
    userId: user.id,
    whence,
    body: { method, newDevice: isNew },
  });
  if (before)
    await sendSecurityMail(app, app.db.sql, newDeviceMail, { userId: user.id, facts: networkNameOf(whence) });
  return { ...session, device: createDeviceToken(user), user };
}

/** Mails speak what a person chose in the browser that was signed in with last. */
async function keepLanguage({ db }: App, user: User, { language }: ClientInfo): Promise<void> {
  if (!language || language === user.language || !mailLanguages.some((code) => code === language)) return;
  await db.prisma.user.update({ where: { id: user.id }, data: { language } });
}

/** Returns whether the user has signed in before: at the first sign-in, no device is known. */
async function hasSignedInBefore({ db }: App, userId: number): Promise<boolean> {
  const [entry, session] = await Promise.all([
    db.prisma.securityEntry.findFirst({ where: { userId, event: 'SIGNED_IN' }, select: { id: true } }),
    db.prisma.session.findFirst({ where: { userId }, select: { id: true } }),
  ]);
  return entry !== null || session !== null;
}

/**
 * Ends the session that the call came with; its token is worth nothing from then on. Harmless without one.
 */
export async function signOut(app: App, actor: Actor): Promise<void> {
  const session = actor.kind === 'anonymous' ? actor.enrolling : actor.kind === 'user' ? actor : undefined;
  if (session) await app.db.prisma.session.deleteMany({ where: { id: session.sessionId } });
}

/**
 * Ends all sessions of the signed-in user, including this one: sockets close, and tokens become void.
 * @returns their number
 * @throws NotSignedInError, NotAllowedError
 */
export async function signOutEverywhere(app: App, actor: Actor, whence?: ClientInfo): Promise<number> {
  const { userId } = requireUser(actor);
  return app.db.transaction(async (sql) => {
    const ended = await sql.deleteFrom('Session').where('userId', '=', userId).executeTakeFirst();
    await recordSecurity(app, sql, 'SIGNED_OUT_EVERYWHERE', { userId, whence });
    return Number(ended.numDeletedRows);
  });
}

/**
 * Grants or revokes a user's administrator role; for administrators.
 * @throws NotSignedInError, NotAllowedError, NotFoundError; ValidationError on `role` when no administrator
 * who can sign in would remain, and for a stopped account
 */
export async function changeUserRole(
  app: App,
  actor: Actor,
  { userId, role }: { userId: number; role: PlatformRole },
): Promise<User> {
  requireAdmin(actor);
  await app.db.transaction(async (tx) => {
    await requireRecentProof(tx, actor);
    // One after the other: two administrators who take each other's role away would leave none.
    const administrators = await lockAdministrators(tx, userId);
    await requireAdminWithin(tx, actor);
    if (role !== 'admin') requireOtherAdministrator(administrators, userId, 'role');
    const changed = await tx
      .updateTable('User')
      .set({ role })
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .returning('stoppedAt')
      .executeTakeFirst();
    if (!changed) throw new NotFoundError(identityMessages.USER_NOT_FOUND());
    if (role === 'admin' && changed.stoppedAt !== null)
      throw new ValidationError([{ field: 'role', ...identityMessages.STOPPED_NOT_PROMOTED() }]);
    if (administrators.some(({ id }) => id === userId) !== (role === 'admin')) {
      await recordAdministration(tx, actor, 'platform role changed', { role }, { subjectId: userId });
      await recordSecurity(app, tx, 'PLATFORM_ROLE_CHANGED', {
        userId: personOf(actor),
        subjectId: userId,
        body: { role },
      });
      await sendSecurityMail(app, tx, roleChangedMail, { userId, facts: { of: 'platform', role } });
    }
  });
  return app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
}

/**
 * Returns the signed-in user, or null for any other actor.
 * @param query selection of the row
 */
export async function viewer(
  app: App,
  actor: Actor,
  query: Prisma.UserDefaultArgs = {},
): Promise<User | null> {
  return actor.kind === 'user'
    ? app.db.prisma.user.findUnique({ ...query, where: { id: actor.userId } })
    : null;
}

/**
 * Returns a profile: the actor's own or, for administrators, any. Other users' profiles are reached only
 * through shared items.
 * @param query selection of the row
 * @throws NotFoundError
 */
export async function readUser(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.UserDefaultArgs = {},
): Promise<User> {
  const user = maySeePersonalData(actor, id)
    ? await app.db.prisma.user.findUnique({ ...query, where: { id } })
    : null;
  if (!user) throw new NotFoundError(identityMessages.USER_NOT_FOUND());
  return user;
}

/** Returns those of the users whom the actor may know: all for administrators, otherwise the actor alone. */
export async function readUsers(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.UserDefaultArgs = {},
): Promise<User[]> {
  const known = ids.filter((id) => maySeePersonalData(actor, id));
  return known.length === 0 ? [] : app.db.prisma.user.findMany({ ...query, where: { id: { in: known } } });
}

/** What `balanceOf` and `isVerified` look at. */
export const solvencyOf = {
  id: true,
  account: { select: { balance: true, verified: true } },
  members: {
    where: { status: 'active' },
    select: { organization: { select: { account: { select: { balance: true, verified: true } } } } },
  },
} as const satisfies Prisma.UserSelect;

type Solvency = Prisma.UserGetPayload<{ select: typeof solvencyOf }>;

/** Characters left for a user: the own ones and those of the organizations. */
export const balanceOf = (user: Solvency): number =>
  accountsOf(user).reduce((sum, { balance }) => sum + Number(balance), 0);

/** Whether the user, or one of the organizations, is verified. */
export const isVerified = (user: Solvency): boolean => accountsOf(user).some(({ verified }) => verified);

const accountsOf = ({ account, members }: Solvency) =>
  [account, ...members.map(({ organization }) => organization.account)].filter((each) => each !== null);

export interface UserChanges {
  name?: string | null | undefined;
  timeZone?: string | null | undefined;
  language?: string | null | undefined;
}

/** Changes the caller's own profile. @throws ValidationError */
export async function updateUser(app: App, actor: Actor, changes: UserChanges): Promise<User> {
  const { userId } = requireUser(actor);
  const errors: FieldError[] = [];
  const name = changes.name && storableText(changes.name).trim();
  if (name === '') errors.push({ field: 'name', ...kernelMessages.FIELD_EMPTY() });
  if (name && name.length > nameMaxCharacters)
    errors.push({ field: 'name', ...kernelMessages.TOO_LONG({ most: nameMaxCharacters }) });
  if (changes.timeZone && !isTimeZone(changes.timeZone))
    errors.push({ field: 'timeZone', ...kernelMessages.UNKNOWN_TIME_ZONE() });
  const { timeZone, language } = changes;
  if (language != null && !mailLanguages.some((code) => code === language))
    errors.push({ field: 'language', ...identityMessages.UNKNOWN_LANGUAGE() });
  if (errors.length) throw new ValidationError(errors);
  return app.db.prisma.user.update({
    where: { id: userId },
    data: {
      ...(name && { fullname: name }),
      ...(timeZone && { timezone: timeZone }),
      ...(language && { language }),
    },
  });
}

/** IANA names of time zones, sorted. */
export const timeZones = (): string[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].sort();

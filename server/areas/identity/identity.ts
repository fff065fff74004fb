import type { Prisma, User } from '../../../prisma/generated/client/client.ts';
import type { PlatformRole } from '../../../prisma/generated/client/enums.ts';
import { verifyPassword } from '../../lib/crypto.ts';
import { GateFullError } from '../../lib/gate.ts';
import { networkOf, type Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import {
  LimitReachedError,
  NotFoundError,
  NotSignedInError,
  ValidationError,
  type FieldError,
} from '../../kernel/errors.ts';
import { countOne, type Rate } from '../../kernel/rate-limit.ts';
import { isTimeZone } from '../../lib/zoned-time.ts';
import { storableText } from '../../text/storable-text.ts';
import { recordAdministration } from './administration-log.ts';
import { deviceFor, knownDevice } from './known-device.ts';
import { knows, requireAdmin, requireUser } from './policy.ts';
import { openSession, type SignedSession } from './session.ts';
import { identityMessages } from './messages.ts';
import { kernelMessages } from '../../kernel/messages.ts';

const nameMaxCharacters = 200;

export interface SignIn {
  email: string;
  password: string;
  remoteAddress: string;
  /** What an earlier sign-in of this browser was given to keep. */
  device?: string | undefined;
}

/**
 * Failures: of one account from one network, of one network, and of one account from everywhere. Each then
 * goes on slowly.
 */
export const guesses = {
  here: { name: 'sign-in account and network', burst: 10, everyMs: 30_000 },
  network: { name: 'sign-in network', burst: 50, everyMs: 18_000 },
  account: { name: 'sign-in account', burst: 100, everyMs: 36_000 },
  /** Of one account from a device that its owner signed in with before: nobody else uses these up. */
  device: { name: 'sign-in device', burst: 10, everyMs: 30_000 },
} as const satisfies Record<string, Rate>;

/**
 * Checks an e-mail address and password and opens a session. Anybody may try, and failures are counted before
 * the password is looked at.
 * @throws NotSignedInError when they do not belong together; LimitReachedError after too many failures, or
 * when too many try at once
 */
export async function signIn(
  app: App,
  credentials: SignIn,
): Promise<SignedSession & { user: User; device: string }> {
  const user = await checkPassword(app, credentials);
  return { ...(await openSession(app, user.id)), user, device: deviceFor(user) };
}

/** Whose e-mail address and password these are. @throws as `signIn` */
export async function checkPassword(
  app: App,
  { email, password, remoteAddress, device }: SignIn,
): Promise<User> {
  // Nobody has an address with what no database can hold.
  const address = storableText(email).trim().toLowerCase();
  const user = await app.db.prisma.user.findUnique({ where: { email: address } });
  const known = knownDevice(user, device);
  const network = networkOf(remoteAddress);
  const counted: [Rate, string][] = known
    ? [[guesses.device, `${address} ${known}`]]
    : [
        [guesses.here, `${address} ${network}`],
        [guesses.network, network],
        [guesses.account, address],
      ];
  const takenBack: (() => Promise<void>)[] = [];
  const takeBack = () => Promise.all(takenBack.map((one) => one()));
  try {
    for (const [rate, who] of counted)
      takenBack.push(await countOne(app, rate, who, identityMessages.TOO_MANY_FAILED_SIGN_INS()));
    // A password of megabytes would keep scrypt busy for nothing.
    const visitor = { caller: known ?? network, rank: known ? 0 : 1 };
    const right =
      password.length <= 1024 && (await verifyPassword(password, user?.passwordHash ?? null, visitor));
    if (!user || !right) throw new NotSignedInError(identityMessages.WRONG_CREDENTIALS());
  } catch (error) {
    // Whoever was not heard has not failed.
    if (!(error instanceof NotSignedInError)) await takeBack();
    throw error instanceof GateFullError
      ? new LimitReachedError(identityMessages.TOO_MANY_SIGN_INS(), { retryAfter: 5 })
      : error;
  }
  await takeBack();
  return user;
}

/**
 * Ends the session that the call came with; its token is worth nothing from then on. Harmless without one.
 */
export async function signOut(app: App, actor: Actor): Promise<void> {
  if (actor.kind === 'user') await app.db.prisma.session.deleteMany({ where: { id: actor.sessionId } });
}

/**
 * Ends all sessions of whoever is signed in, this one too: sockets close, and no token counts any more.
 * @returns how many there were
 * @throws NotSignedInError, NotAllowedError
 */
export async function signOutEverywhere(app: App, actor: Actor): Promise<number> {
  const { userId } = requireUser(actor);
  return (await app.db.prisma.session.deleteMany({ where: { userId } })).count;
}

/**
 * Makes somebody an administrator, or no longer; for administrators.
 * @throws NotSignedInError, NotAllowedError, NotFoundError; ValidationError on `role` when no administrator
 * would be left
 */
export async function changeUserRole(
  app: App,
  actor: Actor,
  { userId, role }: { userId: number; role: PlatformRole },
): Promise<User> {
  requireAdmin(actor);
  await app.db.transaction(async (tx) => {
    // One after the other: two administrators who take each other's role away would leave none.
    const administrators = await tx
      .selectFrom('User')
      .select('id')
      .where('role', '=', 'admin')
      .orderBy('id')
      .forUpdate()
      .execute();
    const changed = await tx
      .updateTable('User')
      .set({ role })
      .where('id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new NotFoundError(identityMessages.USER_NOT_FOUND());
    if (role !== 'admin' && administrators.every(({ id }) => id === userId)) {
      throw new ValidationError([{ field: 'role', ...identityMessages.LAST_ADMINISTRATOR() }]);
    }
    if (administrators.some(({ id }) => id === userId) !== (role === 'admin'))
      await recordAdministration(tx, actor, 'platform role changed', { role }, { subjectId: userId });
  });
  return app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
}

/** The signed-in user; null for everybody else. @param query what is asked of the row */
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
 * A profile: one's own, to administrators anybody's; others' are reached only through what one shares with
 * them. @param query what is asked of the row @throws NotFoundError
 */
export async function readUser(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.UserDefaultArgs = {},
): Promise<User> {
  const user = knows(actor, id) ? await app.db.prisma.user.findUnique({ ...query, where: { id } }) : null;
  if (!user) throw new NotFoundError(identityMessages.USER_NOT_FOUND());
  return user;
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
  if (errors.length) throw new ValidationError(errors);
  return app.db.prisma.user.update({
    where: { id: userId },
    data: { ...(name && { fullname: name }), ...(changes.timeZone && { timezone: changes.timeZone }) },
  });
}

/** IANA names of time zones, sorted. */
export const timeZones = (): string[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].sort();

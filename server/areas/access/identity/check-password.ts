import type { User } from '../../../../prisma/generated/client/client.ts';
import { verifyPassword } from '../../../lib/security/crypto.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { GateFullError } from '../../../lib/threads/gate.ts';
import { siteNetworkOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  type NetworkRate,
  type Rate,
  type UndoCount,
} from '../../../kernel/rate-limit.ts';
import { storableText } from '../../../text/storable-text.ts';
import { deviceIdOf } from './device-token.ts';
import { recordLimitReached, sendGuessWarning } from './rate-limit-log.ts';
import { signInRateLimits } from './sign-in-rate-limits.ts';
import { requireEnrolling } from './policy.ts';
import { canSignIn } from './active-account.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';
import { identityMessages } from './messages.ts';

export interface SignIn extends ClientInfo {
  email: string;
  password: string;
  /** What an earlier sign-in of this browser was given to keep. */
  device?: string | undefined;
  /** Code of the app, or a recovery code, if the user has a second factor. */
  code?: string | null | undefined;
}

/** Credentials to check. The `sessionId` of a signed-in user counts like a known browser. */
interface PasswordCheck extends SignIn {
  sessionId?: string;
}

/**
 * Returns the user with this email address and password.
 * @param refusal what is thrown when they do not belong together
 * @throws LimitReachedError after too many failures, or when too many try at once
 */
export async function checkPassword(
  app: App,
  { email, password, device, sessionId, ...whence }: PasswordCheck,
  refusal: () => Error,
): Promise<User> {
  // No account's address contains characters that the database can't store.
  const address = storableText(email).trim().toLowerCase();
  const user = await app.db.prisma.user.findUnique({ where: { email: address } });
  // Guesses from elsewhere do not stop the owner from showing the password in an open session.
  const known = sessionId === undefined ? deviceIdOf(user, device) : `session ${sessionId}`;
  const tooMany = identityMessages.TOO_MANY_FAILED_SIGN_INS();
  const onRefusal = async (rate: Rate, who: string): Promise<void> => {
    await recordLimitReached(app, { rate, who, method: 'password', userId: user?.id ?? null, whence });
    if (user && rate === signInRateLimits.account) await sendGuessWarning(app, user.id, 'password', whence);
  };
  const ofNetwork = (rate: NetworkRate, who?: string) =>
    countAgainstNetworkRate(app, rate, whence.remoteAddress, tooMany, {
      ...(who !== undefined && { who }),
      onRefusal,
    });
  const counts: (() => Promise<UndoCount>)[] = known
    ? [() => countAgainstRate(app, signInRateLimits.device, `${address} ${known}`, tooMany, onRefusal)]
    : [
        () => ofNetwork(signInRateLimits.here, address),
        () => ofNetwork(signInRateLimits.network),
        () => countAgainstRate(app, signInRateLimits.account, address, tooMany, onRefusal),
      ];
  let isWrong = false;
  const takenBack: UndoCount[] = [];
  const takeBack = () => Promise.all(takenBack.map((one) => one()));
  try {
    for (const count of counts) takenBack.push(await count());
    // A password of megabytes would keep scrypt busy for nothing.
    const visitor = { caller: known ?? siteNetworkOf(whence.remoteAddress), rank: known ? 0 : 1 };
    const right =
      password.length <= 1024 && (await verifyPassword(password, user?.passwordHash ?? null, visitor));
    if (!user || !right || user.deletedAt !== null || (await isEndedByProvider(app, user))) {
      isWrong = true;
      throw refusal();
    }
  } catch (error) {
    // An attempt that was not checked doesn't count as a failure.
    if (!isWrong) await takeBack();
    // The text typed as an address may be a password, so for unknown users only the network is recorded.
    else
      await recordSecurity(app, app.db.sql, 'SIGN_IN_REFUSED', {
        userId: user?.id ?? null,
        whence,
        body: { method: 'password', reason: 'password' },
      });
    throw error instanceof GateFullError
      ? new LimitReachedError(identityMessages.TOO_MANY_SIGN_INS(), { retryAfter: 5 })
      : error;
  }
  await takeBack();
  return user;
}

/** How long after a sign-in without a password no further proof is required, milliseconds. */
export const freshMs = 600_000;

/**
 * Verifies the signed-in user's identity: by the password or, for users without one, by a recent sign-in at
 * the provider. If that is too long ago, the provider must reauthenticate them at their next sign-in.
 * @throws NotSignedInError, NotAllowedError for programs; ValidationError on `password`; LimitReachedError
 */
export async function provePerson(
  app: App,
  actor: Actor,
  password: string | null | undefined,
  whence: ClientInfo,
): Promise<User> {
  const { userId, sessionId } = requireEnrolling(actor);
  const { prisma } = app.db;
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const wrong = (message: Message) => new ValidationError([{ field: 'password', ...message }]);
  if (user.passwordHash !== null)
    return checkPassword(app, { email: user.email, password: password ?? '', sessionId, ...whence }, () =>
      wrong(identityMessages.WRONG_PASSWORD()),
    );
  const session = await prisma.session.findUnique({
    where: { id: sessionId },
    select: { createdAt: true, provedAt: true },
  });
  const provedAt = session && (session.provedAt ?? session.createdAt);
  if (!provedAt || Date.now() - provedAt.getTime() > freshMs) {
    const askAgainUntil = new Date(Date.now() + freshMs);
    await prisma.identity.updateMany({ where: { userId }, data: { askAgainUntil } });
    throw wrong(identityMessages.SIGN_IN_AGAIN());
  }
  return user;
}

/**
 * Returns whether a provider has ended a user's access, so that the password is invalid until they sign in
 * there again. The password of the last administrator always works, as do those of several that the provider
 * has ended together.
 */
export async function isEndedByProvider({ db }: App, { id, role }: User): Promise<boolean> {
  const ended = await db.prisma.identity.findFirst({
    where: { userId: id, endedAt: { not: null } },
    select: { id: true },
  });
  if (!ended || role !== 'admin') return ended !== null;
  const other = await db.sql
    .selectFrom('User as u')
    .select('u.id')
    .where('u.role', '=', 'admin')
    .where('u.id', '!=', id)
    .where(canSignIn('u'))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

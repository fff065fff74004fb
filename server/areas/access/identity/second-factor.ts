import { Secret, TOTP } from 'otpauth';
import type { User } from '../../../../prisma/generated/client/client.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
  type Rate,
  type UndoCount,
} from '../../../kernel/rate-limit.ts';
import { product } from '../../../product.ts';
import { recordAdministration } from './administration-log.ts';
import { provePerson } from './check-password.ts';
import { signedInDeviceIdOf } from './device-token.ts';
import { recordLimitReached, sendGuessWarning } from './rate-limit-log.ts';
import { requireAdmin, requireEnrolling, requireUser } from './policy.ts';
import { requireAdminWithin, requireActiveAccount } from './active-account.ts';
import { dropNeedlessCodes, renewRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import { requireRecentProof } from './recent-proof.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';
import { sendSignInChangeMail } from './security-mails.ts';
import { identityMessages } from './messages.ts';

/** RFC 6238 as authenticator apps know it: SHA-1, six digits, thirty seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one that count: clocks are never quite right. */
const window = 1;
const setupMs = 900_000;

/**
 * Wrong codes. An account is locked for a short time after ten from browsers that have not signed in to
 * it: of a million codes three are valid at once, so that guesses have a chance of one in a thousand after 83
 * hours, and the person is emailed after the fifth. Known browsers, passkeys and recovery codes, which have
 * 120 random bits, open a locked account as ever.
 */
export const codeGuesses = {
  device: declareRate('Wrong codes', 'an account, from a browser that has signed in to it', {
    burst: 10,
    everyMs: 60_000,
  }),
  account: declareRate('Wrong codes', 'an account, from everywhere else', { burst: 10, everyMs: 900_000 }),
  recovery: declareNetworkRate('Wrong recovery codes', 'an account, from one network', {
    burst: 10,
    everyMs: 60_000,
  }),
  unnoticed: declareRate('Wrong codes before the person is emailed', 'an account', {
    burst: 4,
    everyMs: 86_400_000,
  }),
};

/** What a person's TOTP secret is sealed for. */
export const sealedFor = (userId: number): string => `second factor of user ${userId}`;
const setupOf = (userId: number): string => `second factor to be, of user ${userId}`;

const totpOf = (secret: Secret, label: string): TOTP =>
  new TOTP({ ...shape, secret, label, issuer: product.name });

/** Whether sign-in requires a code, and how many recovery codes are left. */
export interface SecondFactor {
  enabled: boolean;
  recoveryCodes: number;
}

/** Returns the second factor of the signed-in user; null for a program. */
export async function readSecondFactor({ db }: App, actor: Actor): Promise<SecondFactor | null> {
  if (actor.kind !== 'user') return null;
  const { totpSecret, _count } = await db.prisma.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { totpSecret: true, _count: { select: { recoveryCodes: true } } },
  });
  return { enabled: totpSecret !== null, recoveryCodes: _count.recoveryCodes };
}

/** What an authenticator app is shown, until it is confirmed. */
export interface SecondFactorSetup {
  /** `otpauth://…`, which a QR code carries. */
  uri: string;
  /** The secret in base 32, to be typed where no code can be read. */
  secret: string;
  /** To be sent along with the first code. */
  setup: string;
}

/**
 * Makes a secret for an authenticator app; nothing changes until a first code confirms it. @throws
 * NotSignedInError, NotAllowedError
 */
export async function beginSecondFactor(app: App, actor: Actor): Promise<SecondFactorSetup> {
  const { userId } = requireEnrolling(actor);
  const { email } = await app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  // 160 bits, as RFC 4226, section 4, recommends.
  const secret = new Secret({ size: 20 });
  return {
    uri: totpOf(secret, email).toString(),
    secret: secret.base32,
    setup: app.sealing.seal(JSON.stringify({ secret: secret.base32, at: Date.now() }), setupOf(userId)),
  };
}

export interface ConfirmSecondFactor extends ClientInfo {
  setup: string;
  code: string;
  password: string;
}

/**
 * Requires a code at each sign-in from now on, and replaces an earlier app. All other sessions end.
 * @returns recovery codes, each for one sign-in, which can't be read again
 * @throws NotSignedInError, NotAllowedError; ValidationError on `code`, `password`; LimitReachedError
 */
export async function confirmSecondFactor(
  app: App,
  actor: Actor,
  { setup, code, password, ...whence }: ConfirmSecondFactor,
): Promise<string[]> {
  const { userId, sessionId } = requireEnrolling(actor);
  const user = await provePerson(app, actor, password, whence);
  const opened = app.sealing.open(setup, setupOf(userId));
  const kept = opened === null ? null : (JSON.parse(opened) as { secret: string; at: number });
  if (!kept || Date.now() - kept.at > setupMs) throw wrongCode();
  const step = stepOf(Secret.fromBase32(kept.secret), code);
  if (step === null) throw wrongCode();
  return app.db.transaction(async (sql) => {
    await requireActiveAccount(sql, userId);
    await sql
      .updateTable('User')
      .set({ totpSecret: app.dataSealing.seal(kept.secret, sealedFor(user.id)), totpStep: step })
      .where('id', '=', userId)
      .execute();
    await sql.deleteFrom('Session').where('userId', '=', userId).where('id', '!=', sessionId).execute();
    await recordSecurity(app, sql, 'SECOND_FACTOR_ADDED', { userId, whence });
    await sendSignInChangeMail(app, sql, userId, 'secondFactorAdded', whence);
    return renewRecoveryCodes(sql, userId);
  });
}

/** @throws NotSignedInError, NotAllowedError; ValidationError on `password`; LimitReachedError */
export async function removeSecondFactor(
  app: App,
  actor: Actor,
  { password, ...whence }: ClientInfo & { password: string },
): Promise<void> {
  const { userId } = requireUser(actor);
  await provePerson(app, actor, password, whence);
  await app.db.transaction(async (sql) => {
    await sql
      .updateTable('User')
      .set({ totpSecret: null, totpStep: null })
      .where('id', '=', userId)
      .execute();
    await dropNeedlessCodes(sql, userId);
    await recordSecurity(app, sql, 'SECOND_FACTOR_REMOVED', { userId, whence });
    await sendSignInChangeMail(app, sql, userId, 'secondFactorRemoved', whence);
  });
}

/**
 * Removes second factor and passkeys of a user who has lost them all, and ends their sessions; for
 * administrators, who have verified the user's identity. The user is notified by email.
 * @throws NotSignedInError, NotAllowedError, NotFoundError; ValidationError on `user` if it is the caller
 */
export async function resetSecondFactor(app: App, actor: Actor, userId: number): Promise<void> {
  const admin = requireAdmin(actor);
  await app.db.transaction(async (sql) => {
    await requireRecentProof(sql, actor);
    await requireAdminWithin(sql, actor);
    const found = await sql
      .updateTable('User')
      .set({ totpSecret: null, totpStep: null })
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!found) throw new NotFoundError(identityMessages.USER_NOT_FOUND());
    // Administrators remove their own second factor on their profile, which requires the password.
    if (admin.userId === userId)
      throw new ValidationError([{ field: 'user', ...identityMessages.OWN_SECOND_FACTOR() }]);
    for (const table of ['Passkey', 'RecoveryCode', 'Session'] as const)
      await sql.deleteFrom(table).where('userId', '=', userId).execute();
    await recordAdministration(sql, actor, 'second factor taken', undefined, { subjectId: userId });
    await recordSecurity(app, sql, 'SECOND_FACTOR_RESET', { userId: admin.userId, subjectId: userId });
    await sendSignInChangeMail(app, sql, userId, 'secondFactorTaken');
  });
}

/**
 * Checks the second factor after a correct password: a code of the app, each valid once, or a recovery code.
 * (A passkey needs no password: see passkey-sign-in.ts.)
 * @throws ValidationError on `code` if it is missing or wrong, on `passkey` if a passkey or a recovery code
 * is required; LimitReachedError after too many wrong ones
 */
export async function checkSecondFactor(
  app: App,
  user: User,
  code: string | null | undefined,
  whence: ClientInfo & { device?: string | undefined },
): Promise<void> {
  const { id: userId, totpSecret } = user;
  // With a passkey the password alone is not enough either; a recovery code takes its place.
  if (totpSecret === null && !(await hasPasskey(app, userId))) return;
  if (!code?.trim())
    throw new ValidationError([
      totpSecret === null
        ? { field: 'passkey', ...identityMessages.PASSKEY_NEEDED() }
        : { field: 'code', ...identityMessages.SECOND_FACTOR_NEEDED() },
    ]);
  const takeBack = await countCode(app, user, code, whence);
  const secret = totpSecret === null ? null : app.dataSealing.open(totpSecret, sealedFor(userId));
  const step = secret === null ? null : stepOf(Secret.fromBase32(secret), code);
  const right =
    (step !== null && (await useStep(app.db.sql, userId, step))) ||
    (await useRecoveryCode(app, userId, code, whence));
  if (right) return void (await takeBack());
  await recordSecurity(app, app.db.sql, 'SIGN_IN_REFUSED', {
    userId,
    whence,
    body: { method: 'password', reason: 'code' },
  });
  await countAgainstRate(
    app,
    codeGuesses.unnoticed,
    String(userId),
    identityMessages.SECOND_FACTOR_WRONG(),
  ).catch(async (error: unknown) => {
    if (!(error instanceof LimitReachedError)) throw error;
    await sendGuessWarning(app, userId, 'code', whence);
  });
  throw wrongCode();
}

/** Counts a code as wrong before it is looked at. @returns what takes that back @throws LimitReachedError */
async function countCode(
  app: App,
  user: User,
  code: string,
  { device, ...whence }: ClientInfo & { device?: string | undefined },
): Promise<UndoCount> {
  const tooMany = identityMessages.TOO_MANY_FAILED_SIGN_INS();
  const who = String(user.id);
  const onRefusal = async (rate: Rate, counted: string): Promise<void> => {
    await recordLimitReached(app, { rate, who: counted, method: 'password', userId: user.id, whence });
    await sendGuessWarning(app, user.id, 'code', whence);
  };
  if (!digitsOf(code))
    return countAgainstNetworkRate(app, codeGuesses.recovery, whence.remoteAddress, tooMany, {
      who,
      onRefusal,
    });
  const known = signedInDeviceIdOf(user, device);
  return known === null
    ? countAgainstRate(app, codeGuesses.account, who, tooMany, onRefusal)
    : countAgainstRate(app, codeGuesses.device, `${who} ${known}`, tooMany, onRefusal);
}

const hasPasskey = async ({ db }: App, userId: number): Promise<boolean> =>
  (await db.prisma.passkey.findFirst({ where: { userId }, select: { id: true } })) !== null;

const wrongCode = () => new ValidationError([{ field: 'code', ...identityMessages.SECOND_FACTOR_WRONG() }]);

/** Six digits, as an app shows them; null: it is no code of an app. */
function digitsOf(code: string): string | null {
  const digits = code.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** The time step that a code is of; null: of none about now. */
function stepOf(secret: Secret, code: string): number | null {
  const digits = digitsOf(code);
  if (digits === null) return null;
  const delta = totpOf(secret, '').validate({ token: digits, window });
  return delta === null ? null : Math.floor(Date.now() / 1000 / shape.period) + delta;
}

/** RFC 6238, section 5.2: a used code is invalid afterwards, and so are earlier ones. */
async function useStep(sql: Sql, userId: number, step: number): Promise<boolean> {
  const used = await sql
    .updateTable('User')
    .set({ totpStep: step })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('totpStep', 'is', null), eb('totpStep', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

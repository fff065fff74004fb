import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { product } from '../../../product.ts';
import { storableText } from '../../../text/storable-text.ts';
import { provePerson } from './check-password.ts';
import { identityMessages } from './messages.ts';
import {
  answerMs,
  handleOf,
  storeChallenge,
  readChallenge,
  newChallenge,
  readCredential,
  siteOf,
  useChallenge,
  type PasskeyChallenge,
} from './passkey-ceremony.ts';
import { requireEnrolling, requireUser } from './policy.ts';
import { requireActiveAccount } from './active-account.ts';
import { dropNeedlessCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';
import { sendSignInChangeMail } from './security-mails.ts';

const passkeysMax = 20;
const nameMaxCharacters = 100;

const addedBy = ({ userId, sessionId }: { userId: number; sessionId: string }): string =>
  `passkey to be, of user ${userId} in session ${sessionId}`;
const wrong = (field: string, message: Message) => new ValidationError([{ field, ...message }]);

/** Returns the passkeys of the signed-in user, the oldest first; null for a program. */
export async function listPasskeys({ db }: App, actor: Actor): Promise<Passkey[] | null> {
  return actor.kind === 'user'
    ? db.prisma.passkey.findMany({ where: { userId: actor.userId }, orderBy: { id: 'asc' } })
    : null;
}

/**
 * Returns the browser's options to create a passkey for the signed-in user.
 * @throws NotSignedInError, NotAllowedError; ValidationError on `password`, and on `passkey` if there are too
 * many already; LimitReachedError
 */
export async function beginPasskey(
  app: App,
  actor: Actor,
  { password, ...whence }: ClientInfo & { password?: string | null | undefined },
): Promise<PasskeyChallenge> {
  const enrolling = requireEnrolling(actor);
  const user = await provePerson(app, actor, password, whence);
  const known = await app.db.prisma.passkey.findMany({ where: { userId: user.id } });
  if (known.length >= passkeysMax)
    throw wrong('passkey', identityMessages.TOO_MANY_PASSKEYS({ most: passkeysMax }));
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: product.name,
    rpID: siteOf(app).expectedRPID,
    userName: user.email,
    userDisplayName: user.fullname,
    userID: handleOf(user.id),
    challenge: Buffer.from(newChallenge(), 'base64url'),
    timeout: answerMs,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // It takes the place of password and code: the device asks for a finger, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return {
    options: JSON.stringify(options),
    setup: storeChallenge(app, options.challenge, addedBy(enrolling)),
  };
}

export interface NewPasskey extends ClientInfo {
  setup: string;
  /** What the browser answered, as JSON. */
  credential: string;
  name: string;
}

/**
 * Stores a passkey. From the first one on, the password alone no longer signs in. All other sessions end.
 * @returns recovery codes if it is the first second step, otherwise none
 * @throws NotSignedInError, NotAllowedError; ValidationError on `name`, `passkey`
 */
export async function confirmPasskey(
  app: App,
  actor: Actor,
  { setup, credential: text, name: given, ...whence }: NewPasskey,
): Promise<string[]> {
  const { userId, sessionId } = requireEnrolling(actor);
  const name = passkeyName(given);
  const credential = readCredential<RegistrationResponseJSON>(text);
  const challenge = readChallenge(app, setup, addedBy({ userId, sessionId }));
  if (credential === null || challenge === null) throw wrong('passkey', identityMessages.PASSKEY_REFUSED());
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    requireUserVerification: true,
    ...siteOf(app),
  }).catch((error: unknown) => {
    app.log.warn({ err: error, userId }, 'passkey registration refused');
    throw wrong('passkey', identityMessages.PASSKEY_REFUSED());
  });
  if (!verified || !(await useChallenge(app, challenge)))
    throw wrong('passkey', identityMessages.PASSKEY_REFUSED());
  const { credential: key, credentialBackedUp } = registrationInfo;
  return app.db.transaction(async (sql) => {
    await requireActiveAccount(sql, userId);
    const isFirst = await hasNoSecondFactor(sql, userId);
    const added = await sql
      .insertInto('Passkey')
      .values({
        userId,
        name,
        credentialId: key.id,
        publicKey: Buffer.from(key.publicKey),
        counter: String(key.counter),
        transports: key.transports ?? [],
        backedUp: credentialBackedUp,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw wrong('passkey', identityMessages.PASSKEY_KNOWN());
    await recordSecurity(app, sql, 'PASSKEY_ADDED', { userId, whence, body: { name } });
    await sendSignInChangeMail(app, sql, userId, 'passkeyAdded', whence);
    if (!isFirst) return [];
    await endOtherSessions(sql, userId, sessionId);
    return renewRecoveryCodes(sql, userId);
  });
}

/** @throws NotSignedInError, NotAllowedError; ValidationError on `name`, `passkey` */
export async function renamePasskey(
  app: App,
  actor: Actor,
  { id, name: given }: { id: number; name: string },
): Promise<void> {
  const { userId } = requireUser(actor);
  const name = passkeyName(given);
  const { count } = await app.db.prisma.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw wrong('passkey', identityMessages.PASSKEY_NOT_FOUND());
}

/**
 * Removes one of the user's passkeys: the device no longer signs in, and all other sessions end.
 * @throws NotSignedInError, NotAllowedError; ValidationError on `password`, and on `passkey` if it is not one
 * of theirs, or no sign-in method would remain; LimitReachedError
 */
export async function removePasskey(
  app: App,
  actor: Actor,
  { id, password, ...whence }: ClientInfo & { id: number; password?: string | null | undefined },
): Promise<void> {
  const { userId, sessionId } = requireUser(actor);
  await provePerson(app, actor, password, whence);
  await app.db.transaction(async (sql) => {
    const { passwordHash } = await sql
      .selectFrom('User')
      .select('passwordHash')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const gone = await sql
      .deleteFrom('Passkey')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('name')
      .executeTakeFirst();
    if (!gone) throw wrong('passkey', identityMessages.PASSKEY_NOT_FOUND());
    if (passwordHash === null && !(await hasOtherWay(sql, userId)))
      throw wrong('passkey', identityMessages.PASSKEY_LAST());
    await endOtherSessions(sql, userId, sessionId);
    await dropNeedlessCodes(sql, userId);
    await recordSecurity(app, sql, 'PASSKEY_REMOVED', { userId, whence, body: { name: gone.name } });
    await sendSignInChangeMail(app, sql, userId, 'passkeyRemoved', whence);
  });
}

/** Returns whether the user can sign in without a password: with a passkey, or by an OpenID provider. */
export async function hasOtherWay(sql: Sql, userId: number): Promise<boolean> {
  const [passkey, identity] = await Promise.all([
    sql.selectFrom('Passkey').select('id').where('userId', '=', userId).limit(1).executeTakeFirst(),
    sql.selectFrom('Identity').select('id').where('userId', '=', userId).limit(1).executeTakeFirst(),
  ]);
  return passkey !== undefined || identity !== undefined;
}

/** @throws ValidationError on `name` */
function passkeyName(given: string): string {
  const name = storableText(given).trim();
  if (!name) throw wrong('name', kernelMessages.FIELD_EMPTY());
  if (name.length > nameMaxCharacters)
    throw wrong('name', kernelMessages.TOO_LONG({ most: nameMaxCharacters }));
  return name;
}

async function hasNoSecondFactor(sql: Sql, userId: number): Promise<boolean> {
  const { totpSecret } = await sql
    .selectFrom('User')
    .select('totpSecret')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const passkey = await sql
    .selectFrom('Passkey')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return totpSecret === null && passkey === undefined;
}

const endOtherSessions = (sql: Sql, userId: number, own: string) =>
  sql.deleteFrom('Session').where('userId', '=', userId).where('id', '!=', own).execute();

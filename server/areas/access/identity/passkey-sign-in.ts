import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { User } from '../../../../prisma/generated/client/client.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { countAgainstNetworkRate, declareNetworkRate } from '../../../kernel/rate-limit.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { now } from '../../../lib/database/sql.ts';
import { isEndedByProvider } from './check-password.ts';
import { completeSignIn, type OpenedSession } from './identity.ts';
import { deviceIdOf } from './device-token.ts';
import { recordLimitReached } from './rate-limit-log.ts';
import { identityMessages } from './messages.ts';
import {
  answerMs,
  storeChallenge,
  readChallenge,
  newChallenge,
  readCredential,
  siteOf,
  useChallenge,
  type PasskeyChallenge,
} from './passkey-ceremony.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';

/** Credentials that no passkey has signed. */
export const passkeyTries = declareNetworkRate('Failed passkeys', 'a network', {
  burst: 30,
  everyMs: 20_000,
});

const purpose = 'sign-in with a passkey';

/** Returns the browser's options to sign in with any passkey: they reveal nothing about accounts. */
export async function beginPasskeySignIn(app: App): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: siteOf(app).expectedRPID,
    challenge: Buffer.from(newChallenge(), 'base64url'),
    timeout: answerMs,
    userVerification: 'required',
  });
  return { options: JSON.stringify(options), setup: storeChallenge(app, options.challenge, purpose) };
}

export interface PasskeySignIn extends ClientInfo {
  setup: string;
  /** What the browser answered, as JSON. */
  credential: string;
  /** What an earlier sign-in of this browser was given to keep. */
  device?: string | undefined;
}

/**
 * Signs in with a passkey, which replaces password and code: its device has verified a fingerprint, a face or
 * a PIN.
 * @throws ValidationError on `passkey`; LimitReachedError after too many invalid ones
 */
export async function signInWithPasskey(
  app: App,
  { device, ...input }: PasskeySignIn,
): Promise<OpenedSession> {
  const user = await checkPasskey(app, input);
  const isNew = deviceIdOf(user, device) === null;
  const { setup: _, credential: __, ...whence } = input;
  return completeSignIn(app, user, { method: 'passkey', whence, isNew });
}

/**
 * Checks a passkey's response to `beginPasskeySignIn`, once.
 * @returns whose passkey it is
 * @throws as `signInWithPasskey`
 */
export async function checkPasskey(
  app: App,
  { setup, credential: text, ...whence }: Omit<PasskeySignIn, 'device'>,
): Promise<User> {
  const tooMany = identityMessages.TOO_MANY_FAILED_SIGN_INS();
  const takeBack = await countAgainstNetworkRate(app, passkeyTries, whence.remoteAddress, tooMany, {
    onRefusal: (rate, who) => recordLimitReached(app, { rate, who, method: 'passkey', userId: null, whence }),
  });
  const refused = (message: Message) => new ValidationError([{ field: 'passkey', ...message }]);
  const credential = readCredential<AuthenticationResponseJSON>(text);
  const challenge = readChallenge(app, setup, purpose);
  if (credential === null || challenge === null) throw refused(identityMessages.PASSKEY_REFUSED());
  const passkey = await app.db.prisma.passkey.findUnique({
    where: { credentialId: credential.id },
    include: { user: true },
  });
  if (!passkey) throw refused(identityMessages.PASSKEY_UNKNOWN());
  const { user, userId } = passkey;
  const counter = await signatures(app, passkey, challenge, credential);
  if (counter === null || !(await useChallenge(app, challenge)) || (await isEndedByProvider(app, user))) {
    await recordSecurity(app, app.db.sql, 'SIGN_IN_REFUSED', {
      userId,
      whence,
      body: { method: 'passkey', reason: 'passkey' },
    });
    throw refused(identityMessages.PASSKEY_REFUSED());
  }
  await app.db.sql
    .updateTable('Passkey')
    .set({ counter: String(counter), lastUsedAt: now() })
    .where('id', '=', passkey.id)
    .execute();
  await takeBack();
  return user;
}

/**
 * Returns the signature counter of the device after this response; null if it isn't valid for this passkey.
 */
async function signatures(
  app: App,
  {
    userId,
    credentialId,
    publicKey,
    counter,
  }: { userId: number; credentialId: string; publicKey: Uint8Array; counter: bigint },
  challenge: string,
  credential: AuthenticationResponseJSON,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
      ...siteOf(app),
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    app.log.warn({ err: error, userId }, 'passkey sign-in refused');
    return null;
  }
}

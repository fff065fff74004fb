import { createHmac, randomBytes } from 'node:crypto';
import type { User } from '../../../../prisma/generated/client/client.ts';
import { isSecret } from '../../../lib/security/crypto.ts';

type Person = Pick<User, 'id' | 'passwordHash'>;

/**
 * Returns a token that a browser stores after sign-in, so that guesses from elsewhere don't lock the user
 * out. It grants no access, works for no other user, and becomes void when the password changes.
 */
export function createDeviceToken(person: Person): string {
  return sealed(person, randomBytes(12).toString('base64url'));
}

/** Returns the same for a browser that has set a new password by a link, which proves the mailbox alone. */
export function createResetDeviceToken(person: Person): string {
  return sealed(person, `${resetMark}${randomBytes(12).toString('base64url')}`);
}

/** The id of a device that was given to this person; null for any other. */
export function deviceIdOf(person: Person | null, device: string | undefined): string | null {
  const [id, given] = device?.split('.') ?? [];
  if (!person?.passwordHash || !id || !given) return null;
  return isSecret(given, seal(person, id)) ? id : null;
}

/** Returns the device's id if the user has signed in there, with the second factor if required. */
export function signedInDeviceIdOf(person: Person | null, device: string | undefined): string | null {
  const id = deviceIdOf(person, device);
  return id?.startsWith(resetMark) ? null : id;
}

/** What no id begins with but one of `createResetDeviceToken`: base64url has no tilde. */
const resetMark = '~';

const sealed = (person: Person, id: string): string => `${id}.${seal(person, id)}`;

const seal = ({ id: userId, passwordHash }: Person, id: string): string =>
  createHmac('sha256', passwordHash ?? '')
    .update(`device ${userId} ${id}`)
    .digest('base64url');

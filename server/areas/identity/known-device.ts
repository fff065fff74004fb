import { createHmac, randomBytes } from 'node:crypto';
import type { User } from '../../../prisma/generated/client/client.ts';
import { isSecret } from '../../lib/crypto.ts';

type Person = Pick<User, 'id' | 'passwordHash'>;

/**
 * What a browser keeps after a person has signed in, so that guesses from elsewhere do not keep that person
 * out. It is worth nothing by itself, nothing for anybody else, and nothing once the password is another one.
 */
export function deviceFor(person: Person): string {
  const id = randomBytes(12).toString('base64url');
  return `${id}.${seal(person, id)}`;
}

/** The id of a device that was given to this person; null for any other. */
export function knownDevice(person: Person | null, device: string | undefined): string | null {
  const [id, given] = device?.split('.') ?? [];
  if (!person?.passwordHash || !id || !given) return null;
  return isSecret(given, seal(person, id)) ? id : null;
}

const seal = ({ id: userId, passwordHash }: Person, id: string): string =>
  createHmac('sha256', passwordHash ?? '')
    .update(`device ${userId} ${id}`)
    .digest('base64url');

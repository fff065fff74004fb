import { createHash, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { Gate, type Visitor } from '../threads/gate.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** What a password costs to hash: OWASP's floor for scrypt (128 MiB). Tests of other things make it cheap. */
export const passwordCost = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;
/**
 * Each takes a thread of four that files and names need, too, and 128 MB: two at a time leave the others
 * free.
 */
const hashing = new Gate({
  atOnce: 2,
  waitingMax: 24,
  perCaller: { share: 0.5, waitingMax: 4 },
  patience: () => 5_000,
});

/** A password as it is stored: `scrypt$N$r$p$salt$key`, base64url. @throws GateFullError */
export async function hashPassword(password: string, visitor?: Visitor): Promise<string> {
  const salt = randomBytes(16);
  const key = await hashing.run(
    () =>
      derive(password.normalize('NFKC'), salt, keyBytes, {
        ...passwordCost,
        maxmem: 256 * passwordCost.N * passwordCost.r,
      }),
    visitor,
  );
  return [
    'scrypt',
    passwordCost.N,
    passwordCost.r,
    passwordCost.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$');
}

/**
 * Checks a password against the stored one. Takes the same time if none is stored, so that the response does
 * not reveal which accounts exist.
 * @throws GateFullError when too many checks wait
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  visitor?: Visitor,
): Promise<boolean> {
  const [, N, r, p, salt, key] = (
    stored ?? `scrypt$${passwordCost.N}$${passwordCost.r}$${passwordCost.p}$AAAAAAAAAAAAAAAAAAAAAA$`
  ).split('$');
  const expected = Buffer.from(key ?? '', 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 256 * Number(N) * Number(r) };
  const actual = await hashing.run(
    () => derive(password.normalize('NFKC'), Buffer.from(salt ?? '', 'base64url'), keyBytes, options),
    visitor,
  );
  return expected.length === keyBytes && timingSafeEqual(actual, expected);
}

/** A secret to hand out once (`pk_…`), its first characters to tell it apart, and the hash to keep. */
export function createSecret(kind: string): { secret: string; prefix: string; hash: string } {
  let secret: string;
  // Where a mail is plain text, programs that look for links in it may leave out a hyphen at the end of one.
  do secret = `${kind}_${randomBytes(24).toString('base64url')}`;
  while (secret.endsWith('-'));
  return { secret, prefix: secret.slice(0, kind.length + 7), hash: hashSecret(secret) };
}

/** sha256 in hex. Enough for secrets of 192 random bits: there is nothing to guess. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares a given value with a secret in constant time. */
export function isSecret(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Claims of a token, apart from its issue and expiry times. */
export type Claims = Readonly<Record<string, unknown>>;

/** Signs and reads tokens: one key signs, each of them may have signed. */
export interface TokenKeys {
  /** Hashes of the secrets, by which tokens name them. */
  readonly keyIds: readonly string[];
  /** A JSON Web Token that ends at `expiresAt`. */
  sign(claims: Claims, expiresAt: Date): string;
  /**
   * What a token says; null for one that none of the keys signed, that has ended, or that would never end.
   */
  read(token: string): Claims | null;
  /** Proves to who has the same keys that this process has them. @param challenge a random word */
  answer(challenge: string): string;
  /** Whether a process with one of these keys answered a challenge. */
  isAnswer(challenge: string, answer: string): boolean;
}

/** Maximum token length. Ours use a fifth of it, and clients without one cannot make us hash megabytes. */
const maxLength = 1_024;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/**
 * Of tokens from before keys had ids, whose sessions outlive an upgrade. Any of the keys may have signed one.
 */
const headerWithoutKey = encoded({ alg: 'HS256' });

/**
 * Keys for JSON Web Tokens (RFC 7519) with HMAC-SHA256. A key's id is a hash of its secret, so that keys need
 * no names.
 *
 * A token is read only when its header is, letter for letter, the one that we write for one of the keys, or
 * wrote before keys had ids: there is no algorithm to be talked into, no header to be parsed, and a key that
 * is unknown is known at once.
 * @param secrets the first signs; at least one
 */
export function tokenKeys(secrets: readonly string[]): TokenKeys {
  const keys = secrets.map((secret) => {
    const kid = createHash('sha256').update(`key id of ${secret}`).digest('base64url').slice(0, 11);
    return { secret, kid, header: encoded({ alg: 'HS256', typ: 'JWT', kid }) };
  });
  const [signing] = keys;
  if (!signing) throw new RangeError('Tokens need a secret.');
  const byHeader = new Map(keys.map(({ header, secret }) => [header, [secret]]));
  byHeader.set(headerWithoutKey, [...secrets]);
  const signatureOf = (content: string, secret: string): string =>
    createHmac('sha256', secret).update(content).digest('base64url');
  return {
    keyIds: keys.map(({ kid }) => kid),
    sign(claims, expiresAt) {
      const content = `${signing.header}.${encoded({ ...claims, iat: seconds(Date.now()), exp: seconds(expiresAt.getTime()) })}`;
      return `${content}.${signatureOf(content, signing.secret)}`;
    },
    read(token) {
      if (token.length > maxLength) return null;
      const [header = '', payload = '', signature = '', ...more] = token.split('.');
      const candidates = byHeader.get(header);
      if (candidates === undefined || more.length > 0) return null;
      const content = `${header}.${payload}`;
      if (!candidates.some((secret) => isEqual(signature, signatureOf(content, secret)))) return null;
      // The signer has the key, but may be another program.
      const claims = parsed(payload);
      return typeof claims?.['exp'] === 'number' && claims['exp'] > Date.now() / 1000 ? claims : null;
    },
    answer: (challenge) => signatureOf(challengeText(challenge), signing.secret),
    isAnswer: (challenge, answer) =>
      secrets.some((secret) => isEqual(answer, signatureOf(challengeText(challenge), secret))),
  };
}

/** What is signed to answer a challenge. Its spaces are in no token. */
const challengeText = (challenge: string): string => `answer to the challenge ${challenge}`;

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

function parsed(payload: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { jwtVerify, SignJWT } from 'jose';
import { tokenKeys } from './signed-token.ts';

const [old, current] = ['a'.repeat(48), randomBytes(48).toString('base64url')];
const keys = tokenKeys([current, old]);
const later = new Date(Date.now() + 60_000);
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const headerOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
/** Signs any header and claims with the right secret. */
const signed = (header: unknown, claims: unknown, secret = current): string => {
  const content = `${encoded(header)}.${encoded(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
};
const soon = Math.floor(later.getTime() / 1000);

test('a signed token can be verified here and by any JWT library', async () => {
  const token = keys.sign({ sid: 'x' }, later);
  expect(keys.read(token)).toMatchObject({ sid: 'x', exp: soon });
  const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(current), {
    algorithms: ['HS256'],
  });
  expect(payload).toMatchObject({ sid: 'x', exp: soon });
  expect(protectedHeader['kid']).toMatch(/^[\w-]{11}$/);
});

test('the first key signs, and previous keys verify until they are removed', () => {
  const before = tokenKeys([old]).sign({ sid: 'x' }, later);
  const after = keys.sign({ sid: 'x' }, later);
  expect(headerOf(after)['kid']).not.toBe(headerOf(before)['kid']);
  expect(keys.read(before)).toMatchObject({ sid: 'x' });
  expect(tokenKeys([current]).read(before)).toBeNull();
  expect(tokenKeys([old]).read(after)).toBeNull();
});

test('the key id does not reveal the secret', () => {
  const { kid } = headerOf(tokenKeys([old]).sign({}, later)) as { kid: string };
  expect(old).not.toContain(kid);
});

test.each([
  ['an expired token', () => keys.sign({ sid: 'x' }, new Date(Date.now() - 1_000))],
  ['a token without expiry', () => signed(headerOf(keys.sign({}, later)), { sid: 'x' })],
  [
    'a token with a text as expiry',
    () => signed(headerOf(keys.sign({}, later)), { sid: 'x', exp: '9999999999' }),
  ],
  ['a token without claims', () => signed(headerOf(keys.sign({}, later)), null)],
  [
    'no algorithm',
    () =>
      `${encoded({ ...headerOf(keys.sign({}, later)), alg: 'none' })}.${encoded({ sid: 'x', exp: soon })}.`,
  ],
  [
    'another algorithm with the right secret',
    () => signed({ ...headerOf(keys.sign({}, later)), alg: 'HS512' }, { sid: 'x', exp: soon }),
  ],
  [
    'an unknown key',
    () => signed({ ...headerOf(keys.sign({}, later)), kid: 'unknown' }, { sid: 'x', exp: soon }),
  ],
  [
    'a token without key id and with an unknown key',
    () => signed({ alg: 'HS256' }, { sid: 'x', exp: soon }, 'another'),
  ],
  ['an expired token without key id', () => signed({ alg: 'HS256' }, { sid: 'x', exp: 1_000_000_000 })],
  [
    'a token without key id in a foreign format',
    () => signed({ typ: 'JWT', alg: 'HS256' }, { sid: 'x', exp: soon }),
  ],
  ['the key of another secret', () => signed(headerOf(keys.sign({}, later)), { sid: 'x', exp: soon }, old)],
  [
    'a changed payload',
    () => keys.sign({ sid: 'x' }, later).replace(/\.[^.]+\./, `.${encoded({ sid: 'y', exp: soon })}.`),
  ],
  ['a cut signature', () => keys.sign({ sid: 'x' }, later).slice(0, -1)],
  ['a non-canonical signature', () => `${keys.sign({ sid: 'x' }, later)}=`],
  ['an extra part', () => `${keys.sign({ sid: 'x' }, later)}.x`],
  ['nothing', () => ''],
  ['megabytes', () => 'x'.repeat(5_000_000)],
])('%s is refused', (_, token) => {
  expect(keys.read(token())).toBeNull();
});

test('a token from another library is accepted if it names its key', async () => {
  const { kid } = headerOf(keys.sign({}, later)) as { kid: string };
  const token = await new SignJWT({ sid: 'x' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
    .setExpirationTime(later)
    .sign(new TextEncoder().encode(current));
  expect(keys.read(token)).toMatchObject({ sid: 'x' });
});

test('a session without a key id stays valid under each current secret', async () => {
  // As it was signed then.
  const before = (secret: string) =>
    new SignJWT({ sid: 'x' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(later)
      .sign(new TextEncoder().encode(secret));
  expect(keys.read(await before(current))).toMatchObject({ sid: 'x' });
  expect(keys.read(await before(old))).toMatchObject({ sid: 'x' });
  expect(keys.read(await before('b'.repeat(48)))).toBeNull();
});

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

test('what is signed is read, by this and by any library for such tokens', async () => {
  const token = keys.sign({ sid: 'x' }, later);
  expect(keys.read(token)).toMatchObject({ sid: 'x', exp: soon });
  const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(current), {
    algorithms: ['HS256'],
  });
  expect(payload).toMatchObject({ sid: 'x', exp: soon });
  expect(protectedHeader['kid']).toMatch(/^[\w-]{11}$/);
});

test('the first key signs; one that came before still counts until it is gone', () => {
  const before = tokenKeys([old]).sign({ sid: 'x' }, later);
  const after = keys.sign({ sid: 'x' }, later);
  expect(headerOf(after)['kid']).not.toBe(headerOf(before)['kid']);
  expect(keys.read(before)).toMatchObject({ sid: 'x' });
  expect(tokenKeys([current]).read(before)).toBeNull();
  expect(tokenKeys([old]).read(after)).toBeNull();
});

test('the id does not give the secret away', () => {
  const { kid } = headerOf(tokenKeys([old]).sign({}, later)) as { kid: string };
  expect(old).not.toContain(kid);
});

test.each([
  ['one that has ended', () => keys.sign({ sid: 'x' }, new Date(Date.now() - 1_000))],
  ['one that never ends', () => signed(headerOf(keys.sign({}, later)), { sid: 'x' })],
  ['one that ends at a word', () => signed(headerOf(keys.sign({}, later)), { sid: 'x', exp: '9999999999' })],
  ['one that says nothing', () => signed(headerOf(keys.sign({}, later)), null)],
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
    'no key, and signed with none of them',
    () => signed({ alg: 'HS256' }, { sid: 'x', exp: soon }, 'another'),
  ],
  ['no key, and ended', () => signed({ alg: 'HS256' }, { sid: 'x', exp: 1_000_000_000 })],
  [
    'no key, in words that we never wrote',
    () => signed({ typ: 'JWT', alg: 'HS256' }, { sid: 'x', exp: soon }),
  ],
  ['the key of another secret', () => signed(headerOf(keys.sign({}, later)), { sid: 'x', exp: soon }, old)],
  [
    'a changed payload',
    () => keys.sign({ sid: 'x' }, later).replace(/\.[^.]+\./, `.${encoded({ sid: 'y', exp: soon })}.`),
  ],
  ['a cut signature', () => keys.sign({ sid: 'x' }, later).slice(0, -1)],
  ['a signature that decodes alike', () => `${keys.sign({ sid: 'x' }, later)}=`],
  ['a part too many', () => `${keys.sign({ sid: 'x' }, later)}.x`],
  ['nothing', () => ''],
  ['megabytes', () => 'x'.repeat(5_000_000)],
])('%s is no token', (_, token) => {
  expect(keys.read(token())).toBeNull();
});

test("a library's token is read when it says which key signed it", async () => {
  const { kid } = headerOf(keys.sign({}, later)) as { kid: string };
  const token = await new SignJWT({ sid: 'x' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
    .setExpirationTime(later)
    .sign(new TextEncoder().encode(current));
  expect(keys.read(token)).toMatchObject({ sid: 'x' });
});

test('a session from before keys had ids outlives the upgrade, under each secret that still counts', async () => {
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

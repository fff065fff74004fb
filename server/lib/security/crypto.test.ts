import { expect, onTestFinished, test } from 'vitest';
import { createSecret, hashPassword, hashSecret, passwordCost, verifyPassword } from './crypto.ts';

test('passwords are hashed at full cost', async () => {
  expect(await hashPassword('caf\u00e9 au lait')).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
});

test('a password matches its hash in any Unicode normalization', async () => {
  const { N } = passwordCost;
  onTestFinished(() => void (passwordCost.N = N));
  passwordCost.N = 16;
  const stored = await hashPassword('caf\u00e9 au lait');
  // As stored hashes do, it keeps its cost when that of new ones changes.
  passwordCost.N = 32;
  expect(await verifyPassword('cafe\u0301 au lait', stored)).toBe(true);
  expect(await verifyPassword('cafe au lait', stored)).toBe(false);
  expect(await verifyPassword('', null)).toBe(false);
});

test('a secret has a prefix for its kind, and is stored as a hash', () => {
  const { secret, prefix, hash } = createSecret('pk');
  expect(secret).toMatch(/^pk_[\w-]{32}$/);
  expect(secret.startsWith(prefix)).toBe(true);
  expect(hash).toBe(hashSecret(secret));
});

test('no secret ends in a character that linkifiers cut off', () => {
  const secrets = Array.from({ length: 2_000 }, () => createSecret('pk').secret);
  expect(secrets.filter((secret) => !/^pk_[\w-]{31}\w$/.test(secret))).toEqual([]);
});

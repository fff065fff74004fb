import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storedSecrets, rotateStoredSecret } from './stored-secrets.ts';

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parlance-secrets-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('a secret is created once, readable only by its owner', async () => {
  const dataDir = await directory();
  const made = await storedSecrets(join(dataDir, 'new'), 'jwt-secret');
  expect(made).toEqual([expect.stringMatching(/^[\w-]{64}$/)]);
  expect(await storedSecrets(join(dataDir, 'new'), 'jwt-secret')).toEqual(made);
  expect((await stat(join(dataDir, 'new', 'jwt-secret'))).mode & 0o777).toBe(0o600);
});

test('processes that start at the same time agree on one secret', async () => {
  const dataDir = await directory();
  const all = await Promise.all(Array.from({ length: 10 }, () => storedSecrets(dataDir, 'jwt-secret')));
  expect(new Set(all.flat()).size).toBe(1);
});

test('after a rotation the new secret signs, and previous ones verify until their tokens expire', async () => {
  const dataDir = await directory();
  const [first] = await storedSecrets(dataDir, 'jwt-secret');
  expect(await rotateStoredSecret(dataDir, 'jwt-secret', 30)).toBe(2);
  const [second, ...others] = await storedSecrets(dataDir, 'jwt-secret');
  expect(second).not.toBe(first);
  expect(others).toEqual([first]);
  const path = join(dataDir, 'jwt-secret');
  const aged = (await readFile(path, 'utf8')).replace(
    / \S+$/m,
    ` ${new Date(Date.now() - 31 * 86_400_000).toISOString()}`,
  );
  await writeFile(path, aged);
  expect(await rotateStoredSecret(dataDir, 'jwt-secret', 30)).toBe(2);
  expect((await storedSecrets(dataDir, 'jwt-secret')).slice(1)).toEqual([second]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('after a rotation because of theft no earlier signature is accepted', async () => {
  const dataDir = await directory();
  const [first] = await storedSecrets(dataDir, 'jwt-secret');
  expect(await rotateStoredSecret(dataDir, 'jwt-secret', 0)).toBe(1);
  expect(await storedSecrets(dataDir, 'jwt-secret')).not.toContain(first);
});

import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepPrivate } from './private-directory.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test('permissions are removed recursively inside the directory, and nowhere else', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'parlance-private-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const outside = join(parent, 'outside');
  await writeFile(outside, '');
  await chmod(outside, 0o644);
  const dataDir = join(parent, 'data');
  await mkdir(join(dataDir, 'files', 'audio'), { recursive: true });
  for (const file of ['jwt-secret', 'files/audio/a.mp3']) {
    await writeFile(join(dataDir, file), '');
    await chmod(join(dataDir, file), 0o644);
  }
  for (const folder of ['', 'files', 'files/audio']) await chmod(join(dataDir, folder), 0o755);
  await symlink(outside, join(dataDir, 'link'));
  await keepPrivate(dataDir);
  expect(await Promise.all(['', 'files', 'files/audio'].map((name) => modeOf(join(dataDir, name))))).toEqual([
    '700',
    '700',
    '700',
  ]);
  expect(
    await Promise.all(['jwt-secret', 'files/audio/a.mp3'].map((name) => modeOf(join(dataDir, name)))),
  ).toEqual(['600', '600']);
  expect(await modeOf(outside)).toBe('644');
});

test('a missing directory is created', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'parlance-private-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  await keepPrivate(join(parent, 'a', 'b'));
  expect(await modeOf(join(parent, 'a', 'b'))).toBe('700');
});

test('the error names a directory that cannot be created', async () => {
  await expect(keepPrivate('/dev/null/data')).rejects.toMatchObject({ name: 'DataDirError' });
});

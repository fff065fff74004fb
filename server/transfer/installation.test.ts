import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeEnvironment } from './installation.ts';

test('secrets in an environment file can be read by its owner only, also where others could read it before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-environment-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'environment');
  await writeFile(path, 'before', { mode: 0o644 });
  await writeEnvironment(path, ['JWT_SECRET=secret']);
  expect([(await stat(path)).mode & 0o777, await readFile(path, 'utf8')]).toEqual([
    0o600,
    'JWT_SECRET=secret\n',
  ]);
});

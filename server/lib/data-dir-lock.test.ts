import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirError, lockDataDir } from './data-dir-lock.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parlance-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('one process at a time', async () => {
  const lock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirError);
  const script = `import { lockDataDir } from ${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)};
    await lockDataDir(${JSON.stringify(dataDir)}).then(() => console.log('locked'), (error) => console.log(error.name));`;
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(other.stdout.trim()).toBe('DataDirError');
  await lock.release();
  await (await lockDataDir(dataDir)).release();
});

test.each([
  ['that was killed', '4194304 123'],
  ['whose number another one has now', '1 0'],
  ['that died while it wrote', ''],
])('takes over the lock of a process %s', async (_, content) => {
  await writeFile(join(dataDir, 'lock'), content);
  const lock = await lockDataDir(dataDir);
  expect(await readFile(join(dataDir, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  await lock.release();
});

test('a directory that cannot be made is named', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(lockDataDir(join(dataDir, 'file', 'below'))).rejects.toThrow(
    /DATA_DIR .*file\/below cannot be written/,
  );
});

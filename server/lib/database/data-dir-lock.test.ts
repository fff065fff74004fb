import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataDirError, lockDataDir } from './data-dir-lock.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parlance-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('the data directory is locked by one process at a time', async () => {
  const lock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirError);
  const script = `import { lockDataDir } from ${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)};
    await lockDataDir(${JSON.stringify(dataDir)}).then(() => console.log('locked'), (error) => console.log(error.name));`;
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(other.stdout.trim()).toBe('DataDirError');
  await lock.release();
  await (await lockDataDir(dataDir)).release();
});

/** Times that a test can wait for. */
const hurried = { beatMs: 50, deadMs: 400 };
const elsewhere = 'another-boot/pid:[1] 9c6c1c2f-made-up';

describe('an owner in another container', () => {
  test('is alive while it sends heartbeats, whatever its process ID means here', async () => {
    const path = join(dataDir, 'lock');
    await writeFile(path, `4194304 123 ${elsewhere}`);
    const beat = setInterval(() => void utimes(path, new Date(), new Date()), hurried.beatMs);
    await expect(lockDataDir(dataDir, hurried)).rejects.toThrow(DataDirError);
    clearInterval(beat);
    await (await lockDataDir(dataDir, hurried)).release();
  });

  test('loses its lock to exactly one of several starting processes after its heartbeats stop', async () => {
    await writeFile(join(dataDir, 'lock'), `${process.pid} 1 ${elsewhere}`);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dataDir, hurried)));
    const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(locks).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DataDirError);
    await locks[0]!.value.release();
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('with its own process ids is detected, where the machine supports namespaces', async () => {
    const script = `import { lockDataDir } from ${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)};
      await lockDataDir(${JSON.stringify(dataDir)}, ${JSON.stringify(hurried)}).then(() => console.log('locked'), (error) => console.log(error.name));
      setInterval(() => {}, 1_000);`;
    const node = [process.execPath, '--input-type=module', '-e', script];
    const canUnshare = spawnSync('unshare', ['-Urpf', '--mount-proc', 'true']).status === 0;
    // Without `unshare`, the test falls back to a plain process like the tests above, whose process id is
    // visible.
    const [command = '', ...args] = canUnshare
      ? ['unshare', '-Urpf', '--mount-proc', '--kill-child', ...node]
      : node;
    const other = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = (await once(other.stdout, 'data')) as [Buffer];
    expect(said.toString().trim()).toBe('locked');
    await expect(lockDataDir(dataDir, hurried)).rejects.toThrow(/Another process/);
    other.kill('SIGKILL');
    await once(other, 'close');
    await (await lockDataDir(dataDir, hurried)).release();
  });
});

test('a process that finds a new owner after it was silent too long exits', async () => {
  const script = `import { writeFile } from 'node:fs/promises';
    import { lockDataDir } from ${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)};
    await lockDataDir(${JSON.stringify(dataDir)}, ${JSON.stringify(hurried)});
    await writeFile(${JSON.stringify(join(dataDir, 'lock'))}, '1 1 ${elsewhere}');
    setInterval(() => {}, 1_000);`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining('did not respond for too long')]);
});

test.each([
  ['that was killed', '4194304 123'],
  ['whose id was reused', '1 0'],
  ['that crashed while writing', ''],
])('takes over the lock of a process %s', async (_, content) => {
  await writeFile(join(dataDir, 'lock'), content);
  const lock = await lockDataDir(dataDir);
  expect(await readFile(join(dataDir, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  await lock.release();
});

test('the error names a directory that cannot be created', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(lockDataDir(join(dataDir, 'file', 'below'))).rejects.toThrow(
    /DATA_DIR .*file\/below cannot be written/,
  );
});

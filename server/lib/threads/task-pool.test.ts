import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import type { Work } from '../../../tests/support/thread-work.ts';
import { GateFullError } from './gate.ts';
import { watchdogFlags } from './process-memory.ts';
import { TaskPool, type TaskPoolOptions } from './task-pool.ts';

const pools: TaskPool<Work, unknown>[] = [];
function open(options: Partial<TaskPoolOptions> = {}): TaskPool<Work, unknown> {
  const pool = new TaskPool<Work, unknown>({
    file: new URL('../../../tests/support/thread-work.ts', import.meta.url),
    threads: 1,
    limits: { maxOldGenerationSizeMb: 64 },
    ...options,
  });
  pools.push(pool);
  return pool;
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

const echo = (value: unknown): Work => ({ kind: 'echo', value });

describe.each([
  ['a thread', false],
  ['a process', true],
])('%s', (_, apart) => {
  test('responds with anything that can be cloned', async () => {
    const value = { bytes: new Uint8Array([1, 2, 3]), map: new Map([[1, 'ü']]), long: 'x'.repeat(3_000_000) };
    expect(await open({ apart }).run(echo(value))).toEqual(value);
  });

  test('that throws fails its task alone, and does the next', async () => {
    const pool = open({ apart });
    await expect(pool.run({ kind: 'throw' })).rejects.toMatchObject({
      name: 'TaskFailedError',
      message: 'RangeError: out of range',
    });
    expect(await pool.run(echo(1))).toBe(1);
  });

  test.each([
    ['needs too much memory', { kind: 'fill' }, { name: 'ThreadEndedError', outOfMemory: true }],
    ['ends itself', { kind: 'exit' }, { name: 'ThreadEndedError', outOfMemory: false }],
  ] as const)(
    'that %s fails its task with a typed error, and the others are done',
    async (__, task, error) => {
      const pool = open({ apart, threads: 2 });
      const failed = expect(pool.run(task)).rejects.toMatchObject(error);
      const others = Array.from({ length: 6 }, (___, index) => pool.run(echo(index)));
      expect(await Promise.all(others)).toEqual([0, 1, 2, 3, 4, 5]);
      await failed;
      expect(await pool.run(echo('next'))).toBe('next');
    },
  );

  test('that dies of an earlier task fails none that comes later', async () => {
    const pool = open({ apart });
    for (let time = 0; time < 5; time++) {
      await pool.run({ kind: 'throw later' });
      // Whether one of them meets the death is chance.
      for (let value = 0; value < 20; value++) expect(await pool.run(echo(value))).toBe(value);
    }
  });

  test('that has done other tasks and dies with one has it done by a fresh one, once', async () => {
    const pool = open({ apart });
    const first = await pool.run({ kind: 'die unless fresh' });
    const second = await pool.run({ kind: 'die unless fresh' });
    expect([first, second]).toEqual([1, 1]);
    await expect(pool.run({ kind: 'exit' })).rejects.toMatchObject({ name: 'ThreadEndedError' });
    expect(await pool.run({ kind: 'die unless fresh' })).toBe(1);
  });

  test('that takes too long is ended, and so is one that is no longer wanted', async () => {
    const pool = open({ apart });
    await expect(pool.run({ kind: 'spin' }, { timeoutMs: 1_000 })).rejects.toMatchObject({
      name: 'TaskTimeoutError',
    });
    const stop = new AbortController();
    const unwanted = expect(pool.run({ kind: 'spin' }, { signal: stop.signal })).rejects.toThrow(
      'not wanted',
    );
    const waiting = expect(pool.run(echo(1), { signal: stop.signal })).rejects.toThrow('not wanted');
    stop.abort(new Error('not wanted'));
    await Promise.all([unwanted, waiting]);
    expect(await pool.run(echo(1))).toBe(1);
  });

  test('has its whole time however long its thread takes to start', async () => {
    const pool = open({
      apart,
      file: new URL('../../../tests/support/slow-thread-work.ts', import.meta.url),
    });
    expect(await pool.run(echo(1), { timeoutMs: 1_000 })).toBe(1);
    await expect(pool.run({ kind: 'spin' }, { timeoutMs: 300 })).rejects.toMatchObject({
      name: 'TaskTimeoutError',
    });
  });

  test('is waited for until it has ended, though it keeps nothing alive that has no task for it', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '-e',
      `
      import { TaskPool } from './server/lib/threads/task-pool.ts';
      const file = new URL('file://${process.cwd()}/tests/support/thread-work.ts');
      const pool = new TaskPool({ file, threads: 2, apart: ${apart} });
      console.log(await Promise.all([1, 2].map((value) => pool.run({ kind: 'echo', value }))));
      await pool.close();
      await pool.close();
      console.log('closed', pool.size);`,
    ]);
    expect(stdout).toBe('[ 1, 2 ]\nclosed 0\n');
  });

  test('whose file cannot be loaded fails its task, and does not start for ever', async () => {
    const pool = open({ apart, file: new URL('./no-such-file.ts', import.meta.url) });
    await expect(pool.run(echo(1))).rejects.toMatchObject({ name: 'ThreadEndedError' });
  });
});

test('that cannot be started for want of file handles fails its task with what to do about it, and does the next', async () => {
  const code = `
    import { closeSync, openSync } from 'node:fs';
    import { TaskPool } from './server/lib/threads/task-pool.ts';
    const pool = new TaskPool({ file: new URL('file://${process.cwd()}/tests/support/thread-work.ts'), threads: 1, apart: true });
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch {}
    await pool.run({ kind: 'echo', value: 1 }).catch(({ name, message, onVoicing }) => console.log(name, message, onVoicing.waitMs > 0));
    taken.forEach(closeSync);
    console.log(await pool.run({ kind: 'echo', value: 2 }));
    process.exit();`;
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -n 100; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    code,
  ]);
  expect(stdout).toBe(
    'ThreadStartError The server cannot start a thread right now: too many files are open (ulimit -n). true\n2\n',
  );
});

test('a process that asks for too much memory in one piece takes only itself with it', async () => {
  const pool = open({ apart: true });
  await expect(pool.run({ kind: 'grow' })).rejects.toMatchObject({
    name: 'ThreadEndedError',
    outOfMemory: true,
  });
  expect(await pool.run(echo(1))).toBe(1);
});

test('a process that fills buffers outside of its heap ends at its limit of memory', async () => {
  const pool = open({ apart: true, memoryMb: 256 });
  await expect(pool.run({ kind: 'buffers' })).rejects.toMatchObject({
    name: 'ThreadEndedError',
    outOfMemory: true,
  });
  expect(await pool.run(echo(1))).toBe(1);
});

test.runIf(process.platform !== 'win32')('on other systems such a process ends itself', async () => {
  const code = `for (const buffers = []; ; ) buffers.push(Buffer.alloc(4 * 2 ** 20, buffers.length + 1));`;
  await expect(
    promisify(execFile)(process.execPath, [...watchdogFlags(256, 'darwin'), '-e', code]),
  ).rejects.toMatchObject({ signal: 'SIGKILL', stderr: expect.stringContaining('heap limit: 256 MB') });
});

test('one caller has no more processes than it may, and what waits is bounded', async () => {
  const pool = open({
    threads: 2,
    queue: { perCaller: 1, waitingOfCaller: 1, waiting: 4, patienceMs: 60_000 },
  });
  const stop = new AbortController();
  const many = { caller: 'many', signal: stop.signal };
  const ended = Promise.allSettled([pool.run({ kind: 'spin' }, many), pool.run(echo(1), many)]);
  await expect(pool.run(echo(2), many)).rejects.toThrow(GateFullError);
  expect(await pool.run(echo(3), { caller: 'one' })).toBe(3);
  stop.abort();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('callers take turns: one with many tasks is not in the way of another with one', async () => {
  const pool = open();
  const order: string[] = [];
  const ask = (caller: string) =>
    pool.run({ kind: 'sleep', ms: 5 }, { caller }).then(() => order.push(caller));
  await Promise.all([...Array.from({ length: 10 }, () => ask('many')), ask('one'), ask('another')]);
  // The first was at work before anybody else came, and the second of the many has its turn before or after
  // the one.
  expect(order.indexOf('one')).toBeLessThanOrEqual(2);
  expect(order.indexOf('another')).toBeLessThanOrEqual(3);
});

test('a thread goes when it is idle, and another comes with the next task', async () => {
  const pool = open({ apart: true, idleMs: 50 });
  expect(pool.size).toBe(0);
  await pool.run(echo(1));
  expect(pool.size).toBe(1);
  await expect.poll(() => pool.size).toBe(0);
  expect(await pool.run(echo(2))).toBe(2);
});

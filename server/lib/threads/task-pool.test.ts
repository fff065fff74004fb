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
  test('returns any cloneable value', async () => {
    const value = { bytes: new Uint8Array([1, 2, 3]), map: new Map([[1, 'ü']]), long: 'x'.repeat(3_000_000) };
    expect(await open({ apart }).run(echo(value))).toEqual(value);
  });

  test('that throws fails only its own task, and runs the next', async () => {
    const pool = open({ apart });
    await expect(pool.run({ kind: 'throw' })).rejects.toMatchObject({
      name: 'TaskFailedError',
      message: 'RangeError: out of range',
    });
    expect(await pool.run(echo(1))).toBe(1);
  });

  test.each([
    ['exceeds its memory limit', { kind: 'fill' }, { name: 'ThreadEndedError', outOfMemory: true }],
    ['exits', { kind: 'exit' }, { name: 'ThreadEndedError', outOfMemory: false }],
  ] as const)(
    'that %s fails its task with a typed error, and other tasks complete',
    async (__, task, error) => {
      const pool = open({ apart, threads: 2 });
      const failed = expect(pool.run(task)).rejects.toMatchObject(error);
      const others = Array.from({ length: 6 }, (___, index) => pool.run(echo(index)));
      expect(await Promise.all(others)).toEqual([0, 1, 2, 3, 4, 5]);
      await failed;
      expect(await pool.run(echo('next'))).toBe('next');
    },
  );

  test('that dies after its task has ended fails no later task', async () => {
    const pool = open({ apart });
    for (let time = 0; time < 5; time++) {
      await pool.run({ kind: 'throw later' });
      // Whether one of them meets the death is chance.
      for (let value = 0; value < 20; value++) expect(await pool.run(echo(value))).toBe(value);
    }
  });

  test('that dies with a task after others has the task repeated once in a new worker', async () => {
    const pool = open({ apart });
    const first = await pool.run({ kind: 'die unless fresh' });
    const second = await pool.run({ kind: 'die unless fresh' });
    expect([first, second]).toEqual([1, 1]);
    await expect(pool.run({ kind: 'exit' })).rejects.toMatchObject({ name: 'ThreadEndedError' });
    expect(await pool.run({ kind: 'die unless fresh' })).toBe(1);
  });

  test('is terminated when its task times out or is aborted', async () => {
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

  test('gets its full time limit, however slowly it starts', async () => {
    const pool = open({
      apart,
      file: new URL('../../../tests/support/slow-thread-work.ts', import.meta.url),
    });
    expect(await pool.run(echo(1), { timeoutMs: 1_000 })).toBe(1);
    await expect(pool.run({ kind: 'spin' }, { timeoutMs: 300 })).rejects.toMatchObject({
      name: 'TaskTimeoutError',
    });
  });

  test('is awaited on close, and does not keep the process alive while idle', async () => {
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

  test('whose file cannot be loaded fails its task, and is not restarted forever', async () => {
    const pool = open({ apart, file: new URL('./no-such-file.ts', import.meta.url) });
    await expect(pool.run(echo(1))).rejects.toMatchObject({ name: 'ThreadEndedError' });
  });
});

test('that cannot start for lack of file handles fails its task with instructions, and runs the next', async () => {
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
    'ThreadStartError The server can’t start a thread right now: too many files are open (ulimit -n). true\n2\n',
  );
});

test('a process that allocates too much memory in one piece crashes alone', async () => {
  const pool = open({ apart: true });
  await expect(pool.run({ kind: 'grow' })).rejects.toMatchObject({
    name: 'ThreadEndedError',
    outOfMemory: true,
  });
  expect(await pool.run(echo(1))).toBe(1);
});

test('a process that allocates buffers outside its heap ends at its memory limit', async () => {
  const pool = open({ apart: true, memoryMb: 256 });
  await expect(pool.run({ kind: 'buffers' })).rejects.toMatchObject({
    name: 'ThreadEndedError',
    outOfMemory: true,
  });
  expect(await pool.run(echo(1))).toBe(1);
});

test.runIf(process.platform !== 'win32')(
  'on systems without such limits the process ends itself',
  async () => {
    const code = `for (const buffers = []; ; ) buffers.push(Buffer.alloc(4 * 2 ** 20, buffers.length + 1));`;
    await expect(
      promisify(execFile)(process.execPath, [...watchdogFlags(256, 'darwin'), '-e', code]),
    ).rejects.toMatchObject({ signal: 'SIGKILL', stderr: expect.stringContaining('heap limit: 256 MB') });
  },
);

test('a caller has a concurrency limit, and the queue is bounded', async () => {
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

test('a caller with many tasks does not delay another caller', async () => {
  const pool = open();
  const order: string[] = [];
  const ask = (caller: string) =>
    pool.run({ kind: 'sleep', ms: 5 }, { caller }).then(() => order.push(caller));
  await Promise.all([...Array.from({ length: 10 }, () => ask('many')), ask('one'), ask('another')]);
  // The first was running before others came, and the second of the many runs before or after the one.
  expect(order.indexOf('one')).toBeLessThanOrEqual(2);
  expect(order.indexOf('another')).toBeLessThanOrEqual(3);
});

test('an idle thread ends, and a new one starts with the next task', async () => {
  const pool = open({ apart: true, idleMs: 50 });
  expect(pool.size).toBe(0);
  await pool.run(echo(1));
  expect(pool.size).toBe(1);
  await expect.poll(() => pool.size).toBe(0);
  expect(await pool.run(echo(2))).toBe(2);
});

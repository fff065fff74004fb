import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GroupCommit, GroupCommitFullError } from './group-commit.ts';

/** Creates a group commit whose writes the test ends. */
function byHand(options: { rowsMax: number; waitingMax: number; apartMs?: number }) {
  const written: { rows: readonly number[]; end: (error?: Error) => void }[] = [];
  const commit = new GroupCommit<number>({
    ...options,
    write: (rows) =>
      new Promise((resolve, reject) =>
        written.push({ rows, end: (error) => (error ? reject(error) : resolve()) }),
      ),
  });
  return { commit, written };
}

test('runs one transaction at a time, and collects rows that arrive in the meantime for the next', async () => {
  const { commit, written } = byHand({ rowsMax: 4, waitingMax: 100 });
  const done: number[] = [];
  const add = (...rows: number[]) => commit.add(rows).then(() => done.push(...rows));
  void add(1);
  void add(2, 3);
  await turn();
  expect(written.map(({ rows }) => rows)).toEqual([[1, 2, 3]]);
  void add(4, 5);
  void add(6, 7);
  void add(8);
  await turn();
  expect([written.length, done]).toEqual([1, []]);
  written[0]!.end();
  await turn();
  expect([written.map(({ rows }) => rows), done]).toEqual([
    [
      [1, 2, 3],
      [4, 5, 6, 7],
    ],
    [1, 2, 3],
  ]);
  written[1]!.end();
  await turn();
  written[2]!.end();
  await commit.settled();
  expect([written[2]!.rows, done, commit.waiting]).toEqual([[8], [1, 2, 3, 4, 5, 6, 7, 8], 0]);
});

test('a failed transaction is reported only to the callers whose rows were in it', async () => {
  const { commit, written } = byHand({ rowsMax: 1, waitingMax: 100 });
  const results = Promise.allSettled([commit.add([1]), commit.add([2])]);
  await turn();
  written[0]!.end(new Error('gone'));
  await turn();
  written[1]!.end();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  void commit.add([3]);
  await turn();
  expect(written[2]!.rows).toEqual([3]);
});

test('transactions are spaced apart under load, and start immediately otherwise', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { commit, written } = byHand({ rowsMax: 99, waitingMax: 200, apartMs: 4 });
  const add = async (count: number) => {
    for (let row = 0; row < count; row++) void commit.add([row]);
    await turn();
  };
  const end = async (at: number) => {
    written[at]!.end();
    await turn();
  };
  await add(16);
  await add(1);
  vi.advanceTimersByTime(3);
  await end(0);
  await add(2);
  expect(written).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await turn();
  expect(written[1]!.rows).toHaveLength(3);
  await add(1);
  await end(1);
  expect(written[2]!.rows).toHaveLength(1);
  // A slow transaction is followed at once.
  await add(20);
  await end(2);
  vi.advanceTimersByTime(5);
  await add(1);
  await end(3);
  expect(written[4]!.rows).toHaveLength(1);
  await end(4);
  // Rows that fill a transaction do not wait.
  await add(20);
  await add(99);
  await end(5);
  expect(written[6]!.rows).toHaveLength(99);
  await end(6);
  vi.advanceTimersByTime(4);
  await turn();
  await commit.settled();
  expect(commit.waiting).toBe(0);
});

test('rows beyond the queue limit are refused immediately, and accepted when there is room', async () => {
  const { commit, written } = byHand({ rowsMax: 10, waitingMax: 3 });
  const first = commit.add([1, 2]);
  await expect(commit.add([3, 4])).rejects.toThrow(GroupCommitFullError);
  const third = commit.add([5]);
  await turn();
  written[0]!.end();
  await Promise.all([first, third]);
  const again = commit.add([6, 7, 8]);
  await turn();
  written[1]!.end();
  await again;
});

describe('a shared resource of transactions', () => {
  /** Each time that it is held is another number. */
  function sharing(fails: () => Error | null = () => null) {
    const log: string[] = [];
    let held = 0;
    let wanted = false;
    const commit = new GroupCommit<string, number>({
      rowsMax: 1,
      waitingMax: 100,
      shared: {
        async hold(work) {
          const error = fails();
          if (error) throw error;
          log.push(`held ${++held}`);
          await work(held);
          log.push('given back');
        },
        isWanted: () => wanted,
      },
      async write([row], number) {
        await turn();
        log.push(`${row} with ${number}`);
        if (row === 'broken') throw new Error(row);
      },
    });
    const add = (row: string) =>
      commit.add([row]).then(
        () => `${row} is committed`,
        (error: Error) => `${row}: ${error.message}`,
      );
    return { commit, add, log, want: (is: boolean) => (wanted = is) };
  }

  test('is reused while rows are waiting, and released afterwards', async () => {
    const { commit, add, log } = sharing();
    await Promise.all([add('a'), add('b')]);
    await commit.settled();
    await add('c');
    await commit.settled();
    expect(log).toEqual(['held 1', 'a with 1', 'b with 1', 'given back', 'held 2', 'c with 2', 'given back']);
  });

  test('is released before the next transaction if others are waiting for it', async () => {
    const { commit, add, log, want } = sharing();
    want(true);
    await Promise.all([add('a'), add('b')]);
    await commit.settled();
    expect(log).toEqual(['held 1', 'a with 1', 'given back', 'held 2', 'b with 2', 'given back']);
  });

  test('is acquired again after a failed transaction', async () => {
    const { commit, add, log } = sharing();
    expect(await Promise.all([add('broken'), add('b')])).toEqual(['broken: broken', 'b is committed']);
    await commit.settled();
    expect(log).toEqual(['held 1', 'broken with 1', 'given back', 'held 2', 'b with 2', 'given back']);
  });

  test('fails for the first caller if it cannot be acquired, and the next retries', async () => {
    const errors = [new Error('no connection'), null];
    const { commit, add } = sharing(() => errors.shift()!);
    expect(await Promise.all([add('a'), add('b')])).toEqual(['a: no connection', 'b is committed']);
    await commit.settled();
    expect(commit.waiting).toBe(0);
  });
});

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GroupCommit, GroupCommitFullError } from './group-commit.ts';

/** Writes when it is told to. */
function byHand(options: { rowsMax: number; waitingMax: number }) {
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

test('one transaction at a time, and what comes meanwhile is the next', async () => {
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

test('a transaction that fails is told to those whose rows were in it, and to nobody else', async () => {
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

test('more than may wait are refused at once, and taken again when there is room', async () => {
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

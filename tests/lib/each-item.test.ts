import { expect, test } from 'vitest';
import { eachItem, expectAllDone, ItemsFailedError } from '../../server/kernel/each-item.ts';
import { runAsJob } from '../../server/lib/threads/job-signal.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { useDatabase } from '../support/databases.ts';

const db = useDatabase();
const log = createLogger('silent');

/** Runs a loop over numbers, some of which fail, and returns its outcome with the order of the attempts. */
async function run(items: Iterable<number>, fails: (item: number) => boolean, signal?: AbortSignal) {
  const attempts: number[] = [];
  const outcome = await eachItem(
    { db, log },
    {
      job: 'numbers',
      items,
      key: (item) => `number ${item}`,
      async work(item) {
        attempts.push(item);
        if (fails(item)) throw new Error(`no ${item}`);
      },
      signal,
    },
  );
  return { ...outcome, attempts };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const failing = () =>
  db.prisma.failingItem.findMany({ orderBy: { item: 'asc' }, select: { item: true, failures: true } });

test('an item that fails is recorded, retried last at the next run, and cleared once it succeeds', async () => {
  expect(await run([1, 2, 3], (item) => item === 1)).toMatchObject({
    done: 2,
    failed: 1,
    error: { message: 'no 1' },
    attempts: [1, 2, 3],
  });
  expect(await failing()).toEqual([{ item: 'number 1', failures: 1 }]);
  expect(await run([1, 2, 3], (item) => item === 1)).toMatchObject({ failed: 1, attempts: [2, 3, 1] });
  expect(await failing()).toEqual([{ item: 'number 1', failures: 2 }]);
  expect(await run([1, 2, 3], () => false)).toMatchObject({ done: 3, failed: 0, attempts: [2, 3, 1] });
  expect(await failing()).toEqual([]);
});

test('a loop ends when all items fail, and items that always fail do not starve later ones', async () => {
  const isBroken = (item: number): boolean => item <= 60;
  expect(await run(upTo(70), isBroken)).toMatchObject({ done: 0, failed: 25 });
  expect(await run(upTo(70), isBroken)).toMatchObject({ done: 0, failed: 25 });
  // Ten that are left of the broken ones, then those that work, and then the failing ones again.
  const { done, attempts } = await run(upTo(70), isBroken);
  expect(done).toBe(10);
  expect(attempts.slice(0, 20)).toEqual(upTo(70).slice(50));
});

test('an abort ends a loop without counting the item as failed', async () => {
  const controller = new AbortController();
  const aborting = (): boolean => {
    controller.abort(new Error('stop'));
    return true;
  };
  await expect(run([1, 2], aborting, controller.signal)).rejects.toThrow('stop');
  expect(await failing()).toEqual([]);
});

test('the surrounding job can end a loop', async () => {
  const controller = new AbortController();
  const aborting = (): boolean => {
    controller.abort(new Error('stop'));
    return true;
  };
  await expect(runAsJob(controller.signal, () => run([1, 2], aborting))).rejects.toThrow('stop');
  expect(await failing()).toEqual([]);
});

test('a clean-up part fails with the first reason after all items were processed', async () => {
  const outcome = await run([1, 2, 3], (item) => item > 1);
  expect(() => expectAllDone(outcome)).toThrow(ItemsFailedError);
  expect(() => expectAllDone(outcome)).toThrow('2 failed and 1 did not. The first failure: no 2');
  expect(expectAllDone({ done: 4, failed: 0 })).toBe(4);
});

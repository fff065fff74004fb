import { expect, test } from 'vitest';
import { z } from 'zod';
import { declareJob, workOn } from './jobs.ts';

const one = declareJob('one', z.object({ n: z.int() }));
const nightly = declareJob('nightly', z.object({}), {
  schedule: '0 3 * * *',
  atStart: true,
  atOnce: (threads) => threads * 2,
});
const done = async () => 'done' as const;

function opened() {
  const calls: unknown[] = [];
  const queue = {
    work: async (job: { name: string }, _: unknown, { concurrency }: { concurrency: number }) =>
      void calls.push(['work', job.name, concurrency]),
    schedule: async (job: { name: string }, cron: string) => void calls.push(['schedule', job.name, cron]),
    send: async (_: unknown, job: { name: string }) => void calls.push(['send', job.name]),
  };
  return { app: { queue, db: {}, config: { workers: 3 } } as never, calls };
}

test('a worker registers every declared job with its schedule', async () => {
  const { app, calls } = opened();
  await workOn(app, [one, nightly] as const, { one: done, nightly: done });
  expect(calls).toEqual([
    ['work', 'one', 1],
    ['work', 'nightly', 6],
    ['schedule', 'nightly', '0 3 * * *'],
    ['send', 'nightly'],
  ]);
});

test('the worker refuses to start with a missing handler, a duplicate job or an unknown handler', async () => {
  const { app, calls } = opened();
  // @ts-expect-error a handler is missing
  await expect(workOn(app, [one, nightly] as const, { one: done })).rejects.toThrow(
    'The job nightly has no handler.',
  );
  // @ts-expect-error there is no such job
  await expect(workOn(app, [one] as const, { one: done, other: done })).rejects.toThrow(
    'There is no job named other.',
  );
  await expect(workOn(app, [one, nightly, one] as const, { one: done, nightly: done })).rejects.toThrow(
    'Two jobs are named one.',
  );
  expect(calls).toEqual([]);
});

test('only a job without a payload can have a schedule', () => {
  // @ts-expect-error its payload would be empty
  declareJob('daily', z.object({ n: z.int() }), { schedule: '0 0 * * *' });
});

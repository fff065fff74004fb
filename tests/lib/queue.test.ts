import { articleEvent } from '../../server/areas/articles/articles/events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../server/lib/logger.ts';
import { createPubSub } from '../../server/lib/database/pubsub.ts';
import { declareJob } from '../../server/kernel/jobs.ts';
import { openQueue, type Queue } from '../../server/lib/database/queue.ts';
import { useDatabase } from '../support/databases.ts';

const db = useDatabase();
const numbers = declareJob('test-numbers', z.object({ n: z.number() }), { retryLimit: 2 });
let queue: Queue;

beforeAll(async () => {
  queue = await openQueue({ db, log: createLogger('silent'), jobs: [numbers], supervise: true });
});
afterAll(() => queue.stop());

test('a job runs when its transaction commits, and not when it rolls back', async () => {
  const seen: number[] = [];
  const both = Promise.withResolvers<void>();
  await queue.work(
    numbers,
    async ({ n }) => {
      seen.push(n);
      if (n === 3 || seen.length === 2) both.resolve();
      return 'done';
    },
    { concurrency: 1 },
  );
  await expect(
    db.transaction(async (sql) => {
      await queue.send(sql, numbers, { n: 1 });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await db.transaction((sql) => queue.send(sql, numbers, { n: 2 }));
  await queue.send(db.sql, numbers, { n: 3 });
  await both.promise;
  await expect.poll(() => seen.toSorted()).toEqual([2, 3]);
});

test('a job whose worker died is taken over, and the log says so', async () => {
  const abandoned = declareJob('test-abandoned', z.object({}), { retryLimit: 2 });
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const next = await openQueue({ db, log, jobs: [abandoned], supervise: true });
  try {
    await next.send(db.sql, abandoned, {});
    // As a worker leaves it that was killed a minute ago.
    await db.pool.query(
      `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute' WHERE name = 'test-abandoned'`,
    );
    const done = Promise.withResolvers<void>();
    const work = async () => {
      done.resolve();
      return 'done' as const;
    };
    await next.work(abandoned, work, { concurrency: 1 });
    await done.promise;
    expect(lines).toMatchObject([
      { level: 40, job: 'test-abandoned', attempt: 2, msg: expect.stringContaining('taken over') },
    ]);
  } finally {
    await next.stop();
  }
});

test('a payload of the wrong shape is refused when it is sent', async () => {
  await expect(queue.send(db.sql, numbers, { n: 'two' } as never)).rejects.toThrow();
});

test('invalid events are not published, and unknown events of other releases stop no subscription', async () => {
  const pubsub = await createPubSub(db, createLogger('silent'));
  await expect(
    pubsub.publish(db.sql, articleEvent, { kind: 'eaten', articleId: 1, projectId: 7 } as never),
  ).rejects.toThrow();
  const first = pubsub.watch(articleEvent, ['article', 4]).next();
  for (const text of ['changed 4 7', '{"event":"article"}'])
    await db.pool.query(`SELECT pg_notify('parlance_events', $1)`, [text]);
  await pubsub.publish(db.sql, articleEvent, { kind: 'deleted', articleId: 4, projectId: 7 });
  expect((await first).value).toEqual({ event: { kind: 'deleted', articleId: 4, projectId: 7 } });
  await pubsub.close();
});

test('watchers hear of a change after its commit, and only then', async () => {
  const pubsub = await createPubSub(db, createLogger('silent'));
  const watched = pubsub.watch(articleEvent, ['project', 7]);
  const first = watched.next();
  await expect(
    db.transaction(async (sql) => {
      await pubsub.publish(sql, articleEvent, { kind: 'changed', articleId: 1, projectId: 7 });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await pubsub.publish(db.sql, articleEvent, { kind: 'changed', articleId: 2, projectId: 8 });
  await db.transaction((sql) =>
    pubsub.publish(sql, articleEvent, { kind: 'added', articleId: 3, projectId: 7 }),
  );
  expect((await first).value).toEqual({ event: { kind: 'added', articleId: 3, projectId: 7 } });
  await watched.return?.();
  await pubsub.close();
});

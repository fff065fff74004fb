import { articleEvent } from '../../server/areas/articles/articles/events.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

test('a job whose worker crashed is taken over, with a log entry', async () => {
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

test('one statement polls due jobs of all kinds, and a due job without notification runs', async () => {
  const kinds = Array.from({ length: 8 }, (_, index) =>
    declareJob(`test-kind-${index}`, z.object({}), { retryLimit: 0 }),
  );
  const statements: string[] = [];
  const query: (...given: Parameters<typeof db.pool.query>) => unknown = db.pool.query.bind(db.pool);
  const counting = vi.spyOn(db.pool, 'query').mockImplementation((...given) => {
    statements.push(String(given[0]));
    return query(...given);
  });
  const next = await openQueue({ db, log: createLogger('silent'), jobs: kinds, supervise: false });
  const looks = () => statements.filter((text) => text.includes('AS kind(name)')).length;
  const fetches = () => statements.filter((text) => /WITH\s+next\s+AS[^]*'test-kind-/.test(text)).length;
  const done = Promise.withResolvers<void>();
  try {
    for (const kind of kinds) await next.work(kind, async () => (done.resolve(), 'done'), { concurrency: 2 });
    // Each worker looks once when it starts, and once more when notifications begin to arrive.
    await vi.waitUntil(() => fetches() >= 16);
    const started = looks();
    await vi.waitUntil(() => looks() > started);
    const [fetched, looked] = [fetches(), looks()];
    await vi.waitUntil(() => looks() >= looked + 2);
    expect(fetches()).toBe(fetched);
    await next.send(db.sql, kinds[3]!, {}, { startAfter: new Date(Date.now() + 86_400_000) });
    await db.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'test-kind-3'`);
    await done.promise;
  } finally {
    await next.stop();
    counting.mockRestore();
  }
});

test('a payload of the wrong type is refused when it is sent', async () => {
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

test('subscribers are notified of a change only after its commit', async () => {
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

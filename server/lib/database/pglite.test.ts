import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patience } from '../../../scripts/patience.ts';
import { EmbeddedDatabaseError, openPglite } from './pglite.ts';

type Opened = Awaited<ReturnType<typeof openPglite>>;

/** Opens a database, and tells which thread it is in. */
async function open(directory?: string): Promise<Opened & { thread: Worker }> {
  const started = once(process, 'worker') as Promise<[Worker]>;
  return { ...(await openPglite(directory)), thread: (await started)[0] };
}

describe('the embedded database', () => {
  let db: Opened;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(async () => {
    await db.pool.end();
    await db.pglite.close();
  });

  test('returns values and errors, and works after an error', async () => {
    expect((await db.pool.query('SELECT $1::int AS a, $2::text AS b', [1, 'x'])).rows).toEqual([
      { a: 1, b: 'x' },
    ]);
    await expect(db.pool.query('SELECT nope($1::int)', [1])).rejects.toMatchObject({ code: '42883' });
    await expect(db.pool.query('SELECT 1; SELECT nope')).rejects.toMatchObject({ code: '42703' });
    expect((await db.pool.query('SELECT 2 AS a')).rows).toEqual([{ a: 2 }]);
  });

  test('transfers megabytes in both directions', async () => {
    const text = 'ä'.repeat(3_000_000);
    expect((await db.pool.query('SELECT $1::text AS text', [text])).rows[0].text === text).toBe(true);
  });

  test('does not block the event loop', async () => {
    let turns = 0;
    const turning = setInterval(() => turns++, 1);
    await db.pool.query('SELECT count(*) FROM generate_series(1, 1000000)');
    clearInterval(turning);
    expect(turns).toBeGreaterThan(5);
  });

  test('rolls back the transaction of a broken connection', async () => {
    await db.pool.query('CREATE TABLE left_open (id int)');
    const client = await db.pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO left_open VALUES (1)');
    client.release(new Error('broken'));
    expect((await db.pool.query('SELECT count(*)::int AS count FROM left_open')).rows).toEqual([
      { count: 0 },
    ]);
  });

  test('notifies listeners until they unsubscribe', async () => {
    const heard: string[] = [];
    const stop = await db.pglite.listen('news', (payload) => heard.push(payload));
    await db.pool.query(`SELECT pg_notify('news', 'one')::text`);
    await stop();
    await db.pool.query(`SELECT pg_notify('news', 'two')::text`);
    expect(heard).toEqual(['one']);
  });
});

test('fails the running statement when its thread crashes, and keeps every acknowledged row', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parlance-pglite-'));
  const { pool, pglite, thread } = await open(directory);
  await pool.query('CREATE TABLE kept (id int)');
  await pool.query('INSERT INTO kept VALUES (1)');
  const heard: string[] = [];
  await pglite.listen(
    'news',
    (payload) => heard.push(payload),
    () => heard.push('open again'),
  );
  const failed = expect(pool.query('SELECT count(*) FROM generate_series(1, 1000000000)')).rejects.toThrow(
    EmbeddedDatabaseError,
  );
  await new Promise(setImmediate);
  await thread.terminate();
  await failed;
  expect((await pool.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
  await pool.query(`SELECT pg_notify('news', 'one')::text`);
  expect(heard).toEqual(['open again', 'one']);
  await pool.end();
  await pglite.close();
  await rm(directory, { recursive: true });
});

describe('limits of the embedded database', () => {
  /** What a statement that is to succeed never reaches. */
  const generous = { statementMs: patience.condition, idleMs: patience.condition };
  let directory: string;
  let db: Opened;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'parlance-pglite-'));
    db = await openPglite(directory, { ...generous, waitMs: patience.condition });
    await db.pool.query('CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
  });
  afterAll(async () => {
    await db.pool.end();
    await db.pglite.close();
    await rm(directory, { recursive: true });
  });
  const kept = async () => (await db.pool.query('SELECT id FROM kept')).rows;

  test('an endless statement is canceled, and the next one finds every row', async () => {
    db.pglite.limit({ ...generous, statementMs: 1_000 });
    await expect(db.pool.query('SELECT count(*) FROM generate_series(1, 1000000000)')).rejects.toMatchObject({
      code: '57014',
    });
    db.pglite.limit(generous);
    expect(await kept()).toEqual([{ id: 1 }]);
  });

  test('maintenance statements have a longer time limit', async () => {
    db.pglite.limit({ ...generous, statementMs: 1 });
    db.pglite.limit(generous);
    expect(
      (await db.pool.query('SELECT count(*)::int AS count FROM generate_series(1, 5000000)')).rows,
    ).toEqual([{ count: 5_000_000 }]);
  });

  test('an idle transaction is ended, and others get the connection', async () => {
    const client = await db.pool.connect();
    client.on('error', () => {});
    await client.query('BEGIN');
    // From the answer to the next statement on.
    db.pglite.limit({ ...generous, idleMs: 300 });
    await client.query('INSERT INTO kept VALUES (2)');
    const ended = once(client, 'error');
    const next = kept();
    expect((await ended)[0]).toMatchObject({ code: '25P03' });
    await expect(client.query('COMMIT')).rejects.toThrow();
    client.release(true);
    expect(await next).toEqual([{ id: 1 }]);
  });
});

test('a crash in memory loses all data, so all further statements fail', async () => {
  const { pool, thread } = await open();
  await pool.query('SELECT 1');
  await thread.terminate();
  await expect(pool.query('SELECT 1')).rejects.toThrow(EmbeddedDatabaseError);
  await expect(pool.query('SELECT 1')).rejects.toThrow(EmbeddedDatabaseError);
  await pool.end();
});

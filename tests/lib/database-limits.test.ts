import { expect, onTestFinished, test } from 'vitest';
import { execute, openDatabase } from '../../server/lib/database/db.ts';
import { isDatabaseAbsent, isDatabaseTimeout } from '../../server/lib/database/database-errors.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';

async function open(overrides: { statementMs?: number; lockMs?: number } = {}) {
  const prepared = await prepareConfig();
  const db = await openDatabase({ ...prepared.config, databasePool: 3, ...overrides });
  onTestFinished(async () => {
    await db.close();
    await prepared.remove();
  });
  return db;
}

const forLong =
  databaseKind() === 'pglite' ? 'SELECT count(*) FROM generate_series(1, 1000000000)' : 'SELECT pg_sleep(60)';
const aWhile =
  databaseKind() === 'pglite' ? 'SELECT count(*) FROM generate_series(1, 4000000)' : 'SELECT pg_sleep(1)';

test('a slow statement is canceled, maintenance is not, and limits are restored afterwards', async () => {
  const db = await open({ statementMs: 300 });
  await execute(db.unhurried.sql, aWhile);
  await db.unhurried.transaction((sql) => execute(sql, aWhile));
  // In the embedded database the connection ends with the statement, so rolling back fails.
  await expect(db.transaction((sql) => execute(sql, forLong))).rejects.toSatisfy(
    (error) => isDatabaseTimeout(error) || isDatabaseAbsent(error),
  );
  expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

if (databaseKind() === 'postgres') {
  test('a statement waiting for a locked row times out, and others get connections in the meantime', async () => {
    const db = await open({ lockMs: 300 });
    await db.pool.query('CREATE TABLE locked (id int); INSERT INTO locked VALUES (1)');
    await db.transaction(async (sql) => {
      await execute(sql, 'SELECT * FROM locked FOR UPDATE');
      const waiting = Array.from({ length: 20 }, () =>
        db.pool.query('UPDATE locked SET id = 2').catch((reason: unknown) => reason),
      );
      expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      for (const error of await Promise.all(waiting)) expect(isDatabaseTimeout(error)).toBe(true);
    });
  });
}

test('waiting for a connection times out, with an error that means the database is unreachable', () => {
  expect(isDatabaseAbsent(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isDatabaseAbsent(Object.assign(new Error('wrapped'), { code: 'P1001' }))).toBe(true);
  expect(
    isDatabaseTimeout(
      Object.assign(new Error('wrapped'), {
        code: 'P2010',
        meta: { driverAdapterError: { cause: { originalCode: '55P03' } } },
      }),
    ),
  ).toBe(true);
  expect(isDatabaseAbsent(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
});

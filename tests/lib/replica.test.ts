import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { databaseKind, prepareConfig, type PreparedConfig } from '../support/databases.ts';

// Another database of the same schema simulates the replica, so that the test sees which responds.
describe.runIf(databaseKind() === 'postgres')('reports', () => {
  let prepared: PreparedConfig[];
  let replica: Database;
  let db: Database;
  const told: (string | null)[] = [];
  beforeAll(async () => {
    prepared = [await prepareConfig(), await prepareConfig()];
    const [own, copy] = prepared.map(({ config }) => config);
    replica = await openDatabase(copy!);
    db = await openDatabase({
      ...own!,
      databaseReplicaUrl: copy!.databaseUrl,
      onReplica: (why) => told.push(why),
    });
  });
  afterAll(async () => {
    await db.close();
    await replica.close().catch(() => {});
    await prepared[0]!.remove();
  });

  const answers = () =>
    db.readReport(async (sql) => {
      const { name } = await sql
        .selectNoFrom(({ fn }) => fn<string>('current_database', []).as('name'))
        .executeTakeFirstOrThrow();
      return name === new URL(prepared[1]!.env['DATABASE_URL']!).pathname.slice(1) ? 'replica' : 'itself';
    });
  const lookedAt = async (where: Database, minutesAgo: number) =>
    where.sql
      .insertInto('ListeningProgress')
      .values({ batch: '0', at: new Date(Date.now() - minutesAgo * 60_000) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ at: ref('excluded.at') })))
      .execute();
  /** Another process, which has not yet looked. */
  const again = async () => {
    await db.close();
    const [own, copy] = prepared.map(({ config }) => config);
    db = await openDatabase({
      ...own!,
      databaseReplicaUrl: copy!.databaseUrl,
      onReplica: (why) => told.push(why),
    });
  };

  test('are read from the replica while it is up to date, and from the primary when it lags', async () => {
    await lookedAt(db, 0);
    await lookedAt(replica, 2);
    expect(await answers()).toBe('replica');
    await lookedAt(replica, 4);
    await again();
    expect(await answers()).toBe('itself');
    expect(told.at(-1)).toMatch(/^It is 2\d\d s behind\.$/);
  });

  test('fall back to the primary database when a statement fails on the replica, without an error', async () => {
    await lookedAt(replica, 0);
    await again();
    expect(await answers()).toBe('replica');
    let asked = 0;
    const result = await db.readReport(async (sql) => {
      // As a replica does that has to give up a statement.
      if (asked++ === 0) throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
      return (await sql.selectFrom('ListeningProgress').select('batch').execute()).length;
    });
    expect([asked, result]).toEqual([2, 1]);
    expect(await answers()).toBe('itself');
    // What is wrong with a call is wrong everywhere.
    await again();
    await expect(db.readReport(() => Promise.reject(new Error('no such day')))).rejects.toThrow(
      'no such day',
    );
    expect(await answers()).toBe('replica');
  });

  test('are read from the primary while the replica is down', async () => {
    await replica.close();
    await prepared[1]!.remove();
    await again();
    expect(await answers()).toBe('itself');
    expect(told.at(-1)).toMatch(/^It cannot be read: /);
  });
});

import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { MigrationError } from '../../server/lib/database/migration-parts.ts';
import { databaseKind, prepareConfig, useDatabase } from '../support/databases.ts';

const db = useDatabase();
let folder: string;
let from: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-migrations-'));
  await cp(new URL('../../prisma/migrations', import.meta.url), folder, { recursive: true });
  from = pathToFileURL(`${folder}/`);
});
afterAll(() => rm(folder, { recursive: true }));

async function add(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

test('a migration is applied once, also by processes that start at the same time', async () => {
  await add('8001_once', 'CREATE TABLE "Once" (n int); INSERT INTO "Once" VALUES (1)');
  const applied = await Promise.all([migrate(db, { from }), migrate(db, { from }), migrate(db, { from })]);
  expect(applied.flat()).toEqual(['8001_once']);
  expect((await db.pool.query('SELECT n FROM "Once"')).rows).toEqual([{ n: 1 }]);
});

test('a failed migration is rolled back and named', async () => {
  await add('8002_broken', 'CREATE TABLE "Half" (n int); SELECT nonsense');
  await expect(migrate(db, { from })).rejects.toThrow(/8002_broken failed: .*nonsense/);
  expect((await db.pool.query(`SELECT to_regclass('"Half"') AS half`)).rows).toEqual([{ half: null }]);
  await rm(join(folder, '8002_broken'), { recursive: true });
});

test('a migration that was changed after it was applied prevents the start', async () => {
  await add('8003_changed', 'SELECT 1');
  await migrate(db, { from });
  await add('8003_changed', 'SELECT 2');
  await expect(migrate(db, { from })).rejects.toThrow(MigrationError);
  await add('8003_changed', 'SELECT 1');
});

test('migrations can run in parts: in batches, and statement by statement', async () => {
  await db.pool.query('CREATE TABLE "Filled" ("id" INTEGER PRIMARY KEY, "n" INTEGER, "by" BIGINT)');
  await db.pool.query('INSERT INTO "Filled" ("id", "n") SELECT n, n FROM generate_series(1, 25) n');
  await add(
    '8004_parts',
    `ALTER TABLE "Filled" ADD COLUMN "double" INTEGER; -- the parts; of "which" each is run as 'it' says
     --! in batches
     WITH batch AS (SELECT "id" FROM "Filled" WHERE "id" > $1 ORDER BY "id" LIMIT 10),
       filled AS (UPDATE "Filled" f SET "double" = 2 * "n", "by" = txid_current() FROM batch b WHERE f."id" = b."id")
     SELECT max("id") AS last FROM batch
     --! one by one
     DROP INDEX CONCURRENTLY IF EXISTS "Filled_double";
     CREATE INDEX CONCURRENTLY "Filled_double" ON "Filled" ("double");
     --! in one transaction
     ALTER TABLE "Filled" DROP COLUMN "n"`.replaceAll(/^ +--!/gm, '--!'),
  );
  expect(await migrate(db, { from })).toEqual(['8004_parts']);
  const { rows } = await db.pool.query(
    'SELECT count("double")::int, sum("double")::int, count(DISTINCT "by")::int AS batches FROM "Filled"',
  );
  expect(rows).toEqual([{ count: 25, sum: 650, batches: 3 }]);
  const { rows: indexes } = await db.pool.query(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = '"Filled_double"'::regclass`,
  );
  expect(indexes).toEqual([{ indisvalid: true }]);
  expect(await migrate(db, { from })).toEqual([]);
});

/** Names and states in the table of migrations. */
const recordsOf = async (pattern: string) =>
  (
    await db.pool.query(
      `SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM "_prisma_migrations"
       WHERE migration_name LIKE $1 ORDER BY 1`,
      [pattern],
    )
  ).rows;

test('after a failed part the migration continues with it, and is recorded when all are done', async () => {
  await db.pool.query('CREATE TABLE "Late" ("id" INTEGER PRIMARY KEY)');
  const parts = (second: string, first = 'CREATE TABLE "Early" ("id" INTEGER)') =>
    `${first};\n--! in one transaction\n${second}`;
  await add('8005_halves', parts('SELECT nonsense'));
  await expect(migrate(db, { from })).rejects.toThrow(/8005_halves failed: .*nonsense/);
  expect(await recordsOf('8005%')).toEqual([{ name: '8005_halves', finished: false }]);
  await add('8005_halves', parts('DROP TABLE "Late"', 'CREATE TABLE "Earlier" ("id" INTEGER)'));
  await expect(migrate(db, { from })).rejects.toThrow(/8005_halves was changed after a part of it/);
  await add('8005_halves', parts('DROP TABLE "Late"'));
  expect(await migrate(db, { from })).toEqual(['8005_halves']);
  expect(await recordsOf('8005%')).toEqual([{ name: '8005_halves', finished: true }]);
  await add('8006_unheard', '--! at some other time\nSELECT 1');
  await expect(migrate(db, { from })).rejects.toThrow(/8006_unheard: "--! at some other time" is not known/);
  await rm(join(folder, '8006_unheard'), { recursive: true });
});

test('a migration that replaces others does only what the database lacks, and takes their records', async () => {
  await add('8020_first', 'CREATE TABLE "First" (n int)');
  await migrate(db, { from });
  await rm(join(folder, '8020_first'), { recursive: true });
  await expect(migrate(db, { from }), 'unknown').rejects.toThrow(/migration 8020_first is unknown here/);
  await add(
    '8021_both',
    '--! replaces 8020_first\nCREATE TABLE "First" (n int);\n--! replaces 8020_second\nCREATE TABLE "Second" (n int);',
  );
  expect(await migrate(db, { from })).toEqual(['8021_both']);
  expect(await recordsOf('802%')).toEqual([{ name: '8021_both', finished: true }]);
  expect((await db.pool.query('SELECT count(*)::int AS n FROM "First", "Second"')).rows).toEqual([{ n: 0 }]);
  expect(await migrate(db, { from })).toEqual([]);
});

if (databaseKind() === 'postgres') {
  /** A second process on the same database. */
  async function another(): Promise<Database> {
    const { rows } = await db.pool.query<{ name: string }>('SELECT current_database() AS name');
    const database = inject('database') as { url: string };
    const other = await openDatabase({
      databaseUrl: database.url + rows[0]!.name,
      databasePool: 3,
      dataDir: folder,
    });
    onTestFinished(() => other.close());
    return other;
  }

  /** Waits until a statement waits for a lock on a table. */
  const untilWaitedFor = (table: string) =>
    expect
      .poll(
        async () =>
          (
            await db.pool.query(
              `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = quote_ident($1)::regclass`,
              [table],
            )
          ).rowCount,
        { interval: 5 },
      )
      .toBeGreaterThan(0);

  test('processes on several machines apply each migration once, and log whom they wait for', async () => {
    await add('8010_together', 'CREATE TABLE "Together" (n int); SELECT pg_sleep(0.5)');
    const said: unknown[] = [];
    const log = { info: (...words: unknown[]) => void said.push(words.at(-1)), warn() {} };
    const all = [db, await another(), await another()];
    const applied = await Promise.all(all.map((one) => migrate(one, { from, log })));
    expect(applied.flat()).toEqual(['8010_together']);
    expect(said).toContain('waiting for another process to migrate the database');
  });

  test.each([
    ['the order of the migration', 'Ours', 'Theirs'],
    ['the reverse', 'Theirs', 'Ours'],
  ])(
    'the previous release, running in %s, is not blocked: the migration yields, logs it, and retries',
    async (order, first, second) => {
      const name = `80${order === 'the reverse' ? 12 : 11}_locks`;
      await db.pool.query(
        'CREATE TABLE IF NOT EXISTS "Ours" (n int); CREATE TABLE IF NOT EXISTS "Theirs" (n int)',
      );
      await add(
        name,
        `ALTER TABLE "Theirs" ADD COLUMN "c${name}" INT; ALTER TABLE "Ours" ADD COLUMN "c${name}" INT`,
      );
      const warned: { waitingFor: string[] }[] = [];
      const log = { info() {}, warn: (what: object) => void warned.push(what as never) };
      const before = await (await another()).pool.connect();
      onTestFinished(() => before.release());
      await before.query('BEGIN');
      await before.query(`INSERT INTO "${first}" (n) VALUES (1)`);
      const migrated = migrate(db, { from, log });
      await untilWaitedFor(first);
      // Both hold what the other wants.
      await before.query(`INSERT INTO "${second}" (n) VALUES (1)`);
      await expect.poll(() => warned.length).toBeGreaterThan(0);
      expect(warned[0]!.waitingFor).toEqual([
        expect.stringMatching(/^\d+ \(parlance\) for \d+ s: INSERT INTO/),
      ]);
      await before.query('COMMIT');
      expect(await migrated).toEqual([name]);
    },
  );

  test('a waiting migration lets others run between its attempts, then times out and names the blockers', async () => {
    await add('8013_patience', 'ALTER TABLE "Once" ADD COLUMN "m" INT');
    const before = await (await another()).pool.connect();
    onTestFinished(() => before.release());
    await before.query('BEGIN');
    await before.query('SELECT * FROM "Once"');
    const migrated = migrate(db, { from, patience: 400 });
    const refused = expect(migrated).rejects.toThrow(
      /^Migration 8013_patience could not lock its tables within 0 s\. The locks were held by .*SELECT \* FROM "Once".*Stop the processes/,
    );
    await untilWaitedFor('Once');
    expect((await db.pool.query('SELECT n FROM "Once"')).rows).toEqual([]);
    await refused;
    await before.query('COMMIT');
    expect(await migrate(db, { from })).toEqual(['8013_patience']);
  });
}

if (databaseKind() === 'pglite') {
  test('the embedded database refuses a second process until the first ends', async () => {
    const { config, remove } = await prepareConfig();
    onTestFinished(remove);
    const first = await openDatabase({ ...config, databasePool: 1 });
    await expect(openDatabase({ ...config, databasePool: 1 })).rejects.toThrow(
      /Another process \(\d+\) is using DATA_DIR/,
    );
    await first.close();
    const second = await openDatabase({ ...config, databasePool: 1 });
    expect((await second.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await second.close();
  });
}

/** Tests the upgrade of a database of the last release, which may be running during and after it. */
import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { databaseKind, prepareConfig, useDatabase, type PreparedConfig } from '../support/databases.ts';
import { formerMigrations } from '../support/former-migrations.ts';
import { isFull } from '../support/full.ts';
import { runSql } from '../support/postgres.ts';
import { refusals } from './refused-statements.ts';

const last = '0026_title_search';
const titles = ['Über “Straßen”', 'plain', 'Æ'.repeat(500)];
let prepared: PreparedConfig;
let upgraded: Database;
/** A database that never had anything but this release. */
const fresh = useDatabase();

/** As the last release leaves it, or one before that, with a project. */
async function openBefore({ config }: PreparedConfig, newest = last): Promise<Database> {
  const db = await openDatabase(config);
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(db, { from: await migrationsUpTo(newest) });
  await db.pool.query(`
    INSERT INTO "User" ("id", "email", "fullname") VALUES (1, 'ada@example.com', 'Ada');
    INSERT INTO "Project" ("id", "name", "ownerId", "voiceProvider", "voiceName", "voiceLanguage") VALUES (1, 'Daily', 1, 'offline', 'en-US-Otto', 'en-US')`);
  return db;
}

beforeAll(async () => {
  prepared = await prepareConfig();
  upgraded = await openBefore(prepared);
  await upgraded.pool.query(
    `INSERT INTO "Article" ("projectId", "title", "text", "labels") SELECT 1, title, 'Text', '{}' FROM unnest($1::text[]) title`,
    [titles],
  );
  await migrate(upgraded);
});
afterAll(async () => {
  await upgraded?.close();
  await prepared?.remove();
});

/** As they were released: 0026 was mended afterwards. */
async function migrationsUpTo(newest: string): Promise<URL> {
  const folder = await formerMigrations((name) => name <= newest);
  if (newest >= last)
    await copyFile(new URL('published-0026.sql', import.meta.url), new URL(`${last}/migration.sql`, folder));
  return folder;
}

test('every statement of the last release is still valid', async () => {
  const text = await readFile(new URL('last-release.sql', import.meta.url), 'utf8');
  const [title, ...statements] = text.trim().split('\n');
  expect(title).toContain(`whose last migration is ${last}`);
  expect(statements.length).toBeGreaterThan(100);
  // What these use may be removed a release later: prisma/README.md.
  expect(await refusals(upgraded, statements)).toEqual([]);
  // The check would tell.
  expect(await refusals(upgraded, ['SELECT "balance" FROM "User" WHERE "id" = $1'])).toHaveLength(1);
});

test('0026 is recorded as released, and its schema converges to the current one', async () => {
  const { rows } = await upgraded.pool.query(
    'SELECT checksum FROM "_prisma_migrations" WHERE migration_name = $1',
    [last],
  );
  const published = await readFile(new URL('published-0026.sql', import.meta.url));
  expect(rows).toEqual([{ checksum: createHash('sha256').update(published).digest('hex') }]);
  expect(await migrate(fresh)).toEqual([]);

  // What only one of the two has: what the release before each calls, until it is removed.
  const passing = /"?(fold_prefix|Article_title_words)/;
  const schemaOf = async ({ pool }: Database) =>
    (await pool.query<{ what: string }>(schema)).rows
      .map(({ what }) => what)
      .filter((what) => !passing.test(what));
  expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh));
});

test('titles are folded as before, existing and new ones', async () => {
  await upgraded.pool.query(`UPDATE "Article" SET "title" = 'Now “Ärger”' WHERE "title" = 'plain'`);
  const { rows } = await upgraded.pool.query<{ folded: string; first: boolean }>(
    `SELECT "titleFolded" AS folded, "titleFolded" ~ fold_word_start('Är') AS first FROM "Article" ORDER BY "id"`,
  );
  expect(rows).toEqual([
    { folded: 'uber "strassen"', first: false },
    { folded: 'now "arger"', first: true },
    { folded: 'ae'.repeat(300), first: false },
  ]);
});

test.runIf(isFull && databaseKind() === 'postgres')(
  'with two million articles, other requests are not blocked for most of the upgrade',
  { timeout: 1_800_000 },
  async () => {
    const own = await prepareConfig();
    // From before 0026, which was mended for just this.
    const [before, after] = [await openBefore(own, '0025_rule_switch'), await openDatabase(own.config)];
    onTestFinished(async () => {
      await Promise.all([before.close(), after.close()]);
      await own.remove();
    });
    await runSql(own.config.databaseUrl!, plant);
    await runSql(own.config.databaseUrl!, 'ANALYZE');

    let migrating = true;
    let longest = 0;
    const start = performance.now();
    const writing = (async () => {
      for (let n = 1; migrating; n++) {
        const begun = performance.now();
        await before.pool.query(`UPDATE "Article" SET "labels" = '{a}' WHERE "id" = $1`, [n]);
        longest = Math.max(longest, performance.now() - begun);
      }
    })();
    await migrate(after).finally(() => (migrating = false));
    await writing;
    console.log(`the longest that a writer waited: ${Math.round(longest)} ms`);
    // One who waits for a lock waits as long as what holds it takes.
    expect(longest).toBeLessThan((performance.now() - start) / 10);
  },
);

/** Two million articles, without what happens beside each, and indexes of their words when all are there. */
const plant = `DO $$
  DECLARE
    index record;
    made text[] := '{}';
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR index IN SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'Article' AND indexdef LIKE '%USING gin%'
    LOOP
      made := made || index.indexdef;
      EXECUTE format('DROP INDEX %I', index.indexname);
    END LOOP;
    INSERT INTO "Article" ("projectId", "title", "text", "labels")
    SELECT 1, 'News “of the day” ' || n, 'Text ' || n, '{}' FROM generate_series(1, 2000000) n;
    FOR i IN 1 .. cardinality(made) LOOP EXECUTE made[i]; END LOOP;
  END $$`;

/** Columns, indexes, constraints, triggers and functions, each as a line. */
const schema = `
  SELECT format('column %s.%s %s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default, is_generated) AS what
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION SELECT format('%s %s %s %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid), md5(prosrc))
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c')
  ORDER BY what`;

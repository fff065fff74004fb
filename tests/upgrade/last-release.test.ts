/** The upgrade of a database that the last release left, which may be at work meanwhile and afterwards. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../server/lib/db.ts';
import { migrate } from '../../server/lib/migrate.ts';
import { migrationsFolder } from '../../server/lib/migrations.ts';
import { prepareConfig, useDatabase, type PreparedConfig } from '../support/databases.ts';
import { refusals } from './refused-statements.ts';

const last = '0026_title_search';
const titles = ['Über “Straßen”', 'plain', 'Æ'.repeat(500)];
let prepared: PreparedConfig;
let upgraded: Database;
/** A database that never had anything but this release. */
const fresh = useDatabase();

beforeAll(async () => {
  prepared = await prepareConfig();
  upgraded = await openDatabase(prepared.config);
  await upgraded.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(upgraded, { from: await migrationsOfLastRelease() });
  await upgraded.pool.query(`
    INSERT INTO "User" ("id", "email", "fullname") VALUES (1, 'ada@example.com', 'Ada');
    INSERT INTO "Project" ("id", "name", "ownerId", "voiceProvider", "voiceName", "voiceLanguage") VALUES (1, 'Daily', 1, 'offline', 'en-US-Otto', 'en-US')`);
  await upgraded.pool.query(
    `INSERT INTO "Article" ("projectId", "title", "text", "labels") SELECT 1, title, 'Text', '{}' FROM unnest($1::text[]) title`,
    [titles],
  );
  await migrate(upgraded);
}, 60_000);
afterAll(async () => {
  await upgraded?.close();
  await prepared?.remove();
});

/** As they were released: 0026 was mended afterwards. */
async function migrationsOfLastRelease(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-last-release-'));
  for (const name of (await readdir(migrationsFolder)).filter((one) => /^\d{4}_/.test(one) && one <= last))
    await cp(new URL(`${name}/`, migrationsFolder), join(folder, name), { recursive: true });
  await cp(
    fileURLToPath(new URL('published-0026.sql', import.meta.url)),
    join(folder, last, 'migration.sql'),
  );
  afterAll(() => rm(folder, { recursive: true }));
  return pathToFileURL(`${folder}/`);
}

test('every statement of the last release still means something', { timeout: 60_000 }, async () => {
  const text = await readFile(new URL('last-release.sql', import.meta.url), 'utf8');
  const [title, ...statements] = text.trim().split('\n');
  expect(title).toContain(`whose last migration is ${last}`);
  expect(statements.length).toBeGreaterThan(100);
  // What these use may be removed a release later: prisma/README.md.
  expect(await refusals(upgraded, statements)).toEqual([]);
  // The check would tell.
  expect(await refusals(upgraded, ['SELECT "balance" FROM "User" WHERE "id" = $1'])).toHaveLength(1);
});

test('0026 is recorded as it was released, and what it made becomes what it makes now', async () => {
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

test('titles are folded as before, those that were there and those that come', async () => {
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

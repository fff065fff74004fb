/** A database that an earlier release left, brought up to date. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { readMigrations, releasedAs } from '../../server/lib/database/migrations.ts';
import { prepareConfig, useDatabase, type PreparedConfig } from '../support/databases.ts';
import { formerMigrations } from '../support/former-migrations.ts';

const last = '0026_title_search';
/** A database that never had anything but this release. */
const fresh = useDatabase();
let prepared: PreparedConfig;
let db: Database;
let recorded: Awaited<ReturnType<typeof recordsOf>>;
let applied: string[];

/** What the table says, as the release before reads it. */
const recordsOf = async ({ pool }: Database) =>
  (
    await pool.query<{ id: string; migration_name: string; checksum: string }>(
      'SELECT id, migration_name, checksum FROM "_prisma_migrations" ORDER BY migration_name COLLATE "C"',
    )
  ).rows;
const namesOf = async (of: Database) => (await recordsOf(of)).map(({ migration_name }) => migration_name);

beforeAll(async () => {
  prepared = await prepareConfig();
  db = await openDatabase(prepared.config);
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(db, { from: await formerMigrations((name) => name <= last) });
  recorded = await recordsOf(db);
  await db.pool.query(`
    INSERT INTO "User" ("id", "email", "fullname", "timezone") VALUES
      (1, 'ada@example.com', 'Ada', '+05:30'), (2, 'grace@example.com', 'Grace', 'America/Port-au-Prince'), (3, 'joan@example.com', 'Joan', 'UTC');
    INSERT INTO "Organization" ("id", "slug", "name", "timezone") VALUES (1, 'a', 'A', 'Etc/GMT+5'), (2, 'b', 'B', 'Asia/Kolkata');
    INSERT INTO "Project" ("id", "name", "ownerId", "voiceProvider", "voiceName", "voiceLanguage", "autoAddArticles", "mainUrl") VALUES
      (1, 'Adds', 1, 'offline', 'en-US-Otto', 'en-US', true, 'https://a.example/'), (2, 'Does not', 1, 'offline', 'en-US-Otto', 'en-US', false, 'https://b.example/');
    INSERT INTO "Source" ("id", "projectId", "type", "url", "polledAt", "createdAt") VALUES
      (1, 1, 'rss', 'https://a.example/feed', '2026-03-02', '2026-03-01'), (2, 1, 'parser', NULL, '2026-03-02', '2026-03-01'),
      (3, 2, 'parser', NULL, '2026-03-02', '2026-03-01'), (4, 2, 'rss', 'https://b.example/feed', NULL, '2026-03-01');
  `);
  applied = await migrate(db);
});
afterAll(async () => {
  await db?.close();
  await prepared?.remove();
});

test('migrations applied under former names are recognized, by this release and the previous one', async () => {
  const former = Object.values(releasedAs);
  const names = (await readMigrations()).map(({ name }) => name);
  expect(recorded.map(({ migration_name }) => migration_name)).toEqual(expect.arrayContaining(former));
  expect(applied).toEqual(names.filter((name) => name > last));
  // It asks for its own by name and checksum, and would run again what it does not find.
  expect(await recordsOf(db)).toEqual(expect.arrayContaining(recorded));
  // A new database has them under the same names: from that, too, one can go back.
  expect(await namesOf(fresh)).toEqual(await namesOf(db));

  // As a later release may have it, when none of before is at work beside it.
  for (const [name, then] of Object.entries(releasedAs))
    await db.pool.query('UPDATE "_prisma_migrations" SET migration_name = $1 WHERE migration_name = $2', [
      name,
      then,
    ]);
  expect(await namesOf(db)).toEqual(names);
  expect(await migrate(db)).toEqual([]);
});

test('previously polled sources continue, and invalid time zones are removed', async () => {
  const began = new Date('2026-03-01');
  expect(
    (await db.prisma.source.findMany({ orderBy: { id: 'asc' } })).map(({ readUrl, beganAt }) => [
      readUrl,
      beganAt,
    ]),
  ).toEqual([
    ['https://a.example/feed', began],
    ['https://a.example/', began],
    // It has read nothing: what it reads first is its first.
    [null, null],
    [null, null],
  ]);
  const zones = async (table: string) =>
    (await db.pool.query(`SELECT "timezone" FROM "${table}" ORDER BY "id"`)).rows.map(
      ({ timezone }) => timezone,
    );
  expect(await zones('User')).toEqual([null, 'America/Port-au-Prince', 'UTC']);
  expect(await zones('Organization')).toEqual(['UTC', 'Asia/Kolkata']);
});

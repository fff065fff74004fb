import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/lib/db.ts';
import { migrate } from '../../server/lib/migrate.ts';
import { prepareConfig } from '../support/databases.ts';

const polls = '0029_polls';
const migrations = new URL('../../prisma/migrations/', import.meta.url);

test('sources that were read go on as they did, and time zones that are none go', async () => {
  const prepared = await prepareConfig();
  onTestFinished(prepared.remove);
  const db = await openDatabase(prepared.config);
  onTestFinished(() => db.close());
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const former = await mkdtemp(join(tmpdir(), 'parlance-former-'));
  onTestFinished(() => rm(former, { recursive: true }));
  for (const name of (await readdir(migrations)).filter((each) => /^\d{4}_/.test(each) && each < polls))
    await cp(new URL(`${name}/`, migrations), join(former, name), { recursive: true });
  await migrate(db, { from: pathToFileURL(`${former}/`) });
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
  expect((await migrate(db))[0]).toBe(polls);
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

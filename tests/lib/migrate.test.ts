import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/lib/db.ts';
import { migrate, MigrationError } from '../../server/lib/migrate.ts';
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

test('a migration is applied once, also by processes that start together', async () => {
  await add('8001_once', 'CREATE TABLE "Once" (n int); INSERT INTO "Once" VALUES (1)');
  const applied = await Promise.all([migrate(db, from), migrate(db, from), migrate(db, from)]);
  expect(applied.flat()).toEqual(['8001_once']);
  expect((await db.pool.query('SELECT n FROM "Once"')).rows).toEqual([{ n: 1 }]);
});

test('broken SQL leaves nothing behind, and is named', async () => {
  await add('8002_broken', 'CREATE TABLE "Half" (n int); SELECT nonsense');
  await expect(migrate(db, from)).rejects.toThrow(/8002_broken failed: .*nonsense/);
  expect((await db.pool.query(`SELECT to_regclass('"Half"') AS half`)).rows).toEqual([{ half: null }]);
  await rm(join(folder, '8002_broken'), { recursive: true });
});

test('a migration that was changed after it had been applied stops the start', async () => {
  await add('8003_changed', 'SELECT 1');
  await migrate(db, from);
  await add('8003_changed', 'SELECT 2');
  await expect(migrate(db, from)).rejects.toThrow(MigrationError);
});

if (databaseKind() === 'pglite') {
  test('the embedded database keeps a second process out, and lets one in after the first', async () => {
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

import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { migrationsFolder, readMigrations, releasedAs } from '../../server/lib/database/migrations.ts';
import { prepareConfig, type PreparedConfig } from './databases.ts';

/**
 * The migrations that an earlier release had, under the names that they had then, in a folder that goes with
 * the run.
 */
export async function formerMigrations(isFormer: (name: string) => boolean): Promise<URL> {
  const folder = await mkdtemp(join(inject('database').directory, 'former-'));
  for (const { name } of await readMigrations())
    if (isFormer(name))
      await cp(new URL(`${name}/`, migrationsFolder), join(folder, releasedAs[name] ?? name), {
        recursive: true,
      });
  return pathToFileURL(`${folder}/`);
}

/** Creates a separate database for a file of tests, as an earlier release left it. */
export function useFormerDatabase(isFormer: (name: string) => boolean): () => Database {
  let prepared: PreparedConfig;
  let db: Database;
  beforeAll(async () => {
    prepared = await prepareConfig();
    db = await openDatabase(prepared.config);
    await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await migrate(db, { from: await formerMigrations(isFormer) });
  }, 60_000);
  afterAll(async () => {
    await db?.close();
    await prepared?.remove();
  });
  return () => db;
}

import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { migrationsFolder, readMigrations, releasedAs } from '../../server/lib/database/migrations.ts';
import { prepareConfig, type PreparedConfig } from './databases.ts';

/**
 * Writes the migrations that an earlier version had, under the names that they had then, into a folder that
 * goes with the run. Those that were later combined into one are separate again.
 */
export async function formerMigrations(isFormer: (name: string) => boolean): Promise<URL> {
  const folder = await mkdtemp(join(inject('database').directory, 'former-'));
  for (const [name, sql] of await separateMigrations()) {
    if (!isFormer(name)) continue;
    const directory = join(folder, releasedAs[name] ?? name);
    await mkdir(directory);
    await writeFile(join(directory, 'migration.sql'), sql);
  }
  return pathToFileURL(`${folder}/`);
}

/**
 * Returns the text of each migration by its name. Those that were later combined are separate, under their
 * former names.
 */
export async function separateMigrations(): Promise<Map<string, string>> {
  const separate = new Map<string, string>();
  for (const { name } of await readMigrations()) {
    const text = await readFile(new URL(`${name}/migration.sql`, migrationsFolder), 'utf8');
    const [head, ...sections] = text.split(/^--! replaces (?=\w)/m);
    if (sections.length === 0) separate.set(name, text);
    for (const section of sections) {
      const former = /^\w+/.exec(section)![0];
      separate.set(former, head + section.slice(former.length));
    }
  }
  return separate;
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

import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { migrationsFolder } from '../../server/lib/database/migrations.ts';

/** What a newer release, or another program, leaves in the database that it brought up to date. */
export const recordFuture = `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at")
  VALUES (gen_random_uuid(), 'x', '9999_future', now())`;

/** The migrations of this release and, of the next, one. */
export async function nextRelease(name: string, sql: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'migration.sql'), sql);
  return pathToFileURL(`${folder}/`);
}

import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import { migrationsFolder, readMigrations, releasedAs } from '../../server/lib/migrations.ts';

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

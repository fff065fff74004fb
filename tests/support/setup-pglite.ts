import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/db.ts';
import { migrate } from '../../server/lib/migrate.ts';

/**
 * Once for the whole run: a data directory with a migrated embedded database, which each test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await mkdtemp(join(tmpdir(), 'parlance-template-'));
  const db = await openDatabase(parseConfig({ DATA_DIR: template }));
  await migrate(db);
  await db.close();
  project.provide('database', { kind: 'pglite', template });
  return () => rm(template, { recursive: true, force: true });
}

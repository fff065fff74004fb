import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { prepareTemplate } from './template.ts';

/**
 * Once for the whole run: a data directory with a migrated embedded database, which each test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'parlance-tests-'));
  const template = join(directory, 'template');
  await prepareTemplate(await openDatabase(parseConfig({ DATA_DIR: template })));
  project.provide('database', { kind: 'pglite', template, directory });
  return () => rm(directory, { recursive: true, force: true });
}

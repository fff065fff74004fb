import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { runSql, startPostgres } from './postgres.ts';
import { prepareTemplate } from './template.ts';

/**
 * Once for the whole run: a PostgreSQL server with a migrated template, from which each test file's database
 * is made.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'parlance-tests-'));
  const server = await startPostgres();
  await runSql(server.url('postgres'), 'CREATE DATABASE template_parlance');
  await prepareTemplate(await openDatabase(parseConfig({ DATABASE_URL: server.url('template_parlance') })));
  project.provide('database', { kind: 'postgres', url: server.url(''), directory });
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

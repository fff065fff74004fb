import type { TestProject } from 'vitest/node';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/db.ts';
import { migrate } from '../../server/lib/migrate.ts';
import { runSql, startPostgres } from './postgres.ts';

/**
 * Once for the whole run: a PostgreSQL server with a migrated template, from which each test file's database
 * is made.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await runSql(server.url('postgres'), 'CREATE DATABASE template_parlance');
  const config = parseConfig({ DATABASE_URL: server.url('template_parlance') });
  const db = await openDatabase(config);
  await migrate(db);
  await db.close();
  project.provide('database', { kind: 'postgres', url: server.url('') });
  return () => server.stop();
}

import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { parseConfig, type Config } from '../../server/config.ts';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { runSql } from './postgres.ts';

/** What the run's set-up made ready (setup-pglite.ts, setup-postgres.ts). */
export type PreparedDatabase = ({ kind: 'pglite'; template: string } | { kind: 'postgres'; url: string }) & {
  /** Everything that this run writes lies below it, and goes with it at the end. */
  directory: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    database: PreparedDatabase;
  }
}

/** The database that this run of the suite is on. */
export const databaseKind = (): PreparedDatabase['kind'] => inject('database').kind;

export interface PreparedConfig {
  /** Includes DATA_DIR, and DATABASE_URL on PostgreSQL, of a migrated, empty, exclusive database. */
  env: Record<string, string>;
  config: Config;
  /** Deletes the directory and the database; close what uses them first. */
  remove(): Promise<void>;
}

/** A machine that runs tests is busy, which is no fault of the database and no overload of the server. */
const patient = { REQUEST_WAIT_MS: '60000', DATABASE_STATEMENT_MS: '60000', DATABASE_LOCK_MS: '60000' };

/** Configuration for a server or a database of the test's own. */
export async function prepareConfig(overrides: Record<string, string> = {}): Promise<PreparedConfig> {
  const prepared = inject('database');
  const dataDir = await mkdtemp(join(prepared.directory, 'data-'));
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    WORKERS: '1',
    ...patient,
  };
  let dropDatabase = async (): Promise<void> => {};
  if (prepared.kind === 'pglite') {
    await cp(prepared.template, dataDir, { recursive: true });
  } else {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await runSql(
      prepared.url + 'postgres',
      `CREATE DATABASE ${name} TEMPLATE template_parlance STRATEGY file_copy`,
    );
    env['DATABASE_URL'] = prepared.url + name;
    dropDatabase = async () =>
      void (await runSql(prepared.url + 'postgres', `DROP DATABASE ${name} WITH (FORCE)`));
  }
  Object.assign(env, overrides);
  return {
    env,
    config: parseConfig(env),
    async remove() {
      await dropDatabase();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A database for the tests of a file: opened once, emptied before each test, and after each checked for
 * connections that were not given back.
 */
export function useDatabase(): Database {
  let db: Database | undefined;
  let prepared: PreparedConfig;
  beforeAll(async () => {
    prepared = await prepareConfig();
    db = await openDatabase(prepared.config);
  });
  beforeEach(() => emptyTables(db!));
  afterEach(() => checkConnectionsReturned(db!));
  afterAll(async () => {
    await db?.close();
    await prepared?.remove();
  });
  return forwardTo(() => db, 'The database is open only while tests run.');
}

/**
 * Deletes every row and counts ids from 1 again; the queue's jobs too. (Several times faster than TRUNCATE on
 * tables this small.)
 */
export async function emptyTables(db: Database): Promise<void> {
  await db.pool.query(`DO $$
    DECLARE name text;
    BEGIN
      SET LOCAL session_replication_role = replica; -- foreign keys do not matter when everything goes
      FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
      LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
      IF to_regclass('pgboss.job') IS NOT NULL THEN DELETE FROM pgboss.job; END IF;
      FOR name IN SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences WHERE schemaname = 'public'
      LOOP PERFORM setval(name::regclass, 1, false); END LOOP;
    END $$`);
}

/**
 * Waits until every connection is back in the pool.
 * @param patience milliseconds.
 * @throws when one is not: with the embedded database the next statement would wait for ever.
 */
export async function checkConnectionsReturned(db: Database, patience = 60_000): Promise<void> {
  const deadline = performance.now() + patience;
  while (db.pool.idleCount !== db.pool.totalCount) {
    if (performance.now() > deadline)
      throw new Error(`${db.pool.totalCount - db.pool.idleCount} database connections were not given back.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns a proxy for an object that exists only after `beforeAll` has run. */
export function forwardTo<T extends object>(find: () => T | undefined, otherwise: string): T {
  return new Proxy({} as T, {
    get(_, property) {
      const target = find();
      if (!target) throw new Error(otherwise);
      const value = Reflect.get(target, property) as unknown;
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}

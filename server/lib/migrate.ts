import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { execute, type Database, type Sql } from './db.ts';
import { now } from './sql.ts';

const folder = new URL('../../prisma/migrations/', import.meta.url);
/**
 * Any number that no other program locks: it makes processes that start together migrate one after another.
 */
const lock = 5_270_001;

/** Prisma's own table, which no model stands for. */
type Migrations = {
  _prisma_migrations: {
    id: string;
    checksum: string;
    migration_name: string;
    finished_at: Date | null;
    applied_steps_count: number;
  };
};

/** A migration that was applied has been changed since, or its SQL failed (then nothing of it remains). */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Brings the database up to date: each folder of prisma/migrations in order, one transaction each, recorded
 * as Prisma records it, so that `prisma migrate status` agrees. Where all are applied, which is asked once,
 * nothing is locked.
 * @returns names of the migrations that were applied now.
 * @throws MigrationError
 */
export async function migrate(db: Database, from: URL = folder): Promise<string[]> {
  const migrations = await readMigrations(from);
  const recorded = await recordedMigrations(db.unhurried.sql);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (isApplied(migration, recorded)) continue;
    if (await db.unhurried.transaction((tx) => apply(tx, migration))) applied.push(migration.name);
  }
  return applied;
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function readMigrations(from: URL): Promise<Migration[]> {
  const entries = await readdir(from, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, from), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Checksums of the migrations that the database records, by name; none where it is empty. */
async function recordedMigrations(sql: Sql): Promise<Map<string, string>> {
  const { rows } = await execute(sql, `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS known`);
  if (!(rows[0] as { known: boolean }).known) return new Map();
  const records = await sql
    .withTables<Migrations>()
    .selectFrom('_prisma_migrations')
    .select(['migration_name', 'checksum'])
    .execute();
  return new Map(records.map((record) => [record.migration_name, record.checksum]));
}

/** @throws MigrationError when it was changed after it had been applied */
function isApplied({ name, checksum }: Migration, recorded: Map<string, string>): boolean {
  const known = recorded.get(name);
  if (known !== undefined && known !== checksum)
    throw new MigrationError(`Migration ${name} was changed after it had been applied.`);
  return known !== undefined;
}

/** @returns whether it was applied now, and not by another process a moment earlier */
async function apply(tx: Sql, migration: Migration): Promise<boolean> {
  await execute(tx, 'SELECT pg_advisory_xact_lock($1)', [lock]);
  await execute(
    tx,
    `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
      id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`,
  );
  if (isApplied(migration, await recordedMigrations(tx))) return false;
  const { name, sql, checksum } = migration;
  try {
    await execute(tx, sql);
  } catch (error) {
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
  await tx
    .withTables<Migrations>()
    .insertInto('_prisma_migrations')
    .values({ id: randomUUID(), checksum, migration_name: name, finished_at: now(), applied_steps_count: 1 })
    .execute();
  return true;
}

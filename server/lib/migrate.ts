import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { execute, type Database } from './db.ts';
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
 * as Prisma records it, so that `prisma migrate status` agrees.
 * @returns names of the migrations that were applied now.
 * @throws MigrationError
 */
export async function migrate(db: Database, from: URL = folder): Promise<string[]> {
  const names = (await readdir(from, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const applied: string[] = [];
  for (const name of names) {
    const sql = await readFile(new URL(`${name}/migration.sql`, from), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const done = await db.unhurried.transaction(async (tx) => {
      await execute(tx, 'SELECT pg_advisory_xact_lock($1)', [lock]);
      await execute(
        tx,
        `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
        id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
        logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`,
      );
      const records = tx.withTables<Migrations>();
      const record = await records
        .selectFrom('_prisma_migrations')
        .select('checksum')
        .where('migration_name', '=', name)
        .executeTakeFirst();
      if (record) {
        if (record.checksum !== checksum)
          throw new MigrationError(`Migration ${name} was changed after it had been applied.`);
        return false;
      }
      try {
        await execute(tx, sql);
      } catch (error) {
        throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      await records
        .insertInto('_prisma_migrations')
        .values({
          id: randomUUID(),
          checksum,
          migration_name: name,
          finished_at: now(),
          applied_steps_count: 1,
        })
        .execute();
      return true;
    });
    if (done) applied.push(name);
  }
  return applied;
}

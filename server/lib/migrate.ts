import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './db.ts';

const folder = new URL('../../prisma/migrations/', import.meta.url);
/** Any number that no other program locks: it makes processes that start together migrate one after another. */
const lock = 5_270_001;

/** A migration that was applied has been changed since, or its SQL failed (then nothing of it remains). */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Brings the database up to date: each folder of prisma/migrations in order, one transaction each, recorded as Prisma
 * records it, so that `prisma migrate status` agrees.
 * @returns names of the migrations that were applied now.
 * @throws MigrationError
 */
export async function migrate(db: Database, from: URL = folder): Promise<string[]> {
  const names = (await readdir(from, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  const applied: string[] = [];
  for (const name of names) {
    const sql = await readFile(new URL(`${name}/migration.sql`, from), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const done = await db.unhurried.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      await tx.query(`CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
        id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
        logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
      const { rows } = await tx.query<{ checksum: string }>('SELECT checksum FROM "_prisma_migrations" WHERE migration_name = $1', [name]);
      if (rows[0]) {
        if (rows[0].checksum !== checksum) throw new MigrationError(`Migration ${name} was changed after it had been applied.`);
        return false;
      }
      try {
        await tx.query(sql);
      } catch (error) {
        throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      await tx.query(
        `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
         VALUES (gen_random_uuid()::text, $1, $2, now(), 1)`,
        [checksum, name],
      );
      return true;
    });
    if (done) applied.push(name);
  }
  return applied;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isLockTrouble } from './database-errors.ts';
import { execute, type Database, type Sql } from './db.ts';
import type { Logger } from '../logger.ts';
import { takeLocks, findLockHolders } from './migration-locks.ts';
import { MigrationError, statementsOf, type PartMode } from './migration-parts.ts';
import {
  readMigrations,
  recordedMigrations,
  releasedAs,
  newerMigration,
  type Migration,
  type MigrationTables,
  type RecordedMigration,
} from './migrations.ts';
import { schemaNews } from './pubsub.ts';
import { now } from './sql.ts';

/**
 * Any number that no other program locks: it makes processes that start together migrate one after another.
 */
const lock = 5_270_001;
/**
 * Time that a migration waits for a lock, milliseconds. Other lock requests queue behind it, so it gives up
 * early and retries. Each attempt waits longer, because a busy table may never be free for an instant.
 */
const lockWaitMs = { first: 500, last: 5_000 } as const;
/** Between two tries, and between two questions whether another process has done it. */
const pauseMs = { first: 250, last: 5_000 } as const;
/**
 * How long all tries of a part may take, milliseconds: statements of the release before are over long before.
 */
const patienceMs = 600_000;
/** Interval between checks for the lock holders that a potentially slow statement waits for, milliseconds. */
const slowLook = (): number => 5_000;

export interface MigrateOptions {
  /** Logs what the migration waits for. */
  log?: Pick<Logger, 'info' | 'warn'>;
  from?: URL;
  /** Milliseconds for which locks are waited for. */
  patience?: number;
}

const silent: Pick<Logger, 'info' | 'warn'> = { info() {}, warn() {} };

/**
 * Brings the database up to date: applies each folder of prisma/migrations in order and records it as Prisma
 * does, under the name with which it was released. Locks nothing if all are applied, which takes one query.
 * Waits for locks that a process of the previous release holds.
 * @returns names of the migrations that were applied now.
 * @throws MigrationError
 */
export async function migrate(
  db: Database,
  { log = silent, from, patience = patienceMs }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(from);
  if (pending(migrations, await recordedMigrations(db.unhurried.sql)).length === 0) return [];
  return db.unhurried.sql.connection().execute(async (sql) => {
    await untilAlone(sql, log);
    try {
      await execute(sql, createRecords);
      const applied: string[] = [];
      const recorded = await recordedMigrations(sql);
      for (const migration of pending(migrations, recorded)) {
        if (recorded.size > 0) log.info({ migration: migration.name }, 'migrating the database');
        await apply({ db, sql, log, patience }, migration);
        applied.push(migration.name);
      }
      return applied;
    } finally {
      // A connection that broke has given it back.
      await execute(sql, 'SELECT pg_advisory_unlock($1)', [lock]).catch(() => {});
    }
  });
}

const createRecords = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/**
 * Those that have not been applied.
 * @throws MigrationError when one was changed after it had been applied, or the database is of a newer
 * release
 */
function pending(migrations: Migration[], recorded: Map<string, RecordedMigration>): Migration[] {
  const stranger = newerMigration(new Set(migrations.map(({ name }) => name)), recorded);
  if (stranger !== null)
    throw new MigrationError(
      `The database belongs to a newer release: migration ${stranger} is unknown here. Start that release, or ` +
        'restore the backup from before it was installed.',
    );
  return migrations.filter(({ name, checksum }) => {
    const known = recorded.get(name);
    if (known && known.checksum !== checksum)
      throw new MigrationError(`Migration ${name} was changed after it had been applied.`);
    return !known;
  });
}

/**
 * Waits until no other process migrates, by polling for a session lock. A statement that blocks on a lock
 * would keep its snapshot, and `CREATE INDEX CONCURRENTLY` waits for such snapshots.
 */
async function untilAlone(sql: Sql, log: Pick<Logger, 'info'>): Promise<void> {
  for (let pause: number = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.last)) {
    const { rows } = await execute(sql, 'SELECT pg_try_advisory_lock($1) AS alone', [lock]);
    if ((rows[0] as { alone: boolean }).alone) return;
    log.info('waiting for another process to migrate the database');
    await delay(pause);
  }
}

interface Migrating {
  db: Database;
  /** On one connection, which holds the session's lock. */
  sql: Sql;
  log: Pick<Logger, 'info' | 'warn'>;
  patience: number;
}

/**
 * One that is a single transaction is recorded in it: it is there altogether or not at all. Of others, what a
 * process that died has done is done again.
 */
async function apply(migrating: Migrating, migration: Migration): Promise<void> {
  const { name, parts } = migration;
  try {
    if (parts.length === 1 && parts[0]!.mode === 'in one transaction')
      return await patiently(migrating, name, async (tx) => {
        await inOneTransaction(tx, parts[0]!.sql);
        await record(tx, migration);
      });
    for (const part of parts) await run[part.mode](migrating, name, part.sql);
    await patiently(migrating, name, (tx) => record(tx, migration));
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function inOneTransaction(tx: Sql, text: string): Promise<void> {
  await takeLocks(tx, text);
  await execute(tx, text);
}

const run: Record<PartMode, (migrating: Migrating, migration: string, text: string) => Promise<void>> = {
  'in one transaction': (migrating, migration, text) =>
    patiently(migrating, migration, (tx) => inOneTransaction(tx, text)),

  /**
   * Repeats one statement that takes the last id of the previous batch and returns its own last id as `last`.
   */
  async 'in batches'(migrating, migration, text) {
    for (let last: unknown = 0; last !== null;)
      last = await patiently(migrating, migration, async (tx) => {
        const { rows } = await execute(tx, text, [last]);
        return (rows[0] as { last?: unknown } | undefined)?.last ?? null;
      });
  },

  /** Runs statements outside a transaction: they wait as long as necessary, and block no one. */
  'one by one': (migrating, migration, text) =>
    again(migrating, migration, slowLook, async () => {
      for (const statement of statementsOf(text)) {
        // The embedded database has one connection, so there is no other one to let through.
        const ours = migrating.db.kind === 'pglite' ? statement.replace(/\bCONCURRENTLY\b/, '') : statement;
        await execute(migrating.sql, ours);
      }
    }),
};

/**
 * Retries a transaction until it gets its locks. Each attempt waits longer for each lock than the previous
 * one.
 */
function patiently<T>(migrating: Migrating, migration: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  const waitAt = (attempt: number): number =>
    Math.min(lockWaitMs.first * 2 ** (attempt - 1), lockWaitMs.last);
  return again(
    migrating,
    migration,
    (attempt) => waitAt(attempt) / 4,
    (attempt) =>
      migrating.sql.transaction().execute(async (tx) => {
        await execute(tx, `SET LOCAL lock_timeout = ${waitAt(attempt)}`);
        return work(tx);
      }),
  );
}

/**
 * Does something until it gets its locks, and says who has them.
 * @param lookMs at which intervals to look for whom it waits, milliseconds
 * @throws MigrationError when it did not get them in all its time
 */
async function again<T>(
  { db, sql, log, patience }: Migrating,
  migration: string,
  lookMs: (attempt: number) => number,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + patience;
  for (let attempt = 1; ; attempt++) {
    let waitingFor: string[] = [];
    const watch = await watchLocks({ db, sql }, lookMs(attempt), (holders) => {
      if (waitingFor.length === 0)
        log.warn(
          { migration, attempt, waitingFor: holders },
          'migration is waiting for locks of other connections',
        );
      waitingFor = holders;
    });
    try {
      return await work(attempt);
    } catch (error) {
      if (!isLockTrouble(error)) throw error;
      const pause = Math.min(pauseMs.first * 2 ** (attempt - 1), pauseMs.last) * (0.5 + Math.random() / 2);
      if (performance.now() + pause > deadline)
        throw new MigrationError(
          `Migration ${migration} could not lock its tables within ${Math.round(patience / 1000)} s. The locks were held by ` +
            `${waitingFor.join('; ') || 'other connections'}. Stop the processes of the previous release, and start again.`,
          { cause: error },
        );
      await delay(pause);
    } finally {
      watch.end();
    }
  }
}

async function ownPid(sql: Sql): Promise<number> {
  const { rows } = await execute(sql, 'SELECT pg_backend_pid() AS pid');
  return (rows[0] as { pid: number }).pid;
}

/** Tells, at intervals, for whom a connection waits, if it does. */
async function watchLocks(
  { db, sql }: Pick<Migrating, 'db' | 'sql'>,
  everyMs: number,
  tell: (holders: string[]) => void,
): Promise<{ end(): void }> {
  // The embedded database has only this connection.
  if (db.kind === 'pglite') return { end() {} };
  const pid = await ownPid(sql);
  const look = async (): Promise<void> => {
    const holders = await findLockHolders(db, pid);
    if (holders.length > 0) tell(holders);
  };
  // A failed lookup does not stop the migration.
  const timer = setInterval(() => void look().catch(() => {}), everyMs);
  return { end: () => clearInterval(timer) };
}

/**
 * Records that it was applied, and notifies processes of the previous release that the schema has changed.
 */
async function record(tx: Sql, { name, checksum, runsWith }: Migration): Promise<void> {
  await tx
    .withTables<MigrationTables>()
    .insertInto('_prisma_migrations')
    .values({
      id: randomUUID(),
      checksum,
      migration_name: releasedAs[name] ?? name,
      finished_at: now(),
      logs: runsWith && `runs with ${runsWith}`,
      applied_steps_count: 1,
    })
    .execute();
  await execute(tx, 'SELECT pg_notify($1, $2)::text', schemaNews(name));
}

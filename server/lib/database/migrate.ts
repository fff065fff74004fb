import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isLockTrouble } from './database-errors.ts';
import { execute, type Database, type Sql } from './db.ts';
import type { Logger } from '../logger.ts';
import { takeLocks, findLockHolders } from './migration-locks.ts';
import { MigrationError, statementsOf, type MigrationPart, type PartMode } from './migration-parts.ts';
import {
  knownNames,
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
        await apply({ db, sql, log, patience }, migration, recorded);
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
  const stranger = newerMigration(knownNames(migrations), recorded);
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
 * Runs the parts that are not done yet. A transaction records that it is done; the statements of other parts
 * are repeatable, because a process may die before that is recorded.
 */
async function apply(
  migrating: Migrating,
  migration: Migration,
  recorded: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { name, parts } = migration;
  try {
    const begun = await partsDone(migrating.sql, migration);
    for (const [index, { mode, sql, replaces }] of parts.entries()) {
      if (index < begun) continue;
      const done = (tx: Sql) => recordParts(tx, migration, index + 1);
      if (replaces !== null && recorded.has(replaces)) await patiently(migrating, name, done);
      else await run[mode](migrating, name, sql, done);
    }
    if (parts.length === 0) await patiently(migrating, name, (tx) => recordParts(tx, migration, 0));
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function inOneTransaction(tx: Sql, text: string): Promise<void> {
  await takeLocks(tx, text);
  await execute(tx, text);
}

type RunPart = (
  migrating: Migrating,
  migration: string,
  text: string,
  /** Records that the part is done. */
  done: (tx: Sql) => Promise<void>,
) => Promise<void>;

const run: Record<PartMode, RunPart> = {
  'in one transaction': (migrating, migration, text, done) =>
    patiently(migrating, migration, async (tx) => {
      await inOneTransaction(tx, text);
      await done(tx);
    }),

  /**
   * Repeats one statement that takes the last id of the previous batch and returns its own last id as `last`.
   */
  async 'in batches'(migrating, migration, text, done) {
    for (let last: unknown = 0; last !== null;)
      last = await patiently(migrating, migration, async (tx) => {
        const { rows } = await execute(tx, text, [last]);
        return (rows[0] as { last?: unknown } | undefined)?.last ?? null;
      });
    await patiently(migrating, migration, done);
  },

  /** Runs statements outside a transaction: they wait as long as necessary, and block no one. */
  async 'one by one'(migrating, migration, text, done) {
    await again(migrating, migration, slowLook, async () => {
      for (const statement of statementsOf(text)) {
        // The embedded database has one connection, so there is no other one to let through.
        const ours = migrating.db.kind === 'pglite' ? statement.replace(/\bCONCURRENTLY\b/, '') : statement;
        await execute(migrating.sql, ours);
      }
    });
    await patiently(migrating, migration, done);
  },
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

const recordNameOf = (name: string): string => releasedAs[name] ?? name;
const checksumOf = (parts: readonly MigrationPart[]): string =>
  createHash('sha256')
    .update(parts.map(({ sql }) => sql).join(''))
    .digest('hex');

/**
 * Returns how many parts of an unfinished migration are done.
 * @throws MigrationError when one of them was changed since
 */
async function partsDone(sql: Sql, { name, parts }: Migration): Promise<number> {
  const row = await sql
    .withTables<MigrationTables>()
    .selectFrom('_prisma_migrations')
    .select(['checksum', 'applied_steps_count as count'])
    .where('migration_name', '=', recordNameOf(name))
    .executeTakeFirst();
  if (!row) return 0;
  if (row.checksum !== checksumOf(parts.slice(0, row.count)))
    throw new MigrationError(`Migration ${name} was changed after a part of it had been applied.`);
  return row.count;
}

/**
 * Records how many parts of a migration are done. When all are, removes the records of those that it
 * replaces, and notifies processes of the previous release that the schema has changed.
 */
async function recordParts(tx: Sql, migration: Migration, count: number): Promise<void> {
  const { name, parts, runsWith } = migration;
  const isFinished = count === parts.length;
  const records = tx.withTables<MigrationTables>();
  const replaced = isFinished ? parts.flatMap(({ replaces }) => replaces ?? []) : [];
  await records
    .deleteFrom('_prisma_migrations')
    .where('migration_name', 'in', [recordNameOf(name), ...replaced])
    .execute();
  await records
    .insertInto('_prisma_migrations')
    .values({
      id: randomUUID(),
      checksum: isFinished ? migration.checksum : checksumOf(parts.slice(0, count)),
      migration_name: recordNameOf(name),
      finished_at: isFinished ? now() : null,
      logs: runsWith && `runs with ${runsWith}`,
      applied_steps_count: count,
    })
    .execute();
  if (isFinished) await execute(tx, 'SELECT pg_notify($1, $2)::text', schemaNews(name));
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type QueryResult } from 'kysely';
import pg from 'pg';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../prisma/generated/tables.ts';
import { FairPool } from './fair-pool.ts';
import { Client } from './pg-client.ts';
import { applicationNames } from './transfer-session.ts';
import { DataDirError, lockDataDir } from './data-dir-lock.ts';
import { embeddedReserve, writeRefusalReason } from '../disk-space.ts';
import { closeAll, privateDirectory } from '../security/private-directory.ts';
import { readingFrom, type ReplicaState } from './replica.ts';
import type { Listener } from '../requests/listen.ts';
import { runOnce } from '../idempotent-call.ts';

/** Statements in the tables' own types, on the pool or inside one transaction. */
export type Sql = Kysely<Tables>;

export type Unlisten = () => Promise<void>;

/** The database, PostgreSQL or embedded: the same SQL, the same pool and the same Prisma client for both. */
export interface Database {
  kind: 'postgres' | 'pglite';
  pool: pg.Pool;
  /** Reads what the GraphQL schema asks for, and writes single rows. */
  prisma: PrismaClient;
  /** What Prisma cannot say, or what shares a transaction with its event and its job. */
  sql: Sql;
  /**
   * Runs `work` in one transaction: rolled back when it throws. With the embedded database every other
   * statement waits until it ends, so use only the `sql` that is passed in. Only its return value is stored
   * for a repeated call (lib/idempotent-call.ts): it must not leave results in variables.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** For migrations and upkeep, whose statements may take long. */
  unhurried: Pick<Database, 'sql' | 'transaction'>;
  /**
   * Reads what may be some minutes old: from a replica where there is one that is not far behind, which
   * leaves the others alone.
   */
  readReport<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Listens to NOTIFY on a channel. `onReconnect` is called after each lost and regained connection, with the
   * milliseconds for which it may have been away: notifications in that time are lost.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect?: (missedMs: number) => void,
  ): Promise<Unlisten>;
  /** Whether NOTIFY arrives on every channel that is listened on, by the last proof. */
  isListening(): boolean;
  /** Pools of connections, by what they are for. */
  pools: Readonly<Record<string, pg.Pool>>;
  /** Looks at the replica, if there is one. */
  replicaState(): Promise<ReplicaState | null>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  databaseReplicaUrl?: string | undefined;
  databasePool: number;
  dataDir: string;
  /** Milliseconds that a statement of a request or of a step may take. */
  statementMs?: number;
  /** Milliseconds that such a statement may wait for a lock. */
  lockMs?: number;
  /** Hears when the replica is no longer read from, with the reason, and when it is again (null). */
  onReplica?: (why: string | null) => void;
}

/**
 * How long statements may take, wait for locks, and leave a transaction waiting for the next, milliseconds.
 */
interface Limits {
  statementMs: number;
  lockMs: number;
  idleMs: number;
}

const brisk: Limits = { statementMs: 15_000, lockMs: 5_000, idleMs: 30_000 };
const unhurried: Limits = { statementMs: 3_600_000, lockMs: 300_000, idleMs: 300_000 };
/** Maximum wait for a connection, milliseconds; after that, the database counts as unavailable. */
const waitMs = 10_000;
/** A replica that does not answer by then is left alone. */
const replicaWaitMs = 3_000;
/** The embedded database has one connection, which upkeep holds too. */
const embeddedWaitMs = 30_000;
/** A server that is gone without a word is given up so long after a statement's limit. */
const graceMs = 5_000;

/**
 * Opens PostgreSQL at `databaseUrl`, or else the embedded database in `dataDir`.
 * @throws DataDirError when another process has the embedded database open, or the directory cannot be
 * written.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const limits = {
    ...brisk,
    statementMs: options.statementMs ?? brisk.statementMs,
    lockMs: options.lockMs ?? brisk.lockMs,
  };
  return options.databaseUrl
    ? openPostgres(options.databaseUrl, options.databasePool, limits, options)
    : openEmbedded(options.dataDir, limits);
}

function openPool(
  connectionString: string,
  max: number,
  { statementMs, lockMs, idleMs }: Limits,
  connectMs: number = waitMs,
): pg.Pool {
  const pool = new FairPool({
    Client,
    connectionString,
    max,
    application_name: applicationNames.server,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    // Not as parameters of the connection, which poolers refuse.
    onConnect: async (client) => {
      await client.query(
        `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; SET idle_in_transaction_session_timeout = ${idleMs}`,
      );
    },
    query_timeout: statementMs + graceMs,
  });
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the
  // process.
  pool.on('error', () => {});
  // The same for one that breaks between two statements of a transaction: the next statement fails and
  // reports it.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

async function openPostgres(
  connectionString: string,
  max: number,
  limits: Limits,
  { databaseReplicaUrl, onReplica = () => {} }: Pick<DatabaseOptions, 'databaseReplicaUrl' | 'onReplica'>,
): Promise<Database> {
  const pool = openPool(connectionString, max, limits);
  // It opens a connection only while one is needed.
  const slowPool = openPool(connectionString, 1, unhurried);
  const listeners = new Set<Listener>();
  const own = onPool(pool);
  const replicaPool = databaseReplicaUrl
    ? openPool(databaseReplicaUrl, max, limits, replicaWaitMs)
    : undefined;
  const replica = replicaPool && readingFrom(statementsOn(replicaPool).sql, own.sql, onReplica);
  return {
    kind: 'postgres',
    ...own,
    readReport: replica ? replica.read : (work) => work(own.sql),
    unhurried: statementsOn(slowPool),
    async listen(channel, onPayload, onReconnect) {
      const { listenOnOwnConnection } = await import('../requests/listen.ts');
      const listener = await listenOnOwnConnection({
        connectionString,
        channel,
        onPayload,
        onReconnect,
        async notify(echo, payload) {
          await pool.query('SELECT pg_notify($1, $2)', [echo, payload]);
        },
      });
      listeners.add(listener);
      return async () => {
        listeners.delete(listener);
        await listener.stop();
      };
    },
    pools: { main: pool, upkeep: slowPool, ...(replicaPool && { replica: replicaPool }) },
    replicaState: async () => replica?.state() ?? null,
    isListening: () => [...listeners].every((listener) => listener.isHearing()),
    async close() {
      await Promise.all([...listeners].map((listener) => listener.stop()));
      await Promise.all([pool.end(), slowPool.end(), replicaPool?.end()]);
    },
  };
}

async function openEmbedded(dataDir: string, limits: Limits): Promise<Database> {
  const lock = await lockDataDir(dataDir);
  try {
    // Loaded only here: with PostgreSQL its WebAssembly is not wanted in memory.
    const { openPglite } = await import('./pglite.ts');
    const directory = join(dataDir, 'database');
    await mkdir(directory, { recursive: true, mode: privateDirectory });
    const { pglite, pool } = await openPglite(directory, { ...limits, waitMs: embeddedWaitMs });
    // The first unpacking creates world-readable files, regardless of this process's umask.
    await closeAll(directory);
    const own = onPool(pool);
    return {
      kind: 'pglite',
      ...own,
      readReport: (work) => work(own.sql),
      unhurried: statementsOn({
        async connect() {
          const client = await pool.connect();
          pglite.limit(unhurried);
          const release = client.release.bind(client);
          client.release = (broken) => {
            pglite.limit(limits);
            release(broken);
          };
          return client;
        },
        end: async () => {},
        options: pool.options,
      }),
      listen: pglite.listen,
      isListening: () => true,
      pools: { main: pool },
      replicaState: async () => null,
      async close() {
        await pool.end();
        await pglite.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    const trouble = await writeRefusalReason(dataDir, { reserve: embeddedReserve });
    if (trouble)
      throw new DataDirError(`The embedded database cannot be opened. ${trouble}`, { cause: error });
    throw error;
  }
}

// A day has no time zone: as a Date it would be another day west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

function onPool(pool: pg.Pool): Pick<Database, 'pool' | 'prisma' | 'sql' | 'transaction'> {
  return {
    pool,
    prisma: new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) }),
    ...statementsOn(pool),
  };
}

function statementsOn(pool: PostgresPool): Pick<Database, 'sql' | 'transaction'> {
  const sql = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { sql, transaction: (work) => runOnce((once) => sql.transaction().execute(once), work) };
}

/** Sends a statement that others wrote: the queue's, a migration's. */
export function execute(sql: Sql, text: string, values: unknown[] = []): Promise<QueryResult<unknown>> {
  return sql.executeQuery(CompiledQuery.raw(text, values));
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect, type QueryResult } from 'kysely';
import pg from 'pg';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Tables } from '../../prisma/generated/tables.ts';
import { lockDataDir } from './data-dir-lock.ts';

/** Statements in the tables' own types, on the pool or inside one transaction. */
export type Sql = Kysely<Tables> & Untyped;

interface Untyped {
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>;
}

export type Unlisten = () => Promise<void>;

/** The database, PostgreSQL or embedded: the same SQL, the same pool and the same Prisma client for both. */
export interface Database extends Untyped {
  kind: 'postgres' | 'pglite';
  pool: pg.Pool;
  /** Reads what the GraphQL schema asks for, and writes single rows. */
  prisma: PrismaClient;
  /** What Prisma cannot say, or what shares a transaction with its event and its job. */
  sql: Sql;
  /**
   * Runs `work` in one transaction: rolled back when it throws. With the embedded database every other statement waits
   * meanwhile, so use only the `sql` that is handed in.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Hears NOTIFY on a channel. `onReconnect` is called after each lost and regained connection: what was sent meanwhile is gone.
   */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<Unlisten>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  databasePool: number;
  dataDir: string;
}

/**
 * Opens PostgreSQL at `databaseUrl`, or else the embedded database in `dataDir`.
 * @throws DataDirError when another process has the embedded database open, or the directory cannot be written.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openPostgres(options.databaseUrl, options.databasePool) : openEmbedded(options.dataDir);
}

async function openPostgres(connectionString: string, max: number): Promise<Database> {
  const pool = new pg.Pool({ connectionString, max, application_name: 'parlance', keepAlive: true, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that breaks between two statements of a transaction: the next statement fails, which is told.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const listeners = new Set<Unlisten>();
  return {
    kind: 'postgres',
    ...onPool(pool),
    async listen(channel, onPayload, onReconnect) {
      const { listenOnOwnConnection } = await import('./listen.ts');
      const stop = await listenOnOwnConnection(connectionString, channel, onPayload, onReconnect);
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    async close() {
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
    },
  };
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const lock = await lockDataDir(dataDir);
  try {
    // Loaded only here: with PostgreSQL its WebAssembly is not wanted in memory.
    const { openPglite } = await import('./pglite.ts');
    const directory = join(dataDir, 'database');
    await mkdir(directory, { recursive: true });
    const { pglite, pool } = await openPglite(directory);
    return {
      kind: 'pglite',
      ...onPool(pool),
      listen: pglite.listen,
      async close() {
        await pool.end();
        await pglite.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

// A day has no time zone: as a Date it would be another day west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

function onPool(pool: pg.Pool): Pick<Database, 'pool' | 'prisma' | 'sql' | 'query' | 'transaction'> {
  const sql = withText(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }));
  return {
    pool,
    prisma: new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) }),
    sql,
    query: sql.query,
    transaction: (work) => sql.transaction().execute((tx) => work(withText(tx))),
  };
}

function withText(sql: Kysely<Tables>): Sql {
  return Object.assign(sql, {
    async query(text: string, values: unknown[] = []) {
      const { rows, numAffectedRows } = await execute(sql, text, values);
      return { rows: rows as never[], rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) };
    },
  });
}

/** Sends a statement that others wrote: the queue's, a migration's. */
export function execute(sql: Kysely<Tables>, text: string, values: unknown[] = []): Promise<QueryResult<unknown>> {
  return sql.executeQuery(CompiledQuery.raw(text, values));
}

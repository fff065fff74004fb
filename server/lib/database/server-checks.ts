import type pg from 'pg';
import { Client } from './pg-client.ts';

/** What a PostgreSQL server is, and how many of its connections are used. */
export interface ServerFacts {
  /** As 150018. */
  versionNumber: number;
  /** As `PostgreSQL 15.18`. */
  version: string;
  encoding: string;
  /** Connections that users without special rights may have. */
  connections: number;
  connectionsUsed: number;
}

/** Reads what a PostgreSQL server is. @throws pg errors */
export async function readServerFacts(pool: pg.Pool): Promise<ServerFacts> {
  const { rows } = await pool.query<ServerFacts>(
    `SELECT current_setting('server_version_num')::int AS "versionNumber",
       'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) AS version,
       current_setting('server_encoding') AS encoding,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS "connectionsUsed"`,
  );
  return rows[0]!;
}

/** Returns those of some settings of the server that are off. @throws pg errors */
export async function settingsOff(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Returns those of some extensions that the server does not have on its disk. @throws pg errors */
export async function missingExtensions(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT wanted.name FROM unnest($1::text[]) AS wanted(name)
     WHERE NOT EXISTS (SELECT FROM pg_available_extensions a WHERE a.name = wanted.name)`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Size of a database with its indexes, bytes. @throws pg errors */
export async function databaseBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return rows[0]!.bytes;
}

/** Milliseconds within which a replica answers. */
const replicaMs = 5_000;

/**
 * Returns how far a replica is behind, seconds. One that has replayed all that it received is not behind,
 * however long ago the last change was.
 * @throws pg errors
 */
export async function replicaLag(connectionString: string): Promise<number> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: replicaMs,
    query_timeout: replicaMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT CASE WHEN pg_is_in_recovery() AND pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
         THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 ELSE 0 END AS seconds`,
    );
    return Math.max(0, (rows as { seconds: number | null }[])[0]!.seconds ?? 0);
  } finally {
    await client.end().catch(() => {});
  }
}

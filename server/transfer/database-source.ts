import type pg from 'pg';
import { readMigrations } from '../lib/database/migrations.ts';
import {
  applicationNames,
  hasEmbeddedDatabase,
  openTransferSession,
  type DatabasePlace,
  type TransferSession,
} from '../lib/database/transfer-session.ts';
import {
  readSequences,
  readTables,
  tableName,
  type SequenceValue,
  type Table,
} from '../lib/database/table-catalogue.ts';
import { TransferError, unfinishedTransfer } from '../lib/database/transfer-tables.ts';

/** A database that rows are read from, all as of one moment. */
export interface DatabaseSource extends TransferSession {
  tables: Table[];
  sequences: SequenceValue[];
  /** Names of the migrations that made its tables. */
  migrations: string[];
}

/** What a database is called in reports and in the marks of its copies, without a password. */
export function describeDatabase({ databaseUrl, dataDir }: DatabasePlace): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`;
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  return `PostgreSQL ${host}:${port || 5432}${pathname}`;
}

/**
 * Opens a database for reading.
 * @param isolation `alone`: no server may use it, and none can write to it until it is closed; `snapshot`:
 *   servers keep running, and their changes are not seen
 * @throws TransferError, DataDirError
 */
export async function openSource(
  place: DatabasePlace,
  isolation: 'alone' | 'snapshot',
): Promise<DatabaseSource> {
  if (!place.databaseUrl && !hasEmbeddedDatabase(place.dataDir))
    throw new TransferError(
      `There is no embedded database in ${place.dataDir}. Set DATA_DIR or DATABASE_URL to the values that the server uses.`,
    );
  const session = await openTransferSession(place);
  try {
    const { client } = session;
    if ((await unfinishedTransfer(client)) !== null)
      throw new TransferError('The source is the target of another move or restore that has not finished.');
    const migrations = await checkRelease(client);
    if (place.databaseUrl && isolation === 'alone') await checkUnused(client);
    const tables = await readTables(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const names = tables.map((table) => tableName(table)).join(', ');
    // Nothing waits for the weaker lock but changes of the tables themselves.
    await client.query(`SET LOCAL lock_timeout = '30s'`);
    await client.query(`LOCK TABLE ${names} IN ${isolation === 'alone' ? 'SHARE' : 'ACCESS SHARE'} MODE`);
    return { ...session, tables, sequences: await readSequences(client), migrations };
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** @throws TransferError when the database is not of this release */
async function checkRelease(client: pg.ClientBase): Promise<string[]> {
  const known = (await readMigrations()).map(({ name }) => name);
  const found = await client.query(`SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS known`);
  if (!(found.rows[0] as { known: boolean }).known)
    throw new TransferError('The source is not a Parlance database: it has no migrations.');
  const { rows } = await client.query(
    'SELECT checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL',
  );
  const recorded = new Set((rows as { checksum: string }[]).map(({ checksum }) => checksum));
  const checksums = (await readMigrations()).map(({ checksum }) => checksum);
  if (checksums.some((checksum) => !recorded.has(checksum)))
    throw new TransferError(
      'The source database belongs to an older release. Start this release with it once, stop it, and try again.',
    );
  if (recorded.size > checksums.length)
    throw new TransferError('The source database belongs to a newer release. Use the tools of that release.');
  return known;
}

/** @throws TransferError when processes of Parlance are connected */
async function checkUnused(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE $1`,
    [`${applicationNames.server}%`],
  );
  const { count } = (rows as { count: number }[])[0]!;
  if (count > 0)
    throw new TransferError(
      `The source database is in use: Parlance processes have ${count} ${count === 1 ? 'connection' : 'connections'} to it. Stop all of them first.`,
    );
}

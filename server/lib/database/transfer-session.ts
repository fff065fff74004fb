import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { closeAll, privateDirectory } from '../security/private-directory.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { Client } from './pg-client.ts';
import { portableText } from './table-catalogue.ts';

/** Where a database is: PostgreSQL at `databaseUrl`, or else embedded in `dataDir`. */
export interface DatabasePlace {
  databaseUrl?: string | undefined;
  dataDir: string;
}

/** One connection without time limits, for whole tables. */
export interface TransferSession {
  client: pg.ClientBase;
  close(): Promise<void>;
}

/** Reported to PostgreSQL, and looked for by others that need the database for themselves. */
export const applicationNames = { server: 'parlance', transfer: 'parlance-transfer' } as const;

/** Whether there is an embedded database in a data directory. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'database', 'PG_VERSION'));

/**
 * Connects to a database. The embedded one is locked, so that no server can use it until this is closed.
 * @throws DataDirError when a process uses the embedded database
 */
export async function openTransferSession({ databaseUrl, dataDir }: DatabasePlace): Promise<TransferSession> {
  const session = databaseUrl ? await openServerSession(databaseUrl) : await openEmbeddedSession(dataDir);
  try {
    await session.client.query(portableText);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function openServerSession(connectionString: string): Promise<TransferSession> {
  const client = new Client({
    connectionString,
    application_name: applicationNames.transfer,
    keepAlive: true,
    connectionTimeoutMillis: 60_000,
  });
  client.on('error', () => {});
  await client.connect();
  await client.query(
    'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
  );
  return { client, close: () => client.end() };
}

async function openEmbeddedSession(dataDir: string): Promise<TransferSession> {
  const lock = await lockDataDir(dataDir);
  try {
    const directory = join(dataDir, 'database');
    await mkdir(directory, { recursive: true, mode: privateDirectory });
    const { openPglite } = await import('./pglite.ts');
    const { pglite, pool } = await openPglite(directory);
    await closeAll(directory);
    const client = await pool.connect();
    return {
      client,
      async close() {
        client.release(true);
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

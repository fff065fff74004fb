import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../server/config.ts';
import type { App } from '../../server/kernel/app.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { openApp } from '../../server/open-app.ts';
import { factories, type Newsroom } from '../support/factories.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { quietEnvironment } from './quiet-environment.ts';

export interface MeasuredNewsroom {
  app: App;
  room: Newsroom;
  /** Of the database, for what the server's statements may not take the time for. */
  url: string;
}

/** Opens an application with a newsroom on a separate PostgreSQL for the duration of a measurement. */
export async function withNewsroom<T>(measure: (newsroom: MeasuredNewsroom) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({
    shared_buffers: '512MB',
    maintenance_work_mem: '512MB',
    max_wal_size: '8GB',
    synchronous_commit: 'off',
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
  try {
    await runSql(postgres.url('postgres'), 'CREATE DATABASE bench');
    const url = postgres.url('bench');
    const config = parseConfig({ ...quietEnvironment(url, dataDir), JWT_SECRET: 'x'.repeat(32) });
    const { app, close } = await openApp({ config, log: createLogger('silent'), worker: false });
    try {
      return await measure({ app, room: await factories(app.db).newsroom(), url });
    } finally {
      await close();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Config } from '../../server/config.ts';
import { jobs } from '../../server/jobs.ts';
import type { App } from '../../server/kernel/app.ts';
import type { JobDefinition } from '../../server/lib/database/queue.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { openApp } from '../../server/open-app.ts';
import { audioFile } from '../../server/storage/files.ts';
import {
  sumTable,
  tableLabel,
  type SequenceValue,
  type TableSum,
} from '../../server/lib/database/table-catalogue.ts';
import { openSource } from '../../server/transfer/database-source.ts';
import type { Progress } from '../../server/transfer/database-target.ts';
import { prepareConfig, type PreparedConfig } from '../support/databases.ts';
import { factories, type Newsroom } from '../support/factories.ts';
import { runSql } from '../support/postgres.ts';
import { account, region, startS3Server, type S3Server } from '../support/s3-server.ts';

/** A job that waits, and that every release has. */
const sweepJob = jobs.find(({ name }) => name === 'sweep') as JobDefinition<Record<string, never>>;

/** Prints nothing. */
export const quiet: Progress = { line() {}, step() {} };

/** An installation with a newsroom whose article has audio. */
export interface FilledInstallation {
  prepared: PreparedConfig;
  room: Newsroom;
  audio: Uint8Array;
}

/** Fills the database and the storage of an environment as a newsroom would. */
export async function installation(overrides: Record<string, string> = {}): Promise<FilledInstallation> {
  const prepared = await prepareConfig(overrides);
  onTestFinished(() => prepared.remove());
  const room = await withApp(prepared.config, async ({ db, storage, queue }) => {
    const made = await factories(db).newsroom();
    await storage.put(audioFile(made.audio.version), sound);
    await storage.put('images/large', Buffer.alloc(9_000_000, 'large'));
    await db.transaction((sql) => queue.send(sql, sweepJob, {}));
    return made;
  });
  return { prepared, room, audio: sound };
}

const sound = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));

/** Opens an installation as a server does. */
export async function withApp<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const { app, close } = await openApp({ config, log: createLogger('silent'), worker: false });
  try {
    return await work(app);
  } finally {
    await close();
  }
}

/** A database of PostgreSQL without tables; undefined where the run has no PostgreSQL. */
export async function emptyPostgres(): Promise<string | undefined> {
  const prepared = inject('database');
  if (prepared.kind !== 'postgres') return undefined;
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await runSql(`${prepared.url}postgres`, `CREATE DATABASE ${name}`);
  onTestFinished(
    async () => void (await runSql(`${prepared.url}postgres`, `DROP DATABASE ${name} WITH (FORCE)`)),
  );
  return prepared.url + name;
}

/** A folder that goes when the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('database').directory, 'target-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A bucket, and what a server needs to use it. */
export async function emptyBucket(): Promise<{ s3: S3Server; url: string; env: Record<string, string> }> {
  const s3 = await startS3Server(100);
  onTestFinished(() => s3.close());
  return {
    s3,
    url: `s3://sounds/news?endpoint=${encodeURIComponent(s3.endpoint)}&region=${region}`,
    env: { S3_ACCESS_KEY_ID: account.accessKeyId, S3_SECRET_ACCESS_KEY: account.secretAccessKey },
  };
}

export interface Contents {
  tables: Record<string, TableSum>;
  sequences: SequenceValue[];
}

/** All that a database has, in a form that two databases can be compared by. */
export async function contentsOf(config: Config): Promise<Contents> {
  const source = await openSource(config, 'alone');
  try {
    const tables: Contents['tables'] = {};
    for (const table of source.tables) tables[tableLabel(table)] = await sumTable(source.client, table);
    return { tables, sequences: source.sequences };
  } finally {
    await source.close();
  }
}

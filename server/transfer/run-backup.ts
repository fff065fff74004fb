import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Config } from '../config.ts';
import { databaseTime } from '../lib/database/database-clock.ts';
import type { Database } from '../lib/database/db.ts';
import { databaseBytes } from '../lib/database/server-checks.ts';
import type { JobDefinition } from '../lib/database/queue.ts';
import { openTransferSession } from '../lib/database/transfer-session.ts';
import { TransferError } from '../lib/database/transfer-tables.ts';
import { embeddedReserve, writeRefusalReason } from '../lib/disk-space.ts';
import { withTemporaryFolder } from '../lib/temporary-folder.ts';
import { openStorage, storagePlace } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { backUp, deleteOldBackups, type BackedUp } from './back-up-installation.ts';
import { forgetRuns, lastBackup, testedBackups } from './backup-runs.ts';
import { openBackupStore, type BackupHeader, type BackupStore } from './backup-store.ts';
import { openSource, type DatabaseSource } from './database-source.ts';
import type { Progress } from './database-target.ts';
import { readSecrets } from './installation.ts';
import { testRestore, type RestoreTest } from './restore-backup.ts';

/** Any number that no other program locks: one backup of a database at a time. */
const lock = 5_270_003;

export interface RunBackupOptions {
  db: Database;
  config: Config;
  files: Storage;
  jobs: readonly JobDefinition<any>[];
  progress: Progress;
  /** Whether to restore the backup into a temporary place and count it. */
  isTested: boolean;
  /** Whether the test reads all files, also those that earlier ones have read. */
  everyFile?: boolean;
}

/** A backup, its test, and what was deleted since it is there. */
export interface BackupRunResult extends BackedUp {
  tested: RestoreTest | null;
  deleted: number;
}

/** Another backup of this installation is running. */
export class BackupRunningError extends TransferError {
  constructor() {
    super('Another backup of this installation is running.');
  }
}

/** Opens the place of backups. @throws TransferError when BACKUP_URL is not set, or is among the files */
export async function openBackups({
  backup: { url, key, credentials },
  storageUrl,
  dataDir,
  env,
}: Config): Promise<BackupStore> {
  if (url === undefined)
    throw new TransferError('BACKUP_URL is not set. Set it to a folder or bucket for the backups.');
  const [place, files] = [
    storagePlace({ storageUrl: url, dataDir }),
    storagePlace({ storageUrl, dataDir }),
  ].map((path) => path.replace(/ at /, '/')) as [string, string];
  if (`${place}/`.startsWith(`${files}/`) || `${files}/`.startsWith(`${place}/`))
    throw new TransferError(
      'BACKUP_URL and STORAGE_URL must not contain each other. Use another folder or bucket.',
    );
  return openBackupStore(
    await openStorage({ storageUrl: url, dataDir, env: { ...env, ...credentials } }),
    key,
  );
}

/** Whether this process makes a backup of its embedded database. */
let isRunning = false;

/**
 * Makes a backup while servers keep running, tests it, deletes old ones and records the run.
 * @throws BackupRunningError, and TransferError or StorageError when it cannot be made or restored
 */
export async function runBackup(options: RunBackupOptions): Promise<BackupRunResult> {
  const { db, config } = options;
  const release = await takeLock(db, config);
  try {
    const run = recordRun(db);
    try {
      const backedUp = await backUpAndTest(options, run);
      const lost = backedUp.tested?.lost.map(({ key, why }) => `${key}: ${why}`) ?? [];
      await run.end({
        testedAt: backedUp.tested && lost.length === 0 ? databaseTime() : null,
        lost: lost.length,
        error:
          lost.length > 0
            ? `Files of the backup cannot be restored. ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ', …' : ''}`
            : null,
      });
      const deleted = await deleteOld(options);
      return { ...backedUp, deleted };
    } catch (error) {
      await run.end({ error: (error as Error).message.slice(0, 1_000) }).catch(() => {});
      throw error;
    }
  } finally {
    await release();
  }
}

type RunRecord = ReturnType<typeof recordRun>;

/** Records a run from when its snapshot of the database was taken, which does not have the run in it. */
function recordRun({ prisma }: Pick<Database, 'prisma'>) {
  const startedAt = databaseTime();
  let row: Promise<{ id: number }> | undefined;
  const begin = () => (row ??= prisma.backupRun.create({ data: { startedAt }, select: { id: true } }));
  const update = async (data: Prisma.BackupRunUpdateInput) => {
    const { id } = await begin();
    await prisma.backupRun.update({ where: { id }, data });
    return id;
  };
  return {
    begin,
    /** The backup is whole. */
    complete: ({ id: backup, rows, files, bytes }: BackupHeader) => update({ backup, rows, files, bytes }),
    async end(outcome: { testedAt?: Date | null; lost?: number; error: string | null }): Promise<void> {
      await forgetRuns({ prisma }, await update({ ...outcome, finishedAt: databaseTime() }));
    },
  };
}

async function backUpAndTest(
  { db, config, files, jobs, progress, isTested, everyFile = false }: RunBackupOptions,
  run: RunRecord,
): Promise<Omit<BackupRunResult, 'deleted'>> {
  const store = await openBackups(config);
  return withTemporaryFolder('transfer', async (scratch) => {
    const last = await lastBackup(db).catch(refuseOlderRelease);
    const backedUp = await backUp({
      store,
      copiesAll: last !== null && last.lost > 0,
      tested: await testedBackups(db),
      async openDatabase() {
        const source = await openSnapshot(db, config, scratch);
        await run.begin();
        return source;
      },
      files,
      secrets: await readSecrets(config),
      progress,
    });
    const { header: backup } = backedUp;
    await run.complete(backup);
    const tested = isTested ? await testRestore({ store, backup, jobs, progress, scratch, everyFile }) : null;
    return { ...backedUp, tested };
  });
}

/** @throws TransferError when the table of backups is not there yet, else the error itself */
function refuseOlderRelease(error: { code?: string }): never {
  // The code of Prisma for a table that is not there.
  if (error.code !== 'P2021') throw error;
  throw new TransferError(
    'The database belongs to an older release. Start this release with it once, and try again.',
    { cause: error },
  );
}

const deleteOld = async ({ db, config }: RunBackupOptions): Promise<number> =>
  deleteOldBackups(await openBackups(config), {
    days: config.backup.keepDays,
    tested: await testedBackups(db),
  });

/**
 * Opens all rows as of now. The files of the embedded database are copied for it, while its only connection
 * is held, so that nothing changes them; all statements wait for that.
 */
async function openSnapshot(db: Database, config: Config, scratch: string): Promise<DatabaseSource> {
  if (db.kind === 'postgres') return openSource(config, 'snapshot');
  const dataDir = join(scratch, 'snapshot');
  const full = await writeRefusalReason(scratch, {
    reserve: (await databaseBytes(db.pool)) + embeddedReserve,
  });
  if (full)
    throw new TransferError(
      `There is no room to copy the database. ${full} Set TMPDIR to a folder on a larger disk.`,
    );
  const client = await db.pool.connect();
  try {
    await client.query('CHECKPOINT');
    await cp(join(config.dataDir, 'database'), join(dataDir, 'database'), { recursive: true });
  } finally {
    client.release();
  }
  return openSource({ dataDir }, 'snapshot');
}

/** @throws BackupRunningError */
async function takeLock(db: Database, config: Config): Promise<() => Promise<void>> {
  if (db.kind === 'pglite') {
    if (isRunning) throw new BackupRunningError();
    isRunning = true;
    return async () => void (isRunning = false);
  }
  const session = await openTransferSession(config);
  const { rows } = await session.client.query('SELECT pg_try_advisory_lock($1) AS alone', [lock]);
  if ((rows[0] as { alone: boolean }).alone) return session.close;
  await session.close();
  throw new BackupRunningError();
}

/** Whether a backup is due: the last one that could be made is so many hours ago. */
export async function isBackupDue({ db, config }: Pick<RunBackupOptions, 'db' | 'config'>): Promise<boolean> {
  if (config.backup.url === undefined) return false;
  const last = await lastBackup(db);
  // The job runs each hour, a little earlier or later.
  const now = databaseTime().getTime();
  const since = now - config.backup.intervalHours * 3_600_000 + 600_000;
  // One of the future was made while a clock was wrong.
  return last === null || last.startedAt.getTime() < since || last.startedAt.getTime() > now + 600_000;
}

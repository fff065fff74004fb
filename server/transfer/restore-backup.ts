import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobDefinition } from '../lib/database/queue.ts';
import { readMigrations } from '../lib/database/migrations.ts';
import { writeRefusalReason } from '../lib/disk-space.ts';
import type { DatabasePlace } from '../lib/database/transfer-session.ts';
import { TransferError } from '../lib/database/transfer-tables.ts';
import type { Storage } from '../storage/storage.ts';
import {
  checkKey,
  isAbsent,
  listBackups,
  readTableRows,
  type BackupContents,
  type BackupFile,
  type BackupHeader,
  type BackupStore,
  type BackupTable,
} from './backup-store.ts';
import { claimStorage, filesAtOnce, releaseStorage } from './copy-files.ts';
import {
  checkTargetDatabase,
  formatCount,
  openTargetDatabase,
  type FilledTables,
  type OpenTarget,
  type Progress,
} from './database-target.ts';
import type { Secrets } from './installation.ts';
import { eachConcurrently, hashFile, withStagedFile } from './staged-file.ts';

export interface RestoreOptions {
  store: BackupStore;
  backup: BackupHeader;
  /** An empty database. */
  database: DatabasePlace;
  /** An empty storage. */
  files: Storage;
  jobs: readonly JobDefinition<any>[];
  progress: Progress;
  /** Called with the secrets of the backup once the target is known to be empty. */
  onSecrets?: (secrets: Secrets) => Promise<void>;
}

/** A file of a backup that cannot be restored. */
export interface LostFile {
  key: string;
  why: string;
}

export interface RestoreResult {
  contents: BackupContents;
  tables: FilledTables;
  files: number;
  bytes: number;
  lost: LostFile[];
}

/**
 * Finds a backup. @param id of a backup, or undefined for the newest one
 * @throws TransferError when there is none, its description cannot be read, or it has another key
 */
export async function findBackup(store: BackupStore, id?: string): Promise<BackupHeader> {
  const { backups, unreadable } = await listBackups(store.storage);
  const found = id === undefined ? backups[0] : backups.find((one) => one.id === id);
  const damaged = unreadable.find((one) => (id === undefined ? one > (found?.id ?? '') : one === id));
  if (damaged !== undefined)
    throw new TransferError(
      `The description of backup ${damaged} (backups/${damaged}.json) is damaged or was written by a later release. ` +
        'Restore another backup with --backup ID.',
    );
  if (!found)
    throw new TransferError(
      id === undefined ? 'There is no backup at this place.' : `There is no backup ${id} at this place.`,
    );
  checkKey(store, found);
  return found;
}

/**
 * Restores a backup into an empty installation, and counts: each table's rows and checksum, each file's
 * SHA-256. Files that are missing or damaged are named, and the others restored. Resumes after an
 * interruption.
 * @throws TransferError when the target is not empty, or a table is missing or damaged
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { store, backup, files, progress } = options;
  const source = `backup ${backup.id}`;
  const contents = await readContents(store, backup);
  await checkTargetDatabase(options.database, source);
  await claimStorage(files, source);
  const target = await openTargetDatabase(
    { place: options.database, source, jobs: options.jobs, progress },
    contents.tables,
  );
  try {
    await options.onSecrets?.(contents);
    const tables = await fill(target, store, backup, contents);
    const restored = { files: 0, bytes: 0, lost: [] as LostFile[] };
    await eachConcurrently(store.files(backup.id), filesAtOnce, async (file) => {
      const why = await restoreFile(store, files, file);
      if (why !== null) restored.lost.push({ key: file.key, why });
      else {
        restored.files += 1;
        restored.bytes += file.bytes;
      }
      progress.step(`${formatCount(restored.files, 'file')}, ${Math.round(restored.bytes / 1e6)} MB`);
    });
    progress.step('making indexes and constraints');
    await target.finish(contents.sequences);
    await releaseStorage(files);
    return { contents, tables, ...restored };
  } finally {
    await target.close();
  }
}

async function readContents(store: BackupStore, { id, release }: BackupHeader): Promise<BackupContents> {
  const contents = await store.readContents(id).catch((error: Error) => {
    throw new TransferError(`The contents of backup ${id} cannot be read: ${error.message}`, {
      cause: error,
    });
  });
  const names = (await readMigrations()).map(({ name }) => name);
  if (names.join() !== contents.migrations.join())
    throw new TransferError(
      `Backup ${id} was made with release ${release}, whose tables differ from those of this release. Restore it with that release, then upgrade.`,
    );
  return contents;
}

const fill = (
  target: OpenTarget,
  store: BackupStore,
  { id }: BackupHeader,
  { tables, sequences }: BackupContents,
): Promise<FilledTables> => {
  const found = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]));
  const tableOf = ({ schema, name }: { schema: string; name: string }) => found.get(`${schema}.${name}`)!;
  return target.fill({
    tables,
    sequences,
    async *rowsOf(table) {
      try {
        yield* readTableRows(store, id, tableOf(table).part);
      } catch (error) {
        throw new TransferError(
          `The table ${table.name} of backup ${id} is missing or damaged: ${(error as Error).message}`,
          { cause: error },
        );
      }
    },
    sumOf: async (table) => {
      const { rows, checksum } = tableOf(table);
      return { rows, checksum };
    },
  });
};

/** @returns why a file cannot be restored; null: it is */
async function restoreFile(store: BackupStore, to: Storage, file: BackupFile): Promise<string | null> {
  const { key, bytes, sha256 } = file;
  if ((await to.stat(key))?.bytes === bytes && (await hashFile(to, key)) === sha256) return null;
  return readObject(store, file, (staged) => staged.store(to, key));
}

/**
 * Reads a file of a backup, and offers it to `work` if it is whole.
 * @returns what is wrong with it, or null
 */
async function readObject(
  store: BackupStore,
  { bytes, sha256 }: BackupFile,
  work: (staged: { store(to: Storage, key: string): Promise<void> }) => Promise<void>,
): Promise<string | null> {
  let source;
  try {
    source = await store.storage.stream(store.objectKey(sha256));
  } catch (error) {
    if (isAbsent(error)) return 'missing from the backup';
    throw error;
  }
  try {
    return await withStagedFile(source, { bytes, open: store.open() }, async (staged) => {
      if (staged.sha256 !== sha256) return 'damaged in the backup';
      await work(staged);
      return null;
    });
  } catch (error) {
    if (error instanceof TransferError) return 'damaged in the backup';
    throw error;
  }
}

/**
 * Rows take as much again for their indexes.
 * @throws TransferError when the disk has too little room, so that a test never fills it
 */
async function checkRoom(folder: string, tables: readonly BackupTable[]): Promise<void> {
  const rowBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const why = await writeRefusalReason(folder, { reserve: 2 * rowBytes + emptyDatabaseBytes });
  if (why)
    throw new TransferError(
      `There is no room to restore the backup into. ${why} Set TMPDIR to a folder on a larger disk.`,
    );
}

/** Of an embedded database without rows, and its log. */
const emptyDatabaseBytes = 256 * 1024 * 1024;

/** What a test of a backup has counted. */
export type RestoreTest = Pick<RestoreResult, 'tables' | 'files' | 'lost'>;

export interface RestoreTestOptions extends Pick<RestoreOptions, 'store' | 'backup' | 'jobs' | 'progress'> {
  /** A folder with room for the database. */
  scratch: string;
  /** Also reads the files that earlier tests have read. */
  everyFile?: boolean;
}

/**
 * Tests that a backup can be restored: restores its rows into a new embedded database in a temporary folder,
 * with all constraints and checksums, and looks for each of its files. Files that no test has read are read
 * and compared.
 * @throws TransferError when there is no room for the database, or it cannot be restored
 */
export async function testRestore(options: RestoreTestOptions): Promise<RestoreTest> {
  const { store, backup, jobs, progress, everyFile = false } = options;
  const dataDir = await mkdtemp(join(options.scratch, 'backup-test-'));
  try {
    const contents = await readContents(store, backup);
    await checkRoom(dataDir, contents.tables);
    const target = await openTargetDatabase(
      { place: { dataDir }, source: `backup ${backup.id}`, jobs, progress: { ...progress, line() {} } },
      contents.tables,
    );
    let tables: FilledTables;
    try {
      tables = await fill(target, store, backup, contents);
      await target.finish(contents.sequences);
    } finally {
      await target.close();
    }
    const tested: RestoreTest = { tables, files: 0, lost: [] };
    await eachConcurrently(store.files(backup.id), filesAtOnce, async (file) => {
      const why =
        file.isUnread || everyFile
          ? await readObject(store, file, async () => {})
          : (await store.storage.stat(store.objectKey(file.sha256))) === null
            ? 'missing from the backup'
            : null;
      if (why === null) tested.files += 1;
      else tested.lost.push({ key: file.key, why });
      progress.step(`testing: ${formatCount(tested.files, 'file')}`);
    });
    return tested;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

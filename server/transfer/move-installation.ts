import { join, resolve } from 'node:path';
import { writeRefusalReason } from '../lib/disk-space.ts';
import { forgetStorageSetting } from '../lib/database/shared-settings.ts';
import { sumTable, tableLabel, tablesSize } from '../lib/database/table-catalogue.ts';
import { readRows, TransferError } from '../lib/database/transfer-tables.ts';
import type { JobDefinition } from '../lib/database/queue.ts';
import { openStorage, storagePlace } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import {
  checkTargetStorage,
  claimStorage,
  copyFiles,
  countFiles,
  releaseStorage,
  type CopiedFiles,
} from './copy-files.ts';
import { describeDatabase, openSource, type DatabaseSource } from './database-source.ts';
import {
  checkTargetDatabase,
  formatCount,
  openTargetDatabase,
  type FilledTables,
  type OpenTarget,
  type Progress,
} from './database-target.ts';
import {
  copyDataDir,
  environmentLines,
  readSecrets,
  writeEnvironment,
  type Installation,
} from './installation.ts';

/** What is moved; parts that are not named stay where they are. */
export interface MoveOptions {
  from: Installation;
  /** A URL of PostgreSQL, or `embedded`. */
  database?: string | undefined;
  /** As STORAGE_URL. */
  storage?: string | undefined;
  dataDir?: string | undefined;
  /** Credentials of the target's bucket, if they are not those of the source's. */
  targetEnv?: Record<string, string>;
  /** Only checks and counts. */
  dryRun?: boolean;
  jobs: readonly JobDefinition<any>[];
  progress: Progress;
}

export interface MoveSummary {
  tables: FilledTables | null;
  files: CopiedFiles | null;
  /** A file with the settings for the servers; null after a dry run. */
  environment: string | null;
}

/** Source and target, and which of their parts differ. */
interface Plan extends MoveOptions {
  to: Installation;
  movesDatabase: boolean;
  movesStorage: boolean;
  /** By which an interrupted move is recognized. */
  source: string;
}

function planOf(options: MoveOptions): Plan {
  const { from, database, storage, dataDir, targetEnv = {} } = options;
  const to: Installation = {
    ...from,
    dataDir: resolve(dataDir ?? from.dataDir),
    databaseUrl: database === undefined ? from.databaseUrl : database === 'embedded' ? undefined : database,
    storageUrl: storage ?? from.storageUrl,
    env: { ...from.env, ...targetEnv },
  };
  const movesDatabase = describeDatabase(from) !== describeDatabase(to);
  const movesStorage = storagePlace(from) !== storagePlace(to);
  if (!movesDatabase && !movesStorage)
    throw new TransferError(
      'There is nothing to move: source and target are the same. Set --database, --storage or --data-dir.',
    );
  return {
    ...options,
    to,
    movesDatabase,
    movesStorage,
    source: `${describeDatabase(from)} with files in ${storagePlace(from)}`,
  };
}

/**
 * Moves an installation: copies database, files and secrets to another place, and compares each table and
 * each file. The source is read only, and stays. Run again after an interruption, it resumes.
 * @throws TransferError, DataDirError, StorageError
 */
export async function move(options: MoveOptions): Promise<MoveSummary> {
  const plan = planOf(options);
  const { from, to, movesStorage, source: name, progress } = plan;
  const source = await openSource(from, 'alone');
  let target: OpenTarget | undefined;
  try {
    const fromStorage = await openStorage(from);
    const toStorage = movesStorage ? await openStorage(to) : null;
    if (plan.dryRun) return await rehearse(plan, source, fromStorage, toStorage);
    if (plan.movesDatabase) await checkTargetDatabase(to, name);
    if (toStorage) await claimStorage(toStorage, name);
    if (plan.movesDatabase)
      target = await openTargetDatabase(
        { place: to, source: name, jobs: plan.jobs, progress },
        source.tables,
      );
    const tables = (await target?.fill(rowsOf(source))) ?? null;
    const files = toStorage && (await moveFiles(fromStorage, toStorage, progress));
    await copyDataDir(from.dataDir, to.dataDir);
    const environment = join(to.dataDir, 'environment');
    await writeEnvironment(environment, environmentLines(to, await readSecrets(from)));
    if (target) {
      progress.step('creating indexes and constraints');
      await target.finish(source.sequences);
    } else if (from.databaseUrl) await forgetStorageSetting(source.client);
    if (toStorage) await releaseStorage(toStorage);
    return { tables, files, environment };
  } finally {
    await target?.close();
    await source.close();
  }
}

const rowsOf = (source: DatabaseSource) => ({
  tables: source.tables,
  sequences: source.sequences,
  rowsOf: (table: DatabaseSource['tables'][number]) => readRows(source.client, table),
  sumOf: (table: DatabaseSource['tables'][number]) => sumTable(source.client, table),
});

async function moveFiles(from: Storage, to: Storage, progress: Progress): Promise<CopiedFiles> {
  const files = await copyFiles(from, to, ({ files, bytes }) =>
    progress.step(`${formatCount(files, 'file')}, ${Math.round(bytes / 1e6)} MB`),
  );
  progress.line(
    `${formatCount(files.files, 'file')}, ${files.bytes.toLocaleString('en')} bytes, each compared`,
  );
  return files;
}

/** Checks all that a move needs, and counts what it would move. */
async function rehearse(
  { to, movesDatabase, source: name, progress }: Plan,
  source: DatabaseSource,
  from: Storage,
  toStorage: Storage | null,
): Promise<MoveSummary> {
  let moved: MoveSummary = { tables: null, files: null, environment: null };
  if (movesDatabase) {
    await checkTargetDatabase(to, name);
    let rows = 0;
    for (const table of source.tables) {
      progress.step(tableLabel(table));
      const sum = await sumTable(source.client, table);
      rows += sum.rows;
      if (sum.rows > 0) progress.line(`${tableLabel(table)}: ${formatCount(sum.rows, 'row')}`);
    }
    moved = { ...moved, tables: { tables: source.tables.length, rows, alreadyThere: 0 } };
    if (!to.databaseUrl) await checkRoom(to.dataDir, await tablesSize(source.client));
  }
  if (toStorage) {
    await checkTargetStorage(toStorage, name);
    const counted = await countFiles(from);
    progress.line(`${formatCount(counted.files, 'file')}, ${counted.bytes.toLocaleString('en')} bytes`);
    moved = { ...moved, files: { ...counted, alreadyThere: 0 } };
  }
  return moved;
}

/** @throws TransferError when a disk has less room than the tables take, and as much again for indexes */
async function checkRoom(directory: string, bytes: number): Promise<void> {
  const why = await writeRefusalReason(directory, { reserve: bytes * 2 });
  if (why) throw new TransferError(why);
}

import { Readable } from 'node:stream';
import { databaseTime } from '../lib/database/database-clock.ts';
import { readRows } from '../lib/database/transfer-tables.ts';
import { sumTable, tableLabel, type Table } from '../lib/database/table-catalogue.ts';
import { TransferError } from '../lib/database/transfer-tables.ts';
import { release } from '../lib/program-release.ts';
import type { Storage } from '../storage/storage.ts';
import {
  deleteBackup,
  deleteUnfinished,
  isAbsent,
  listBackups,
  writeHeader,
  writeUnfinished,
  type BackupFile,
  type BackupHeader,
  type BackupStore,
  type BackupTable,
} from './backup-store.ts';
import { filesAtOnce, unfinishedKey } from './copy-files.ts';
import type { DatabaseSource } from './database-source.ts';
import { formatCount, type Progress } from './database-target.ts';
import type { Secrets } from './installation.ts';
import { eachConcurrently, withStagedFile } from './staged-file.ts';

export interface BackupOptions {
  store: BackupStore;
  /** Opens the database as of now; closed before files are copied. */
  openDatabase: () => Promise<DatabaseSource>;
  /** Where the installation's files are. */
  files: Storage;
  secrets: Secrets;
  progress: Progress;
  /** Whether to copy all files again, because some of the backup before were missing or damaged. */
  copiesAll?: boolean;
  /** Ids of backups that were tested: files of others have to be read by the next test. */
  tested?: ReadonlySet<string>;
  now?: Date;
}

/** A backup, and what was copied for it. */
export interface BackedUp {
  header: BackupHeader;
  copied: { files: number; bytes: number };
}

/**
 * Backs up an installation: all rows as of one moment, then the files, so that every row has its files. Files
 * that a backup with the same key has are not copied again.
 * @throws StorageError, and TransferError also when there is audio in the database and no file at all
 */
export async function backUp(options: BackupOptions): Promise<BackedUp> {
  const { store, progress, now = databaseTime() } = options;
  await store.storage.prepare?.();
  await deleteUnfinished(store.storage);
  const { backups, unreadable } = await listBackups(store.storage);
  const id = freeId(now, [...backups.map((backup) => backup.id), ...unreadable]);
  await writeUnfinished(store.storage, id);
  const last = backups.find(({ keyId }) => keyId === store.keyId);
  const { rows, bytes: rowBytes, audios } = await backUpDatabase(options, id);
  const known =
    last && !options.copiesAll
      ? await knownFiles(store, last.id, options.tested?.has(last.id) ?? false)
      : new Map<string, KnownFile>();
  const copied = { files: 0, bytes: 0 };
  const files = await store.writePart(id, 'files', Readable.from(fileLines(options, known, copied)));
  const totals = { files: 0, bytes: rowBytes + files.bytes };
  for await (const { bytes } of store.files(id)) {
    totals.files += 1;
    totals.bytes += bytes;
  }
  if (totals.files === 0 && audios > 0)
    throw new TransferError(
      `The database has ${formatCount(audios, 'audio')}, but STORAGE_URL contains no files. Check that its disk is mounted.`,
    );
  progress.line(
    `${formatCount(totals.files, 'file')}, ${copied.files.toLocaleString('en')} of them new with ${copied.bytes.toLocaleString('en')} bytes`,
  );
  const header: BackupHeader = {
    format: 1,
    id,
    createdAt: now,
    release,
    keyId: store.keyId,
    rows,
    ...totals,
  };
  await writeHeader(store.storage, header);
  return { header, copied };
}

/**
 * The second in which a backup was made, or the first after all others: the newest has the last name, also
 * after one that was made while a clock was fast.
 */
function freeId(now: Date, taken: readonly string[]): string {
  const last = Math.max(...taken.map(timeOfId).filter(Number.isFinite));
  for (let time = Math.max(now.getTime(), last + 1_000); ; time += 1_000) {
    const id = new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    if (!taken.includes(id)) return id;
  }
}

/** Milliseconds since 1970; NaN: it is no name of a backup. */
const timeOfId = (id: string): number =>
  Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

async function backUpDatabase(
  { store, openDatabase, secrets, progress }: BackupOptions,
  id: string,
): Promise<{ rows: number; bytes: number; audios: number }> {
  const source = await openDatabase();
  try {
    const tables: BackupTable[] = [];
    const totals = { rows: 0, bytes: 0, audios: 0 };
    for (const [index, table] of source.tables.entries()) {
      progress.step(tableLabel(table));
      const part = `table-${index}`;
      const plain = { bytes: 0 };
      const written = await store.writePart(id, part, Readable.from(chunksOf(source, table, plain)));
      const sum = await sumTable(source.client, table);
      tables.push({ ...table, ...sum, ...plain, part });
      totals.rows += sum.rows;
      if (table.name === 'Audio') totals.audios = sum.rows;
      totals.bytes += written.bytes;
    }
    const { migrations, sequences } = source;
    await store.writeContents(id, { migrations, tables, sequences, ...secrets });
    progress.line(`${formatCount(tables.length, 'table')} with ${formatCount(totals.rows, 'row')}`);
    return totals;
  } finally {
    await source.close();
  }
}

async function* chunksOf(
  source: DatabaseSource,
  table: Table,
  plain: { bytes: number },
): AsyncGenerator<Buffer> {
  for await (const batch of readRows(source.client, table)) {
    const chunk = Buffer.concat(batch);
    plain.bytes += chunk.length;
    yield chunk;
  }
}

/** What the backup before says of a file: size, time and content. */
type KnownFile = Pick<BackupFile, 'bytes' | 'modifiedAt' | 'sha256' | 'isUnread'>;

/** Files of the backup before. A list that cannot be read is none: all files are read again. */
async function knownFiles(
  store: BackupStore,
  id: string,
  isTested: boolean,
): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  try {
    for await (const { key, bytes, modifiedAt, sha256, isUnread } of store.files(id))
      known.set(key, { bytes, modifiedAt, sha256, isUnread: isUnread && !isTested });
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    known.clear();
  }
  return known;
}

/** Copies files that are not known, and yields a line for each file. */
async function* fileLines(
  { store, files, progress, copiesAll = false }: BackupOptions,
  known: ReadonlyMap<string, KnownFile>,
  copied: { files: number; bytes: number },
): AsyncGenerator<string> {
  let lines: string[] = [];
  let count = 0;
  const backUpFile = async (file: { key: string; bytes: number; modifiedAt: number }): Promise<void> => {
    const before = known.get(file.key);
    const isUnchanged = before?.bytes === file.bytes && before.modifiedAt === file.modifiedAt;
    const content = isUnchanged ? { sha256: before.sha256, isUnread: before.isUnread } : await copyFile(file);
    if (content) lines.push(`${JSON.stringify({ ...file, ...content } satisfies BackupFile)}\n`);
    progress.step(`${formatCount((count += 1), 'file')}, ${copied.files.toLocaleString('en')} new`);
  };
  const copyFile = async ({ key, bytes }: { key: string; bytes: number }) => {
    try {
      return await withStagedFile(await files.stream(key), { bytes, seal: store.seal() }, async (staged) => {
        const object = store.objectKey(staged.sha256);
        if (copiesAll || (await store.storage.stat(object)) === null) {
          await staged.store(store.storage, object);
          copied.files += 1;
          copied.bytes += staged.bytes;
        }
        return { sha256: staged.sha256, isUnread: true };
      });
    } catch (error) {
      // It was deleted since it was listed: no row has it any more.
      if (isAbsent(error)) return null;
      throw error;
    }
  };
  let batch: { key: string; bytes: number; modifiedAt: number }[] = [];
  async function* flush(): AsyncGenerator<string> {
    await eachConcurrently(batch, filesAtOnce, backUpFile);
    batch = [];
    yield* lines;
    lines = [];
  }
  for await (const { key, bytes, modifiedAt } of files.listAll()) {
    if (key === unfinishedKey) continue;
    batch.push({ key, bytes, modifiedAt: modifiedAt.getTime() });
    if (batch.length >= filesAtOnce * 25) yield* flush();
  }
  yield* flush();
}

/**
 * Deletes backups that are older than some days, but never the newest one and the newest that was tested, and
 * files that none of the others has.
 * @returns how many backups
 * @throws TransferError when the files of one that stays are not known; no file is deleted then
 */
export async function deleteOldBackups(
  store: BackupStore,
  { days, tested, now = databaseTime() }: { days: number; tested: ReadonlySet<string>; now?: Date },
): Promise<number> {
  const { backups } = await listBackups(store.storage);
  const own = backups.filter(({ keyId }) => keyId === store.keyId);
  const newestTested = own.find(({ id }) => tested.has(id));
  const before = now.getTime() - days * dayMs;
  const old = own.slice(1).filter((backup) => backup !== newestTested && backup.createdAt.getTime() < before);
  if (old.length === 0) return 0;
  for (const { id } of old) await deleteBackup(store.storage, id);
  const left = await listBackups(store.storage);
  // Files of another key have names that cannot be computed here, and of others the files are not known.
  if (left.unreadable.length > 0 || left.backups.some(({ keyId }) => keyId !== store.keyId))
    return old.length;
  const used = new Set<string>();
  for (const { id } of left.backups)
    for await (const { sha256 } of store.files(id)) used.add(store.objectKey(sha256));
  for await (const { key, modifiedAt } of store.storage.list('files'))
    // Those of a backup that is being written have no list yet.
    if (!used.has(key) && modifiedAt.getTime() < now.getTime() - dayMs) await store.storage.delete(key);
  return old.length;
}

const dayMs = 86_400_000;

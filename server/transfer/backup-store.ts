import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import type { SequenceValue, Table, TableSum } from '../lib/database/table-catalogue.ts';
import { TransferError, type Rows } from '../lib/database/transfer-tables.ts';
import { StorageError, type Storage } from '../storage/storage.ts';
import { keyIdOf, objectName, openStream, sealStream } from './sealed-stream.ts';
import { withStagedFile, type StagedFile } from './staged-file.ts';

/*
 * A backup place is a folder or a bucket:
 *   backups/<id>.unfinished  marks a backup that is being made, or was interrupted
 *   backups/<id>.json        what can be read without the key; written last, so it marks a whole backup
 *   data/<id>/contents       tables, sequences and secrets (JSON, gzip)
 *   data/<id>/files          one line for each file (JSON lines, gzip)
 *   data/<id>/table-<n>      rows in PostgreSQL's text format (gzip)
 *   files/<name>             files by their content, shared by all backups
 * With a key, all but the first are encrypted (sealed-stream.ts).
 */

const header = z.object({
  format: z.literal(1),
  id: z.string().regex(/^\d{8}T\d{6}Z$/),
  createdAt: z.coerce.date(),
  release: z.string(),
  /** Of the key that it is encrypted with; null: it is not. */
  keyId: z.string().nullable(),
  rows: z.number(),
  files: z.number(),
  bytes: z.number(),
});

/** What is known of a backup without its key. */
export type BackupHeader = z.infer<typeof header>;

/** A table of a backup. */
export type BackupTable = Table & TableSum & { part: string; bytes: number };

/** Everything of a backup but rows and files. */
export interface BackupContents {
  /** Names of the migrations that made its tables. */
  migrations: string[];
  tables: BackupTable[];
  sequences: SequenceValue[];
  jwtSecrets: readonly string[];
  dataKeys: readonly string[];
}

/** A file of a backup. */
export interface BackupFile {
  key: string;
  bytes: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  sha256: string;
  /** Whether no test has read its content: that of this backup has to. */
  isUnread: boolean;
}

/** Reads and writes the parts of backups. */
export interface BackupStore {
  storage: Storage;
  keyId: string | null;
  /** The name of a file's content. */
  objectKey(sha256: string): string;
  /** Stores what a stream has, compressed and encrypted. */
  writePart(id: string, part: string, content: Readable): Promise<StagedFile>;
  /** Opens a part of a backup, or a file by the name of its content. */
  readPart(id: string, part: string): Promise<Readable>;
  writeContents(id: string, contents: BackupContents): Promise<void>;
  readContents(id: string): Promise<BackupContents>;
  files(id: string): AsyncIterable<BackupFile>;
  /** For `withStagedFile`: encrypts what is stored. */
  seal(): ReturnType<typeof sealStream> | undefined;
  /** For `withStagedFile`: decrypts what is read. */
  open(): ReturnType<typeof openStream> | undefined;
}

const headerKey = (id: string): string => `backups/${id}.json`;
const unfinishedEnd = '.unfinished';
/** Where the contents of files are, which no file's name is needed to open. */
const filesPlace = 'files';
/** A part is written through the disk: how long it gets is not known before. */
const unknownBytes = Infinity;

/** Opens a backup place. @param secret BACKUP_KEY, or null to read and write in plain */
export function openBackupStore(storage: Storage, secret: string | null): BackupStore {
  const seal = (place = filesPlace) => (secret === null ? undefined : sealStream(secret, place));
  const open = (place = filesPlace) => (secret === null ? undefined : openStream(secret, place));
  const readPart = async (id: string, part: string): Promise<Readable> => {
    const place = `data/${id}/${part}`;
    return joined(await storage.stream(place), open(place), createGunzip());
  };
  const writePart: BackupStore['writePart'] = (id, part, content) => {
    const place = `data/${id}/${part}`;
    return withStagedFile(
      joined(content, createGzip({ level: 1 })),
      { bytes: unknownBytes, seal: seal(place) },
      async (staged) => {
        await staged.store(storage, place);
        return staged;
      },
    );
  };
  return {
    storage,
    keyId: secret === null ? null : keyIdOf(secret),
    objectKey: (sha256) => `${filesPlace}/${objectName(sha256, secret)}`,
    seal: () => seal(),
    open: () => open(),
    readPart,
    writePart,
    async writeContents(id, contents) {
      await writePart(id, 'contents', Readable.from([Buffer.from(JSON.stringify(contents))]));
    },
    readContents: async (id) => JSON.parse(await text(await readPart(id, 'contents'))) as BackupContents,
    async *files(id) {
      for await (const line of linesOf(() => readPart(id, 'files'), id)) yield JSON.parse(line) as BackupFile;
    },
  };
}

/** Joins streams: the error of one is the error of the last, and all end with it. */
function joined(first: Readable, ...others: (NodeJS.ReadWriteStream | undefined)[]): Readable {
  const streams = [first, ...others.filter((stream) => stream !== undefined)];
  // The reader of the last one gets its error.
  return pipeline(streams, () => {}) as unknown as Readable;
}

/** Lines of a backup's list of files. @throws TransferError when it is missing or damaged */
async function* linesOf(open: () => Promise<Readable>, id: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of (await open()).setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    throw new TransferError(
      `The list of files of backup ${id} is missing or damaged: ${(error as Error).message}`,
      { cause: error },
    );
  }
  if (rest !== '') throw new TransferError(`The list of files of backup ${id} is cut off.`);
}

/** Marks a backup as one that is being made. */
export async function writeUnfinished(storage: Storage, id: string): Promise<void> {
  await storage.put(`backups/${id}${unfinishedEnd}`, Buffer.from('This backup is being made.\n'));
}

/** Marks a backup as whole. */
export async function writeHeader(storage: Storage, written: BackupHeader): Promise<void> {
  await storage.put(headerKey(written.id), Buffer.from(`${JSON.stringify(written, null, 2)}\n`));
  await storage.delete(`backups/${written.id}${unfinishedEnd}`);
}

/** Deletes the tables of backups that were interrupted; their files are used by the next one. */
export async function deleteUnfinished(storage: Storage): Promise<void> {
  const marks: string[] = [];
  for await (const { key } of storage.list('backups')) if (key.endsWith(unfinishedEnd)) marks.push(key);
  for (const key of marks) {
    const id = key.slice('backups/'.length, -unfinishedEnd.length);
    if ((await storage.stat(headerKey(id))) === null) await deleteData(storage, id);
    await storage.delete(key);
  }
}

/** What is at a backup place. */
export interface BackupList {
  /** Whole backups, the newest first. */
  backups: BackupHeader[];
  /** Ids of those whose description is damaged, or of a later release. */
  unreadable: string[];
}

/** Lists whole backups. @throws StorageError */
export async function listBackups(storage: Storage): Promise<BackupList> {
  const list: BackupList = { backups: [], unreadable: [] };
  for await (const { key } of storage.list('backups')) {
    if (!key.endsWith('.json')) continue;
    const content = await storage.get(key);
    if (content === null) continue;
    const read = readHeader(Buffer.from(content).toString());
    if (read) list.backups.push(read);
    else list.unreadable.push(key.slice('backups/'.length, -'.json'.length));
  }
  list.backups.sort((a, b) => b.id.localeCompare(a.id));
  return list;
}

function readHeader(content: string): BackupHeader | undefined {
  try {
    return header.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

/** Checks that a store has the key of a backup. @throws TransferError */
export function checkKey({ keyId }: Pick<BackupStore, 'keyId'>, backup: BackupHeader): void {
  if (backup.keyId === keyId) return;
  const why =
    backup.keyId === null
      ? 'is not encrypted. Unset BACKUP_KEY to use it.'
      : keyId === null
        ? 'is encrypted. Set BACKUP_KEY to the key that it was made with.'
        : 'is encrypted with another key than BACKUP_KEY. Set the key that it was made with.';
  throw new TransferError(`Backup ${backup.id} ${why}`);
}

/** Rows of a backup's table, in batches of whole rows. @throws StorageError, TransferError */
export async function* readTableRows(store: BackupStore, id: string, part: string): AsyncGenerator<Rows> {
  let rest = Buffer.alloc(0);
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await store.readPart(id, part)) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    // Line ends within values are escaped.
    const end = all.lastIndexOf(0x0a) + 1;
    rest = Buffer.from(all.subarray(end));
    if (end === 0) continue;
    batch.push(all.subarray(0, end));
    bytes += end;
    if (bytes < batchBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (rest.length > 0) throw new TransferError(`${part} of backup ${id} is cut off.`);
  if (batch.length > 0) yield batch;
}

const batchBytes = 4_000_000;

/** Deletes a backup, but not the contents of its files, which others may have. */
export async function deleteBackup(storage: Storage, id: string): Promise<void> {
  await storage.delete(headerKey(id));
  await deleteData(storage, id);
}

async function deleteData(storage: Storage, id: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage.list(`data/${id}`)) keys.push(key);
  for (const key of keys) await storage.delete(key);
}

/** Whether an error says that a file is not there. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof StorageError && error.trouble === 'absent';

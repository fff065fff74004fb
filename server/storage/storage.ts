import type { Message } from '../lib/declare-messages.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import type { Readable } from 'node:stream';

export interface StoredFile {
  bytes: number;
  /** Quoted, as HTTP wants it. */
  etag: string;
  modifiedAt: Date;
}

/** What ends a call before its time; within a job that job does, too. */
export interface StorageCall {
  signal?: AbortSignal | undefined;
}

/**
 * Stores audio in a directory or in a bucket. Keys are paths such as `audio/abc.mp3`; a key's content never
 * changes once put. Do not call any function within a database transaction: a slow bucket would hold its
 * locks, and on the embedded database block everything (tests/outbound-calls.test.ts).
 */
export interface Storage {
  /** Durable when it resolves, whole or not at all. @throws StorageError */
  put(key: string, content: Uint8Array, call?: StorageCall): Promise<void>;
  /** The same with a file's content, which need not fit into memory. @throws StorageError */
  putFile(key: string, path: string, call?: StorageCall): Promise<void>;
  /** The whole content, or null. @throws StorageError */
  get(key: string, call?: StorageCall): Promise<Uint8Array | null>;
  stat(key: string, call?: StorageCall): Promise<StoredFile | null>;
  /** Bytes `start` to `end`, both included. @throws StorageError */
  stream(key: string, range?: { start: number; end: number }, call?: StorageCall): Promise<Readable>;
  /** Not an error when there is none. */
  delete(key: string, call?: StorageCall): Promise<void>;
  /**
   * Files of a folder, without those of folders in it, in no order. Files that come or go while it is read
   * may be in it or not.
   * @throws StorageError
   */
  list(folder: string, call?: StorageCall): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** All files of all folders, in no order, without partial files and probes. @throws StorageError */
  listAll(call?: StorageCall): AsyncIterable<{ key: string; modifiedAt: Date; bytes: number }>;
  /**
   * Deletes partial files of killed processes. Absent if there cannot be any.
   * @param before nothing has been written to them since then
   * @returns how many files
   */
  deleteUnfinished?(before: Date): Promise<number>;
  /** Makes what is needed before the first file is written. @throws StorageError */
  prepare?(): Promise<void>;
  /** Why no file can be written, in a sentence for operators; null: one was just written. */
  whyNotWritable(): Promise<string | null>;
}

/** What kept the storage from doing it. `absent`: there is no such file. */
export type StorageTrouble =
  'full' | 'read-only' | 'forbidden' | 'no-handles' | 'unreachable' | 'absent' | 'other';

/** The storage cannot be read or written: no space, no right, not reachable. Tried again later. */
export class StorageError extends ExpectedError {
  override name = 'StorageError';
  /** Soon: a disk that has room again, or a store that answers, is noticed by nothing else. */
  readonly onVoicing = { waitMs: 8_000 };
  readonly trouble: StorageTrouble;

  constructor(
    told: Message,
    { trouble = 'other', cause }: { trouble?: StorageTrouble; cause?: unknown } = {},
  ) {
    super(told, cause === undefined ? {} : { cause });
    this.trouble = trouble;
  }
}

import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * PostgreSQL begins a new segment of its log with 16 MB; with less than two of them the embedded database may
 * stop at any moment.
 */
export const embeddedReserve = 32 * 1024 * 1024;
const probeBytes = 64 * 1024;

/**
 * Returns why a directory cannot be written, as a sentence for operators; null: it can. Makes a test write,
 * because free space does not reflect quotas.
 * @param options.reserve bytes that should also be free
 * @param options.isRequired whether the directory has to be there; else the first file makes it
 */
export async function writeRefusalReason(
  directory: string,
  { reserve = 0, isRequired = false } = {},
): Promise<string | null> {
  const path = join(directory, `.probe-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(Buffer.alloc(probeBytes));
      await file.sync();
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize >= reserve) return null;
    return `The disk of ${directory} is nearly full: ${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free, but ${reserve / 1024 / 1024} MB are needed.`;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
      return `The disk of ${directory} is full.`;
    if (code === 'EROFS') return `The disk of ${directory} is read-only.`;
    if (code === 'EMFILE' || code === 'ENFILE') return 'Too many files are open (ulimit -n).';
    if (code === 'ENOENT')
      return isRequired ? `${directory} is missing. It was deleted, or its disk is not mounted.` : null;
    return `${directory} cannot be written to: ${message}`;
  }
}

/** Free space of a disk. */
export interface FreeSpace {
  /** The same for all folders of a disk. */
  disk: number;
  /** That this user may fill. */
  bytes: number;
  /** Of the whole disk. */
  percent: number;
  /** How many more files it has room for, in percent of all; 100 where there is no limit. */
  filesPercent: number;
}

/** Returns how much room the disk of a folder has; null: the folder is not there, or cannot be read. */
export async function freeSpace(directory: string): Promise<FreeSpace | null> {
  try {
    const [{ bavail, blocks, bsize, ffree, files }, { dev }] = await Promise.all([
      statfs(directory),
      stat(directory),
    ]);
    return {
      disk: dev,
      bytes: bavail * bsize,
      percent: blocks > 0 ? (100 * bavail) / blocks : 100,
      filesPercent: files > 0 ? (100 * ffree) / files : 100,
    };
  } catch {
    return null;
  }
}

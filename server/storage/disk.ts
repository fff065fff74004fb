import { storageMessages } from './messages.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  chmod,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { writeRefusalReason } from '../lib/disk-space.ts';
import { outboundSignal } from '../lib/threads/job-signal.ts';
import { StorageError } from './storage.ts';
import type { Storage, StorageTrouble } from './storage.ts';

/** Error codes that mean a missing file rather than a failed disk. */
const absent: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** Names of files that are being written, and of those that try whether the disk can be written. */
const unfinished = /\.[0-9a-f]{12}\.tmp$|^\.probe-/;

/** What the system's error codes mean to an operator. */
const troubles: Record<string, [StorageTrouble, string]> = {
  ENOSPC: ['full', 'the disk is full'],
  EDQUOT: ['full', 'the disk is full'],
  EFBIG: ['full', 'the file would be larger than is allowed'],
  EROFS: ['read-only', 'the disk is read-only'],
  EACCES: ['forbidden', 'no right to'],
  EPERM: ['forbidden', 'no right to'],
  EMFILE: ['no-handles', 'too many files are open (ulimit -n)'],
  ENFILE: ['no-handles', 'too many files are open on this machine'],
  ENOENT: ['absent', 'there is no such file'],
};

interface DiskFiles {
  /** @throws StorageError for a key that leads out of the directory */
  pathOf(key: string): string;
  /** Writes a file beside its place, and puts it there once it is whole. */
  write(
    key: string,
    signal: AbortSignal | undefined,
    fill: (file: FileHandle, signal: AbortSignal | undefined) => Promise<void>,
  ): Promise<void>;
  makeFolder(path: string): Promise<void>;
}

function diskFiles(root: string, forGroup: boolean): DiskFiles {
  const base = join(root, sep);

  function pathOf(key: string): string {
    const path = join(base, key);
    if (!path.startsWith(base) || path === base || key.includes('\0'))
      throw new StorageError(storageMessages.STORAGE_KEY_INVALID({ key }));
    return path;
  }

  async function makeFolder(path: string): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (!forGroup || first === undefined) return;
    // By name, because the process' mask takes the group's rights from what is made.
    for (let folder = path; folder.length >= first.length; folder = dirname(folder))
      await chmod(folder, 0o750);
  }

  async function write(
    key: string,
    own: AbortSignal | undefined,
    fill: (file: FileHandle, signal: AbortSignal | undefined) => Promise<void>,
  ): Promise<void> {
    const path = pathOf(key);
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    await failing(`write ${key}`, own, async (signal) => {
      await makeFolder(dirname(path));
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await fill(file, signal);
          if (forGroup) await file.chmod(0o640);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
      await syncDirectory(dirname(path));
    });
  }

  return { pathOf, write, makeFolder };
}

/**
 * Stores files below a directory. A file is written to a temporary path, flushed, then renamed, so that
 * readers never see a partial file. Only its owner can read it, because not all audio is public.
 * @param forGroup whether the owner's group may read it too: that of the web server which sends the files
 */
export function diskStorage(root: string, { forGroup = false } = {}): Storage {
  const { pathOf, write, makeFolder } = diskFiles(root, forGroup);

  return {
    prepare: () => failing(`make the folder ${root}`, undefined, () => makeFolder(root)),

    whyNotWritable: () => writeRefusalReason(root, { isRequired: true }),

    put: (key, content, { signal } = {}) =>
      write(key, signal, (file, ending) => file.writeFile(content, ending && { signal: ending })),

    putFile: (key, path, { signal } = {}) =>
      write(key, signal, async (file, ending) => {
        const content = createReadStream(path);
        try {
          await file.writeFile(content, ending && { signal: ending });
        } finally {
          content.destroy();
        }
      }),

    get: (key, { signal } = {}) =>
      failing(`read ${key}`, signal, (ending) =>
        nullWhenAbsent(readFile(pathOf(key), ending && { signal: ending })),
      ),

    stat: (key, { signal } = {}) =>
      failing(`read ${key}`, signal, async () => {
        const found = await nullWhenAbsent(stat(pathOf(key)));
        if (!found?.isFile()) return null;
        const etag = createHash('sha1').update(`${key} ${found.size}`).digest('base64url');
        return { bytes: found.size, etag: `"${etag}"`, modifiedAt: found.mtime };
      }),

    stream: (key, range, { signal } = {}) =>
      failing(`read ${key}`, signal, async () => {
        // Opened here, so that a missing file is reported now and not in the middle of a response.
        const file = await open(pathOf(key), 'r');
        return createReadStream('', { fd: file, autoClose: true, ...range });
      }),

    async delete(key, { signal } = {}) {
      await failing(`delete ${key}`, signal, () => nullWhenAbsent(rm(pathOf(key), { force: true })));
    },

    deleteUnfinished: (before) =>
      failing('delete what was left unfinished', undefined, () => deleteUnfinished(root, before)),

    async *list(folder, { signal } = {}) {
      const names =
        (await failing(`read ${folder}`, signal, () => nullWhenAbsent(readdir(pathOf(folder))))) ?? [];
      for (const name of names.filter((one) => !one.endsWith('.tmp'))) {
        const key = `${folder}/${name}`;
        const found = await failing(`read ${key}`, signal, () => nullWhenAbsent(stat(pathOf(key))));
        if (found?.isFile()) yield { key, modifiedAt: found.mtime };
      }
    },

    listAll: ({ signal } = {}) => filesBelow(root, root, signal),
  };
}

/**
 * Files of a folder and of those below, also where these are links to other disks.
 * @throws StorageError also for a link to what is not there: a disk that is not mounted has files
 */
async function* filesBelow(
  root: string,
  folder: string,
  signal: AbortSignal | undefined,
): ReturnType<Storage['listAll']> {
  const entries = await failing(`read ${folder}`, signal, () =>
    nullWhenAbsent(opendir(folder, { recursive: true })),
  );
  for await (const entry of entries ?? []) {
    signal?.throwIfAborted();
    const isLink = entry.isSymbolicLink();
    if (!(entry.isFile() || isLink) || unfinished.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await failing(`read ${path}`, signal, () =>
      isLink ? stat(path) : nullWhenAbsent(stat(path)),
    );
    if (found?.isDirectory()) yield* filesBelow(root, path, signal);
    if (!found?.isFile()) continue;
    const key = relative(root, path).replaceAll(sep, '/');
    yield { key, modifiedAt: found.mtime, bytes: found.size };
  }
}

/** Deletes files that were begun before a time, and returns how many. @throws what the first failure is */
async function deleteUnfinished(root: string, before: Date): Promise<number> {
  let count = 0;
  // Of the first file that cannot be deleted; the others are.
  let failure: unknown;
  const entries = (await nullWhenAbsent(opendir(root, { recursive: true }))) ?? [];
  for await (const entry of entries) {
    if (!entry.isFile() || !unfinished.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      const found = await nullWhenAbsent(stat(path));
      if (!found || found.mtime >= before) continue;
      await rm(path, { force: true });
      count += 1;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return count;
}

/** Makes a rename survive a power cut; file systems that cannot sync a directory guarantee it anyway. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync().catch(() => {});
  } finally {
    await directory.close();
  }
}

async function nullWhenAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}

/** Does `work`, which ends with `signal` and the present job. @throws StorageError, the signal's reason */
async function failing<T>(
  what: string,
  own: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const signal = outboundSignal(own);
  signal?.throwIfAborted();
  try {
    return await work(signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof StorageError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    const [trouble, why] = troubles[code] ?? ['other', message];
    throw new StorageError(storageMessages.STORAGE_DISK_FAILED({ what, why }), { trouble, cause: error });
  }
}

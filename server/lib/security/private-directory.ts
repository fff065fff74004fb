import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirError } from '../database/data-dir-lock.ts';

/** A directory for its owner alone, and a file in it. */
export const privateDirectory = 0o700;
export const privateFile = 0o600;

/**
 * Makes a directory that only its owner can enter, including everything in it. If it was open before, it is
 * closed with all its contents. If it was closed already, only its top level is checked.
 * @throws DataDirError when it cannot be created or belongs to another user
 */
export async function keepPrivate(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: privateDirectory });
    const { mode } = await stat(path);
    const wasOpen = (mode & 0o077) !== 0;
    // The top directory first: it blocks access to everything below.
    if ((mode & 0o777) !== privateDirectory) await chmod(path, privateDirectory);
    await closeEntries(path, wasOpen);
  } catch (error) {
    throw new DataDirError(`DATA_DIR ${path} cannot be made private: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Closes all that lies in a directory, however deep, while others may be deleting there. */
export async function closeAll(path: string): Promise<void> {
  await closeEntries(path, true);
}

async function closeEntries(path: string, deep: boolean): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true }).catch(none)) {
    const at = join(path, entry.name);
    if (entry.isDirectory()) {
      await chmod(at, privateDirectory).catch(passOver);
      if (deep) await closeEntries(at, true);
    } else if (entry.isFile()) {
      await chmod(at, privateFile).catch(passOver);
    }
  }
}

/** Ignores files that another process has deleted since. */
function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

function none(error: NodeJS.ErrnoException): [] {
  passOver(error);
  return [];
}

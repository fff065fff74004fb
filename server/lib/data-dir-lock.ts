import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whyNotWritable } from './disk-space.ts';

/** The data directory cannot be used: somebody else has it, or it cannot be written. */
export class DataDirError extends Error {
  override name = 'DataDirError';
}

export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only one that uses `dataDir`: the embedded database has no lock of its own, and two
 * processes would silently lose each other's rows. The lock of a process that died is taken over.
 * @throws DataDirError
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = join(dataDir, 'lock');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw await unwritable(dataDir, error);
  }
  const me = `${process.pid} ${await startTime(process.pid)}`;
  for (;;) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(me);
      await file.close();
      return { release: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw await unwritable(dataDir, error);
      }
    }
    const owner = await readFile(path, 'utf8').catch(() => '');
    const [pid = '', started = ''] = owner.split(' ');
    const alive =
      pid !== '' &&
      Number(pid) !== process.pid &&
      (await startTime(Number(pid))) === started &&
      started !== '';
    if (alive || (Number(pid) === process.pid && owner === me)) {
      throw new DataDirError(
        `Another process (${pid}) is using DATA_DIR ${dataDir}. Stop it first, or give this one a DATA_DIR of its own. ` +
          'Several processes can share a PostgreSQL database: set DATABASE_URL.',
      );
    }
    await rm(path, { force: true });
  }
}

/**
 * When a process started, in whatever unit the system keeps; empty for one that is gone. Tells a reused
 * process id.
 */
async function unwritable(dataDir: string, error: unknown): Promise<DataDirError> {
  const why = (await whyNotWritable(dataDir)) ?? `${dataDir} cannot be written: ${(error as Error).message}`;
  return new DataDirError(`DATA_DIR ${why}`, { cause: error });
}

async function startTime(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return '';
  }
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return 'running';
  }
}

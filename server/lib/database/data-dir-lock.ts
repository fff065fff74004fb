import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeRefusalReason } from '../disk-space.ts';

/** The data directory cannot be used: another process has it, or it is not writable. */
export class DataDirError extends Error {
  override name = 'DataDirError';
}

/** Another process has the data directory. */
export class DataDirInUseError extends DataDirError {}

export interface DataDirLock {
  release(): Promise<void>;
}

export interface LockTimes {
  /** Milliseconds between two signs of life. */
  beatMs: number;
  /** Without one for so long, an owner whose process cannot be seen from here counts as dead. */
  deadMs: number;
}

const usual: LockTimes = { beatMs: 2_000, deadMs: 15_000 };
/** Maximum duration of a takeover, milliseconds. */
const takingMs = 10_000;
/** A file that was made is written so soon, milliseconds. */
const unwrittenMs = 500;

/**
 * Makes this process the only one that uses `dataDir`: the embedded database has no lock, and two processes
 * would silently lose each other's rows. Takes over the lock of a dead process. Its death is detected at once
 * if it ran beside this one; if it ran in another container or on another machine, after a period without a
 * sign of life.
 *
 * The file `lock` names the owner of the directory. It is created if missing. Only the process that first
 * creates the file named after the dead owner may replace it, by a rename: so of several starting processes
 * one takes it over.
 * @throws DataDirError
 */
export async function lockDataDir(dataDir: string, times: LockTimes = usual): Promise<DataDirLock> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await taken(dataDir, times);
  } catch (error) {
    throw error instanceof DataDirError ? error : await unwritable(dataDir, error);
  }
}

async function taken(dataDir: string, times: LockTimes): Promise<DataDirLock> {
  const path = join(dataDir, 'lock');
  const me = `${process.pid} ${await startTime(process.pid)} ${await placeOf()} ${randomUUID()}`;
  while (!(await madeAnew(path, me))) {
    const owner = await readOwner(path);
    if (owner === null) continue;
    const state = await stateOf(path, owner, times);
    if (state === 'alive') throw inUse(dataDir, owner);
    if (state === 'dead' && (await takenOver(path, owner, me))) break;
  }
  return keep(path, me, times);
}

/** @returns whether there was none */
async function madeAnew(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** What the file says; null: it is gone. */
const readOwner = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** @returns false if another process was faster */
async function takenOver(path: string, owner: string, me: string): Promise<boolean> {
  const claim = `${path}.${
    owner
      .split(' ')
      .at(-1)
      ?.replaceAll(/[^\w-]/g, '') || 'unfinished'
  }`;
  if (!(await madeAnew(claim, me))) {
    // Who claimed it died before the rename, or is about to do it.
    const { mtimeMs } = await stat(claim).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > takingMs) await rm(claim, { force: true });
    else await delay(50);
    return false;
  }
  // Another process may have claimed, replaced and released it since it was read.
  if ((await readOwner(path)) !== owner) {
    await rm(claim, { force: true });
    return false;
  }
  await rename(claim, path);
  return true;
}

/**
 * Gives signs of life until it is released. Another owner is noticed with the next one, and ends the process.
 */
function keep(path: string, me: string, { beatMs }: LockTimes): DataDirLock {
  let released = false;
  const beat = async (): Promise<void> => {
    // A brief disk failure costs one beat; the file may also have been deleted by a cleanup.
    const owner = await readOwner(path).catch(() => me);
    if (released) return;
    if (owner !== null && owner !== me)
      throw new DataDirError(
        `Another process has taken ${path}, because this one did not respond for too long. This one exits.`,
      );
    const now = new Date();
    await (owner === null ? madeAnew(path, me) : utimes(path, now, now)).catch(() => {});
  };
  const timer = setInterval(() => void beat(), beatMs);
  timer.unref();
  return {
    async release() {
      released = true;
      clearInterval(timer);
      if ((await readOwner(path)) === me) await rm(path, { force: true });
    },
  };
}

/** What is known of an owner; `changed`: he is another one by now. */
async function stateOf(
  path: string,
  owner: string,
  { beatMs, deadMs }: LockTimes,
): Promise<'alive' | 'dead' | 'changed'> {
  if (owner === '') {
    // It was just created and is being written, or its creator died before that.
    await delay(unwrittenMs);
    return (await readOwner(path)) === owner ? 'dead' : 'changed';
  }
  const [pid = '', started = '', place] = owner.split(' ');
  // Releases before this one did not say where they run: as this one, then.
  if (place === undefined || place === (await placeOf()))
    return started !== '' && (await startTime(Number(pid))) === started ? 'alive' : 'dead';
  // By signs of life, not by clocks: another machine's may differ.
  const signOf = async (): Promise<number> => (await stat(path).catch(() => ({ mtimeMs: -1 }))).mtimeMs;
  const first = await signOf();
  for (const deadline = performance.now() + deadMs; performance.now() < deadline; await delay(beatMs / 2)) {
    if ((await readOwner(path)) !== owner) return 'changed';
    if ((await signOf()) !== first) return 'alive';
  }
  return 'dead';
}

const inUse = (dataDir: string, owner: string): DataDirError =>
  new DataDirError(
    `Another process (${owner.split(' ')[0]}) is using DATA_DIR ${dataDir}. Stop it first, or give this one another DATA_DIR. ` +
      'Several processes can share a PostgreSQL database: set DATABASE_URL.',
  );

async function unwritable(dataDir: string, error: unknown): Promise<DataDirError> {
  const why =
    (await writeRefusalReason(dataDir)) ?? `${dataDir} cannot be written: ${(error as Error).message}`;
  return new DataDirError(`DATA_DIR ${why}`, { cause: error });
}

/** Where process ids mean the same as here: the boot of a machine, and the namespace of its processes. */
async function placeOf(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => 'unknown');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => 'unknown');
  return `${boot.trim()}/${namespace}`;
}

/** Returns when a process started, in the system's unit; empty if it is gone. Detects a reused process id. */
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

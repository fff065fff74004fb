import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder names: purpose and process id. */
const named = /^parlance-(?:join|preview|render|transfer)-(\d+)-/;
/** Files of exports, which lose their name once they are open (statistics/report-file.ts). */
const unnamed = /^parlance-[0-9a-f]{24}\.csv$/;
/** Those of this process. */
const inUse = new Set<string>();

/** Runs `work` with a separate folder on the local disk, and deletes the folder afterwards. */
export async function withTemporaryFolder<T>(
  purpose: 'join' | 'preview' | 'render' | 'transfer',
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `parlance-${purpose}-${process.pid}-`));
  inUse.add(folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    inUse.delete(folder);
  }
}

/**
 * Deletes temporary folders and export files that killed processes of this machine left behind.
 * @param before nothing has been written to them since then
 * @returns how many
 */
export async function deleteLeftFolders(before: Date): Promise<number> {
  let count = 0;
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    const [, pid] = named.exec(name) ?? [];
    const isFile = unnamed.test(name);
    if (!isFile && (pid === undefined || inUse.has(folder) || isAnother(Number(pid)))) continue;
    const found = await stat(folder).catch(() => null);
    if (!found || found.isDirectory() === isFile || found.mtime >= before) continue;
    // What belongs to another user is left to them.
    const isGone = await rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) count += 1;
  }
  return count;
}

/** Whether it is another process that lives. */
function isAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { readdir, readFile } from 'node:fs/promises';

/**
 * How many files and connections this process may have open (`ulimit -n`), and how many it has; null where
 * the system does not say.
 */
export async function openFiles(): Promise<{ limit: number; open: number } | null> {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined
      ? null
      : { limit: Number(limit), open: (await readdir('/proc/self/fd')).length };
  } catch {
    return null;
  }
}

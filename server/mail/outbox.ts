import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the folder to which emails are written while no mail server is configured. */
export const outboxIn = (dataDir: string): string => join(dataDir, 'outbox');

/**
 * Deletes emails from this machine's outbox that were written before then, unfinished ones too: they hold
 * addresses and links that sign people in. Other files stay.
 * @returns how many @throws the first failure, once the others were deleted
 */
export async function deleteOutboxMails(dataDir: string, before: Date): Promise<number> {
  const outbox = outboxIn(dataDir);
  const names = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let count = 0;
  let failure: unknown;
  for (const name of names) {
    if (!name.endsWith('.eml')) continue;
    const path = join(outbox, name);
    const file = await stat(path).catch(() => null);
    if (!file?.isFile() || file.mtime >= before) continue;
    try {
      await rm(path, { force: true });
      count += 1;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return count;
}

import type { Storage } from './storage.ts';

/**
 * Deletes a file unless it was written after the given time, so that a concurrent writer keeps its file.
 * @returns whether it was deleted
 */
export async function deleteIfOlder(storage: Storage, key: string, than: Date): Promise<boolean> {
  const found = await storage.stat(key);
  if (!found || found.modifiedAt >= than) return false;
  await storage.delete(key);
  return true;
}

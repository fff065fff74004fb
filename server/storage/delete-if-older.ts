import type { Storage } from './storage.ts';

/**
 * Deletes a file unless it was written since then: whoever makes it anew this moment keeps it.
 * @returns whether it went
 */
export async function deleteIfOlder(storage: Storage, key: string, than: Date): Promise<boolean> {
  const found = await storage.stat(key);
  if (!found || found.modifiedAt >= than) return false;
  await storage.delete(key);
  return true;
}

import { TransferError } from '../lib/database/transfer-tables.ts';
import type { Storage, StorageCall } from '../storage/storage.ts';
import { eachConcurrently, hashFile, withStagedFile } from './staged-file.ts';

/** How many files are copied at once. */
export const filesAtOnce = 8;
/** The file that marks a storage as the unfinished target of a copy, with the name of the source. */
export const unfinishedKey = 'transfer/unfinished';

export interface CopiedFiles {
  files: number;
  bytes: number;
  /** Those that were already there, from before the copy was interrupted. */
  alreadyThere: number;
}

/** The source of the unfinished copy whose target a storage is; null: it is not one. */
export async function unfinishedCopy(storage: Storage, call?: StorageCall): Promise<string | null> {
  const mark = await storage.get(unfinishedKey, call);
  return mark && Buffer.from(mark).toString();
}

/** How long a bucket may take to answer whether its files are complete, milliseconds. */
const markMs = 3_000;

/**
 * Keeps servers from files that are not complete. A storage that does not answer is no reason not to start.
 * @throws TransferError
 */
export async function refuseUnfinishedCopy(storage: Storage): Promise<void> {
  const signal = AbortSignal.timeout(markMs);
  const source = await unfinishedCopy(storage, { signal }).catch(() => null);
  if (source !== null)
    throw new TransferError(
      `The files in STORAGE_URL are the unfinished copy of ${source}. Run the same \`npm run move\` or \`npm run restore\` again; it continues where it stopped.`,
    );
}

/**
 * Checks that a storage can be the target of a copy.
 * @throws TransferError when it has files and is not the unfinished copy of the same source
 */
export async function checkTargetStorage(storage: Storage, source: string): Promise<void> {
  const before = await unfinishedCopy(storage);
  if (before === source) return;
  if (before !== null)
    throw new TransferError(
      `The target storage is the unfinished copy of ${before}. Finish that copy, or delete its files.`,
    );
  for await (const { key } of storage.listAll())
    throw new TransferError(
      `The target storage is not empty: it contains the file ${key}. Nothing is ever overwritten.`,
    );
}

/** Marks a storage as the unfinished copy of a source. @throws TransferError */
export async function claimStorage(storage: Storage, source: string): Promise<void> {
  await storage.prepare?.();
  await checkTargetStorage(storage, source);
  await storage.put(unfinishedKey, Buffer.from(source));
}

/** Ends what `claimStorage` began. */
export const releaseStorage = (storage: Storage): Promise<void> => storage.delete(unfinishedKey);

/**
 * Copies all files, and reads each one back to compare its SHA-256. Files that are there and equal are not
 * written again.
 * @throws TransferError, StorageError
 */
export async function copyFiles(
  from: Storage,
  to: Storage,
  onFile: (totals: CopiedFiles) => void = () => {},
): Promise<CopiedFiles> {
  const totals: CopiedFiles = { files: 0, bytes: 0, alreadyThere: 0 };
  await eachConcurrently(from.listAll(), filesAtOnce, async ({ key, bytes }) => {
    if (key === unfinishedKey) return;
    const isThere = (await to.stat(key))?.bytes === bytes;
    await withStagedFile(await from.stream(key), { bytes }, async (file) => {
      if (isThere && (await hashFile(to, key)) === file.sha256) totals.alreadyThere += 1;
      else {
        await file.store(to, key);
        if ((await hashFile(to, key)) !== file.sha256)
          throw new TransferError(
            `The file ${key} was damaged in transfer. Check the target, and start again.`,
          );
      }
      totals.files += 1;
      totals.bytes += file.bytes;
    });
    onFile(totals);
  });
  return totals;
}

/** Counts the files of a storage. */
export async function countFiles(storage: Storage): Promise<Pick<CopiedFiles, 'files' | 'bytes'>> {
  const totals = { files: 0, bytes: 0 };
  for await (const { key, bytes } of storage.listAll()) {
    if (key === unfinishedKey) continue;
    totals.files += 1;
    totals.bytes += bytes;
  }
  return totals;
}

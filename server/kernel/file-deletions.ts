import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../lib/database/db.ts';
import { outboundSignal } from '../lib/threads/job-signal.ts';
import { anyOf, fromNow, now } from '../lib/database/sql.ts';
import type { App } from './app.ts';

/*
 * Files go after the transaction that forgets them has committed, so that no transaction waits for a store.
 * The transaction marks them; a process that dies before it has deleted them leaves the marks to the next
 * clean-up, and a job that is about to write a marked file waits until the mark is gone.
 */

/** Seconds that a process has to delete a file: more than all attempts at one take. */
const leaseSeconds = 300;
const batch = 200;
/** Milliseconds between two looks at a file that is being deleted. */
const lookMs = 250;

/** Marks files for deletion, within the transaction that deletes what refers to them. */
export async function markForDeletion(sql: Sql, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  await sql
    .insertInto('FileDeletion')
    .values([...new Set(files)].sort().map((file) => ({ file, leaseUntil: fromNow(leaseSeconds) })))
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ leaseUntil: fromNow(leaseSeconds) }))
    .execute();
}

/**
 * Deletes files that this process marked, once that is committed.
 * @throws StorageError; the marks stay for the next clean-up
 */
export async function deleteMarked({ db, storage }: Files, files: readonly string[]): Promise<void> {
  const results = await Promise.allSettled(files.map((file) => storage.delete(file)));
  const gone = files.filter((_, index) => results[index]!.status === 'fulfilled');
  await db.sql.deleteFrom('FileDeletion').where('file', '=', anyOf(gone, 'text')).execute();
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Yields files whose deletion another process began and did not end; `finishMarkedDeletion` claims each. */
export async function* listMarked({ db }: Pick<App, 'db'>): AsyncGenerator<string> {
  for (let last = ''; ;) {
    const rows = await db.sql
      .selectFrom('FileDeletion')
      .select('file')
      .where('leaseUntil', '<', now())
      .where('file', '>', last)
      .orderBy('file')
      .limit(batch)
      .execute();
    for (const { file } of rows) yield file;
    if (rows.length < batch) return;
    last = rows.at(-1)!.file;
  }
}

/** Deletes a file whose deletion was left unfinished. Returns false if another process is at it. */
export async function finishMarkedDeletion(app: Files, file: string): Promise<boolean> {
  const claimed = await app.db.sql
    .updateTable('FileDeletion')
    .set({ leaseUntil: fromNow(leaseSeconds) })
    .where('file', '=', file)
    .where('leaseUntil', '<', now())
    .returning('file')
    .executeTakeFirst();
  if (!claimed) return false;
  await deleteMarked(app, [file]);
  return true;
}

/**
 * Waits until no deletion of a file is in progress: it can then be written, and stays. For jobs that have
 * recorded, in a committed transaction, that they need the file.
 */
export async function waitUntilUnmarked(app: Files, file: string, own?: AbortSignal): Promise<void> {
  const signal = outboundSignal(own);
  for (;;) {
    signal?.throwIfAborted();
    const marked = await app.db.sql
      .selectFrom('FileDeletion')
      .select('file')
      .where('file', '=', file)
      .executeTakeFirst();
    if (!marked || (await finishMarkedDeletion(app, file))) return;
    await delay(lookMs, undefined, signal && { signal });
  }
}

type Files = Pick<App, 'db' | 'storage'>;

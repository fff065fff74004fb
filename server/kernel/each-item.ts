import { outboundSignal } from '../lib/threads/job-signal.ts';
import { now } from '../lib/database/sql.ts';
import { StorageError } from '../storage/storage.ts';
import type { App } from './app.ts';

/** Consecutive failures after which a loop ends: what fails is then more likely what all items need. */
const failuresInRowMax = 25;
/** The same for a store that does not answer, for which each item waits. */
const unreachableInRowMax = 3;
/** Failing items that one run retries. */
const retriesMax = 100;
/** Characters of an error that operators see. */
const errorMax = 500;

interface Loop<Item> {
  /** The job, or the part of it, as logs and metrics name it. */
  job: string;
  /** Read page by page where there may be many, each page after the last item of the one before. */
  items: Iterable<Item> | AsyncIterable<Item>;
  /** Identifies an item across runs, such as `user 5`. */
  key: (item: Item) => string;
  /** Processes one item. Returns false if there was nothing to do. */
  work: (item: Item) => Promise<unknown>;
  /** Ends the loop; the job that it is part of does, too. */
  signal?: AbortSignal | undefined;
}

/** The outcome of a loop over items. */
export interface ItemsOutcome {
  /** Items that were processed. */
  done: number;
  /** Items that failed. */
  failed: number;
  /** The first failure. */
  error?: unknown;
}

/** Items of a loop failed; the others were processed. */
export class ItemsFailedError extends Error {
  override name = 'ItemsFailedError';
}

/**
 * Processes each item on its own: a failure is logged, recorded as a `FailingItem` (for metrics and for
 * administrators) and retried at the next run, and the loop continues with the next item. Items that failed
 * at an earlier run come last, so that they delay no others; after 25 failures in a row, or 3 of a store that
 * does not answer, the rest is left to the next run.
 * @throws the signal's reason, what `items` throws, and the failure itself where it cannot be recorded:
 * the database is not there
 */
export async function eachItem<Item>(
  app: Pick<App, 'db' | 'log'>,
  { job, items, key, work, signal: own }: Loop<Item>,
): Promise<ItemsOutcome> {
  const signal = outboundSignal(own);
  const failing = await failingItems(app, job);
  const outcome: ItemsOutcome = { done: 0, failed: 0 };
  let failuresInRow = 0;
  let unreachableInRow = 0;
  const isHopeless = (): boolean =>
    failuresInRow >= failuresInRowMax || unreachableInRow >= unreachableInRowMax;
  const attempt = async (item: Item): Promise<void> => {
    signal?.throwIfAborted();
    const name = key(item);
    try {
      if ((await work(item)) !== false) outcome.done += 1;
      failuresInRow = unreachableInRow = 0;
    } catch (error) {
      signal?.throwIfAborted();
      app.log.warn({ err: error, part: job, item: name }, 'item failed');
      await recordFailure(app, job, name, error);
      outcome.failed += 1;
      outcome.error ??= error;
      failuresInRow += 1;
      const isUnreachable = error instanceof StorageError && error.trouble === 'unreachable';
      unreachableInRow = isUnreachable ? unreachableInRow + 1 : 0;
      return;
    }
    if (failing.has(name))
      await app.db.sql.deleteFrom('FailingItem').where('job', '=', job).where('item', '=', name).execute();
  };
  const retries: Item[] = [];
  for await (const item of items) {
    if (failing.has(key(item))) retries.push(item);
    else await attempt(item);
    if (isHopeless()) return stopped(app, job, outcome);
  }
  const lastFailure = (item: Item): number => failing.get(key(item))!.getTime();
  retries.sort((a, b) => lastFailure(a) - lastFailure(b));
  for (const item of retries.slice(0, retriesMax)) {
    await attempt(item);
    if (isHopeless()) return stopped(app, job, outcome);
  }
  return outcome;
}

/** Returns how many items were processed. @throws ItemsFailedError if any failed */
export function expectAllDone({ done, failed, error }: ItemsOutcome): number {
  if (failed === 0) return done;
  const reason = error instanceof Error ? error.message : String(error);
  throw new ItemsFailedError(`${failed} failed and ${done} did not. The first failure: ${reason}`, {
    cause: error,
  });
}

function stopped({ log }: Pick<App, 'log'>, job: string, outcome: ItemsOutcome): ItemsOutcome {
  log.error({ part: job, ...outcome, err: outcome.error }, 'too many items failed in a row, stopped');
  return outcome;
}

/** Returns when each failing item of a job last failed. */
async function failingItems({ db }: Pick<App, 'db'>, job: string): Promise<Map<string, Date>> {
  const rows = await db.sql
    .selectFrom('FailingItem')
    .select(['item', 'failedAt'])
    .where('job', '=', job)
    .execute();
  return new Map(rows.map(({ item, failedAt }) => [item, failedAt]));
}

async function recordFailure(
  { db, log }: Pick<App, 'db' | 'log'>,
  job: string,
  item: string,
  failure: unknown,
): Promise<void> {
  const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, errorMax);
  try {
    await db.sql
      .insertInto('FailingItem')
      .values({ job, item, error })
      .onConflict((conflict) =>
        conflict
          .columns(['job', 'item'])
          .doUpdateSet((eb) => ({ failures: eb('FailingItem.failures', '+', 1), failedAt: now(), error })),
      )
      .execute();
  } catch (problem) {
    log.warn({ err: problem }, 'failure not recorded');
    throw failure;
  }
}

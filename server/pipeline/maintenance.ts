import type { App } from '../kernel/app.ts';
import { isLockTrouble } from '../lib/database/database-errors.ts';
import { outboundSignal } from '../lib/threads/job-signal.ts';
import { now } from '../lib/database/sql.ts';

/** Parts of the upkeep by their names, which operators see; each answers how much there was to do. */
export type MaintenanceParts<Name extends string> = Record<Name, () => Promise<number>>;

/**
 * Runs each maintenance part separately, so that a failure does not stop the others. Rows that another
 * process has locked (a backup, say) are left for the next run. Records each outcome for `/metrics`. The
 * calling job's signal aborts the parts.
 * @returns how much each did
 * @throws AggregateError, at the end, of those that failed for any other reason than a lock
 */
export async function runMaintenance<Name extends string>(
  app: Pick<App, 'db' | 'log'>,
  parts: MaintenanceParts<Name>,
): Promise<Record<Name, number>> {
  const names = Object.keys(parts) as Name[];
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const failures: unknown[] = [];
  const signal = outboundSignal();
  for (const part of names) {
    signal?.throwIfAborted();
    try {
      counts[part] = await parts[part]();
      await recordDone(app, part);
    } catch (error) {
      signal?.throwIfAborted();
      const isLater = isLockTrouble(error);
      app.log[isLater ? 'info' : 'error'](
        { err: error, part },
        isLater ? 'maintenance part postponed' : 'maintenance part failed',
      );
      if (!isLater) failures.push(error);
      await recordFailure(app, part, error).catch((err: unknown) =>
        app.log.warn({ err, part }, 'maintenance result not recorded'),
      );
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${names.length} parts failed.`);
  // What a release no longer does is no longer late.
  await app.db.sql.deleteFrom('Upkeep').where('part', 'not in', names).execute();
  return counts;
}

async function recordDone({ db }: Pick<App, 'db'>, part: string): Promise<void> {
  const done = { doneAt: now(), failedAt: null, error: null };
  await db.sql
    .insertInto('Upkeep')
    .values({ part, ...done })
    .onConflict((conflict) => conflict.column('part').doUpdateSet(done))
    .execute();
}

async function recordFailure({ db }: Pick<App, 'db'>, part: string, error: unknown): Promise<void> {
  const why = (error as Error).message;
  await db.sql
    .insertInto('Upkeep')
    .values({ part, failedAt: now(), error: why })
    .onConflict((conflict) =>
      conflict
        .column('part')
        .doUpdateSet(({ fn, val }) => ({ failedAt: fn.coalesce('Upkeep.failedAt', now()), error: val(why) })),
    )
    .execute();
}

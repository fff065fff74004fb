import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fromNow } from '../lib/sql.ts';
import type { App } from './app.ts';
import { LimitReachedError } from './errors.ts';
import type { Message } from '../lib/declare-messages.ts';

/**
 * How often something may be done: so often at once, and once more each so many milliseconds. Each rate
 * stands beside what it limits (those of sign-in in areas/identity/check-password.ts).
 */
export interface Rate {
  name: string;
  burst: number;
  everyMs: number;
}

/** Refusals that this process remembers, so that whoever goes on and on costs no statement. */
const remembered = new WeakMap<App, Map<string, number>>();
const rememberedMax = 20_000;

/**
 * Counts one time of whoever does something, in the database, so that the limit holds for all processes
 * together. What is kept is when all would be forgotten (the generic cell rate algorithm, ITU-T I.371): one
 * row, and one statement.
 * @param who in any words; kept as a hash
 * @param onRefusal is told of a refusal, unless this process has just refused and still knows it
 * @returns what takes it back
 * @throws LimitReachedError that says after how many seconds it is worth another try
 */
export async function countOne(
  app: App,
  rate: Rate,
  who: string,
  message: Message,
  onRefusal?: () => Promise<void>,
): Promise<() => Promise<void>> {
  const key = createHash('sha256').update(`${rate.name} ${who}`).digest('base64url');
  const refusals = remembered.get(app) ?? new Map<string, number>();
  remembered.set(app, refusals);
  const now = performance.now();
  const until = refusals.get(key) ?? 0;
  if (until > now) throw refusal(message, until - now);
  const every = rate.everyMs / 1000;
  const full = rate.burst * every;
  // What lies further ahead than a full count was written before the clock was put back.
  const counted = await app.db.sql
    .insertInto('RateLimit')
    .values({ key, forgottenAt: fromNow(every) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ ref }) => ({
          forgottenAt: sql<Date>`greatest(least(${ref('RateLimit.forgottenAt')}, ${fromNow(full)}), now()) + make_interval(secs => ${every})`,
        }))
        .where((eb) =>
          eb.or([
            eb('RateLimit.forgottenAt', '<=', fromNow(full - every)),
            eb('RateLimit.forgottenAt', '>', fromNow(full + every)),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  if (!counted) {
    const row = await app.db.sql
      .selectFrom('RateLimit')
      .select(({ ref }) => sql<number>`extract(epoch FROM ${ref('forgottenAt')} - now())::float8`.as('left'))
      .where('key', '=', key)
      .executeTakeFirst();
    const wait = Math.min(Math.max(1000 * ((row?.left ?? 0) - full + every), 100), rate.everyMs);
    if (refusals.size >= rememberedMax) refusals.clear();
    refusals.set(key, now + wait);
    await onRefusal?.();
    throw refusal(message, wait);
  }
  return async () =>
    void (await app.db.sql
      .updateTable('RateLimit')
      .where('key', '=', key)
      .set(({ ref }) => ({ forgottenAt: sql<Date>`${ref('forgottenAt')} - make_interval(secs => ${every})` }))
      .execute());
}

/** Asks the database about everybody again: for tests, whose tables are emptied beneath a running server. */
export function forgetRefusals(app: App): void {
  remembered.delete(app);
}

const refusal = (message: Message, waitMs: number): LimitReachedError =>
  new LimitReachedError(message, { retryAfter: Math.ceil(waitMs / 1000) });

import { createHash } from 'node:crypto';
import type { App } from './app.ts';
import { LimitReachedError } from './errors.ts';

/** How often something may be done: so often at once, and once more each so many milliseconds. */
export interface Rate {
  name: string;
  burst: number;
  everyMs: number;
}

/** Refusals that this process remembers, so that whoever goes on and on costs no statement. */
const remembered = new WeakMap<App, Map<string, number>>();
const rememberedMax = 20_000;

/**
 * Counts one time of whoever does something, in the database, so that the limit holds for all processes together. What is kept is when
 * all would be forgotten (the generic cell rate algorithm, ITU-T I.371): one row, and one statement.
 * @param who in any words; kept as a hash
 * @returns what takes it back
 * @throws LimitReachedError that says after how many seconds it is worth another try
 */
export async function countOne(app: App, rate: Rate, who: string, message: string): Promise<() => Promise<void>> {
  const key = createHash('sha256').update(`${rate.name} ${who}`).digest('base64url');
  const refusals = remembered.get(app) ?? new Map<string, number>();
  remembered.set(app, refusals);
  const now = performance.now();
  const until = refusals.get(key) ?? 0;
  if (until > now) throw refusal(message, until - now);
  const full = rate.burst * rate.everyMs;
  // What lies further ahead than a full count was written before the clock was put back.
  const { rows } = await app.db.query<{ wait: number }>(
    `INSERT INTO "RateLimit" AS r (key, "forgottenAt") VALUES ($1, now() + $2 * interval '1 ms')
     ON CONFLICT (key) DO UPDATE SET "forgottenAt" = greatest(least(r."forgottenAt", now() + $3 * interval '1 ms'), now()) + $2 * interval '1 ms'
       WHERE r."forgottenAt" <= now() + ($3 - $2) * interval '1 ms' OR r."forgottenAt" > now() + ($3 + $2) * interval '1 ms'
     RETURNING 0 AS wait`,
    [key, rate.everyMs, full],
  );
  if (rows.length === 0) {
    const { rows: [row] } = await app.db.query<{ wait: number }>(
      `SELECT (extract(epoch FROM "forgottenAt" - now()) * 1000 - $2::float8)::float8 AS wait FROM "RateLimit" WHERE key = $1`, [key, full - rate.everyMs],
    );
    const wait = Math.min(Math.max(row?.wait ?? 0, 100), rate.everyMs);
    if (refusals.size >= rememberedMax) refusals.clear();
    refusals.set(key, now + wait);
    throw refusal(message, wait);
  }
  return async () => void (await app.db.query(`UPDATE "RateLimit" SET "forgottenAt" = "forgottenAt" - $2 * interval '1 ms' WHERE key = $1`, [key, rate.everyMs]));
}

const refusal = (message: string, waitMs: number): LimitReachedError => new LimitReachedError(message, { retryAfter: Math.ceil(waitMs / 1000) });

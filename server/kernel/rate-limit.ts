import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { fromNow } from '../lib/database/sql.ts';
import { networkOf, siteNetworkOf } from './actor.ts';
import type { App } from './app.ts';
import { LimitReachedError } from './errors.ts';
import type { Message } from '../lib/declare-messages.ts';
import { visitorBounds } from '../product.ts';

/** A rate limit: a burst, and one more every number of milliseconds. */
export interface Rate {
  name: string;
  burst: number;
  everyMs: number;
}

/** A rate limit with its description in the table of rate limits. */
export interface DeclaredRate extends Rate {
  /** What is counted: `Failed sign-ins`. */
  what: string;
  /** For whom it is counted: `an account, from one network`. */
  of: string;
}

/** A rate of a network. The 48 bits of IPv6 around it, which one customer may rent, have their own. */
export interface NetworkRate extends DeclaredRate {
  site: Rate;
}

/** How many times the rate of one network all networks of the same 48 bits of IPv6 have together. */
export const networksOfSite = 10;

const declared = new Map<string, DeclaredRate>();

/**
 * Declares a rate beside what it limits. The table in `.github/docs/rate-limits.md` lists all of them, which
 * a test compares.
 * @throws Error where there is one for the same already
 */
export function declareRate(
  what: string,
  of: string,
  { burst, everyMs }: Pick<Rate, 'burst' | 'everyMs'>,
): DeclaredRate {
  const name = `${what}: ${of}`;
  if (declared.has(name)) throw new Error(`The rate ${name} is declared twice.`);
  const rate = { name, what, of, burst, everyMs };
  declared.set(name, rate);
  return rate;
}

/** Declares a rate that `countAgainstNetworkRate` counts. @throws Error as `declareRate` */
export function declareNetworkRate(
  what: string,
  of: string,
  { burst, everyMs }: Pick<Rate, 'burst' | 'everyMs'>,
): NetworkRate {
  const site = { burst: networksOfSite * burst, everyMs: everyMs / networksOfSite };
  const rate = declareRate(what, of, { burst, everyMs });
  return Object.assign(rate, { site: { name: `${rate.name}, 48 bits`, ...site } });
}

/**
 * All rates that are declared in the modules that are loaded.
 * @testonly
 */
export const declaredRates = (): DeclaredRate[] => [...declared.values()];

/** Is given the rate that was reached, and whom it counts. */
type OnRefusal = (rate: Rate, who: string) => Promise<void>;

/** Takes back what was counted. */
export type UndoCount = () => Promise<void>;

/** Refusals that this process remembers, so that a caller who keeps trying costs no statement. */
const remembered = new WeakMap<App, LRUCache<string, number>>();

/**
 * Counts one use by a caller, in the database, so that the limit holds for all processes together. Stores the
 * time at which all uses expire (the generic cell rate algorithm, ITU-T I.371): one row, and one statement.
 * @param who any text; stored as a hash
 * @param onRefusal called on a refusal, unless this process still remembers a recent one
 * @returns a function that undoes the count
 * @throws LimitReachedError with the seconds after which to retry
 */
export async function countAgainstRate(
  app: App,
  rate: Rate,
  who: string,
  message: Message,
  onRefusal?: OnRefusal,
): Promise<UndoCount> {
  const key = createHash('sha256').update(`${rate.name} ${who}`).digest('base64url');
  const refusals =
    remembered.get(app) ?? new LRUCache<string, number>({ max: visitorBounds.rememberedRefusals });
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
    refusals.set(key, now + wait);
    await onRefusal?.(rate, who);
    throw refusal(message, wait);
  }
  return async () =>
    void (await app.db.sql
      .updateTable('RateLimit')
      .where('key', '=', key)
      .set(({ ref }) => ({ forgottenAt: sql<Date>`${ref('forgottenAt')} - make_interval(secs => ${every})` }))
      .execute());
}

/**
 * Counts one use by a network, and by the 48 bits of IPv6 around it.
 * @param address of the caller
 * @param more `who`: what is counted separately within each network, an account for example
 * @returns a function that undoes both counts
 * @throws LimitReachedError as `countAgainstRate`; then neither counts
 */
export async function countAgainstNetworkRate(
  app: App,
  rate: NetworkRate,
  address: string,
  message: Message,
  { who, onRefusal }: { who?: string; onRefusal?: OnRefusal | undefined } = {},
): Promise<UndoCount> {
  const [network, site] = [networkOf(address), siteNetworkOf(address)];
  const counted = (block: string): string => (who === undefined ? block : `${who} ${block}`);
  const takeBack = await countAgainstRate(app, rate, counted(network), message, onRefusal);
  if (site === network) return takeBack;
  try {
    const takeSiteBack = await countAgainstRate(app, rate.site, counted(site), message, onRefusal);
    return async () => void (await Promise.all([takeBack(), takeSiteBack()]));
  } catch (error) {
    await takeBack();
    throw error;
  }
}

/**
 * Clears the remembered refusals: for tests, which empty the tables of a running server.
 * @testonly
 */
export function forgetRefusals(app: App): void {
  remembered.delete(app);
}

const refusal = (message: Message, waitMs: number): LimitReachedError =>
  new LimitReachedError(message, { retryAfter: Math.ceil(waitMs / 1000) });

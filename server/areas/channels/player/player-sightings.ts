/**
 * What each web player last met: a page with an article, a page without one, and today's requests that would
 * have started generating audio and came from no reader. Gathered in memory: a channel costs at most one
 * statement a minute in each process, however many requests come. What is gathered when a process is killed
 * is lost.
 */
import { LRUCache } from 'lru-cache';
import type { App } from '../../../kernel/app.ts';
import { execute } from '../../../lib/database/db.ts';

/** Milliseconds between two writes of a channel, and before the first, in which requests gather. */
const apartMs = 60_000;
const gatherMs = 250;
/** Channels whose last write is remembered. */
const rememberedMax = 20_000;
const addressMaxCharacters = 500;

interface Sight {
  url: string;
  /** By the clock of this process that only goes forward, in milliseconds. */
  at: number;
}

interface Pending {
  seen: Sight | null;
  missed: Sight | null;
  refused: number;
}

class PlayerSightings {
  readonly #app: Pick<App, 'db' | 'log'>;
  readonly #written = new LRUCache<number, number>({ max: rememberedMax });
  #pending = new Map<number, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Infinity;

  constructor(app: Pick<App, 'db' | 'log'>) {
    this.#app = app;
  }

  /** Notes a page on which the channel's player has an article. */
  seen(channelId: number, url: string): void {
    this.#of(channelId).seen = { url: shownAddress(url), at: performance.now() };
  }

  /** Notes a page for which the channel's player found nothing. */
  missed(channelId: number, url: string): void {
    this.#of(channelId).missed = { url: shownAddress(url), at: performance.now() };
  }

  /** Counts a request that started nothing because no reader made it. */
  refused(channelId: number): void {
    this.#of(channelId).refused += 1;
  }

  /** Writes all that was gathered, whenever the channels were written before. */
  async flush(): Promise<void> {
    await this.#write([...this.#pending.keys()]);
  }

  #of(channelId: number): Pending {
    let pending = this.#pending.get(channelId);
    if (!pending) this.#pending.set(channelId, (pending = { seen: null, missed: null, refused: 0 }));
    this.#schedule(this.#dueIn(channelId));
    return pending;
  }

  /** Milliseconds until the channel may be written again. */
  #dueIn(channelId: number): number {
    const last = this.#written.get(channelId);
    return last === undefined ? gatherMs : last + apartMs - performance.now();
  }

  /** One timer for all: it writes what is due then, and is set again for the rest. */
  #schedule(delay: number): void {
    const dueAt = performance.now() + Math.max(gatherMs, delay);
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#writeDue(), Math.max(gatherMs, delay)).unref();
  }

  async #writeDue(): Promise<void> {
    this.#dueAt = Infinity;
    const now = performance.now();
    const isDue = (id: number): boolean => (this.#written.get(id) ?? -Infinity) + apartMs <= now;
    await this.#write([...this.#pending.keys()].filter(isDue));
    if (this.#pending.size > 0)
      this.#schedule(Math.min(...[...this.#pending.keys()].map((id) => this.#dueIn(id))));
  }

  async #write(ids: readonly number[]): Promise<void> {
    const now = performance.now();
    // In one order, so that two processes do not wait for each other.
    const rows = ids.toSorted((a, b) => a - b).map((id) => ({ id, ...this.#pending.get(id)! }));
    if (rows.length === 0) return;
    for (const { id } of rows) {
      this.#pending.delete(id);
      this.#written.set(id, now);
    }
    const age = (sight: Sight | null): number | null => sight && (now - sight.at) / 1000;
    try {
      await execute(
        this.#app.db.sql,
        `INSERT INTO "PlayerSighting" AS s ("channelId", "seenUrl", "seenAt", "missedUrl", "missedAt", "refusedOn", "refused")
         SELECT e.id, e.seen, now() - make_interval(secs => e.seen_age), e.missed, now() - make_interval(secs => e.missed_age),
           (now() AT TIME ZONE 'UTC')::date, e.refused
         FROM unnest($1::int[], $2::text[], $3::float8[], $4::text[], $5::float8[], $6::int[])
           AS e(id, seen, seen_age, missed, missed_age, refused)
         JOIN "Channel" c ON c."id" = e.id
         ORDER BY e.id
         ON CONFLICT ("channelId") DO UPDATE SET
           "seenUrl" = coalesce(excluded."seenUrl", s."seenUrl"), "seenAt" = coalesce(excluded."seenAt", s."seenAt"),
           "missedUrl" = coalesce(excluded."missedUrl", s."missedUrl"), "missedAt" = coalesce(excluded."missedAt", s."missedAt"),
           "refused" = excluded."refused" + CASE WHEN s."refusedOn" = excluded."refusedOn" THEN s."refused" ELSE 0 END,
           "refusedOn" = excluded."refusedOn"`,
        [
          rows.map(({ id }) => id),
          rows.map(({ seen }) => seen?.url ?? null),
          rows.map(({ seen }) => age(seen)),
          rows.map(({ missed }) => missed?.url ?? null),
          rows.map(({ missed }) => age(missed)),
          rows.map(({ refused }) => refused),
        ],
      );
    } catch (error) {
      this.#app.log.warn({ err: error }, 'player sightings not recorded');
    }
  }
}

const known = new WeakMap<App['db'], PlayerSightings>();

/** Returns the sightings of this process. */
export function sightingsOf(app: Pick<App, 'db' | 'log'>): PlayerSightings {
  let sightings = known.get(app.db);
  if (!sightings) known.set(app.db, (sightings = new PlayerSightings(app)));
  return sightings;
}

/**
 * Returns an address as it is recorded: without its fragment, and of its query only numbers, which can name
 * an article (`?p=17`). Everything else in a query may be about the reader.
 */
function shownAddress(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url.split(/[?#]/)[0]!.slice(0, addressMaxCharacters);
  const numbers = [...parsed.searchParams].filter(([, value]) => /^\d{1,10}$/.test(value));
  const query = numbers.length > 0 ? `?${new URLSearchParams(numbers)}` : '';
  return `${parsed.origin}${parsed.pathname}${query}`.slice(0, addressMaxCharacters);
}

import { randomBytes } from 'node:crypto';
import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/db.ts';
import { GroupCommit, type Shared } from '../../lib/group-commit.ts';
import { writeAdUses, readAdUse, type AdReport } from './ad-use.ts';
import { isProgram } from './bots.ts';
import { Networks } from './networks.ts';
import { dayOf, prepareDay } from './partitions.ts';
import { Places, type Place } from './places.ts';
import { hostOf, isOfSites } from './publisher-site.ts';
import { readEvent, type ReportedEvent } from './read-event.ts';
import { Refusals } from './refused-events.ts';
import { arrivedBefore, writeEvents, type CountedEvent } from './write-events.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { visitorBounds } from '../../product.ts';

/**
 * Milliseconds between transactions under load, rows of one, and rows that may wait: beyond those whoever
 * comes is asked to come again.
 */
const commit = { apartMs: 4, rowsMax: 2_000, waitingMax: 20_000 } as const;

/** Who reports. */
export interface Visitor {
  /** Counted in memory alone, for the limit of its network. */
  address: string;
  userAgent: string | undefined;
  /** As the browser says it. */
  origin: string | undefined;
}

/**
 * What whoever reports is told. `taken`: it is committed, or counted as refused, and not to be sent again;
 * `malformed`: it never will be taken; `flood`: later.
 */
type Outcome = 'taken' | 'malformed' | 'flood';

export interface Recorded {
  outcome: Outcome;
  /**
   * The listener's id: the one that was sent, or a new one for whoever agreed and had none; null: they did
   * not agree.
   */
  u: string | null;
}

interface Arrived<Reported> {
  reported: Reported;
  /** Of the page; empty: not known. */
  host: string;
}

/** Takes in what players report. One for a process. */
export interface EventRecorder {
  /**
   * Resolves once the events are committed.
   * @param sent an event, or a list of them
   * @throws GroupCommitFullError, and what the database throws; then they may be sent again
   */
  record(sent: unknown, visitor: Visitor): Promise<Recorded>;
  /** The same of an ad that was asked for (`requested`), or that is over (`done`). */
  recordAd(report: AdReport['kind'], sent: unknown, visitor: Visitor): Promise<Recorded>;
  /** Resolves once all that was taken is written. */
  settled(): Promise<void>;
}

/** SQLSTATEs of values that a column does not take. */
const isOfData = (error: unknown): boolean =>
  error instanceof RangeError || /^2[23]/.test((error as { code?: string }).code ?? '');
const noPartition = '23514';

export function openEventRecorder(app: Pick<App, 'db' | 'log' | 'config'>): EventRecorder {
  const networks = new Networks();
  const places = new Places();
  const refusals = new Refusals(app);
  const own = hostOf(app.config.publicUrl);
  const hosts = new BoundedMap<string, string>(visitorBounds.rememberedOrigins);
  const prepared = new Set<string>();
  // A connection that is taken from the pool for each transaction costs about as much as the transaction
  // (`npm run bench ev`). What is written with it uses no other: there may be this one alone.
  const shared: Shared<Sql> = {
    hold: (work) => app.db.sql.connection().execute(work),
    isWanted: () => app.db.pool.waitingCount > 0,
  };
  const events = new GroupCommit<Arrived<ReportedEvent>, Sql>({
    ...commit,
    shared,
    write: (rows, sql) => write(sql, rows, writeCounted),
  });
  const ads = new GroupCommit<Arrived<AdReport>, Sql>({
    ...commit,
    shared,
    write: (rows, sql) => write(sql, rows, writeAdUses),
  });

  function hostOfPage(origin: string | undefined, page: string | null): string {
    if (origin === undefined || origin === 'null') return page === null ? '' : hostOf(page);
    let host = hosts.get(origin);
    if (host === undefined) {
      host = hostOf(origin);
      if (origin.length <= 300) hosts.set(origin, host);
    }
    return host;
  }

  /** Whether so many events of a visitor are looked at; those of a program are not, and nobody is told. */
  function admit(count: number, { address, userAgent }: Visitor): 'yes' | 'program' | 'flood' {
    const admitted = !networks.take(address, count) ? 'flood' : isProgram(userAgent) ? 'program' : 'yes';
    if (admitted !== 'yes') refusals.count(admitted === 'flood' ? 'flood' : 'bot', 0, count);
    return admitted;
  }

  /** Looks up what was reported, leaves out what does not count, and writes the rest. */
  async function write<Reported extends ReportedEvent | AdReport>(
    sql: Sql,
    rows: readonly Arrived<Reported>[],
    put: (sql: Sql, found: { reported: Reported; place: Place }[]) => Promise<void>,
  ): Promise<void> {
    const found = await places.find(
      sql,
      rows.map(({ reported }) => reported),
    );
    const counted: { reported: Reported; place: Place }[] = [];
    rows.forEach(({ reported, host }, index) => {
      const place = found[index]!;
      if (!place) refusals.count('unknown', 0);
      else if (host !== '' && host !== own && place.sites.length > 0 && !isOfSites(host, place.sites))
        refusals.count('foreign', place.projectId);
      else counted.push({ reported, place });
    });
    if (counted.length > 0) await put(sql, counted);
  }

  async function writeCounted(sql: Sql, found: { reported: ReportedEvent; place: Place }[]): Promise<void> {
    const now = Date.now();
    const day = dayOf(now);
    if (!prepared.has(day)) {
      await prepareDay({ transaction: (work) => sql.transaction().execute(work) }, day);
      prepared.add(day);
    }
    const all = found.map(({ reported, place }): CountedEvent => ({
      reported,
      place,
      at: now - reported.age,
    }));
    const before = await arrivedBefore(sql, all, now);
    for (const { reported, place } of all)
      if (before.has(reported.id)) refusals.count('replay', place.projectId);
    await writeInParts(
      sql,
      before.size > 0 ? all.filter(({ reported }) => !before.has(reported.id)) : all,
      now,
    );
  }

  /** One event that the table does not take must not keep the others out. */
  async function writeInParts(sql: Sql, all: CountedEvent[], now: number): Promise<void> {
    if (all.length === 0) return;
    try {
      for (const [projectId, count] of await writeEvents(sql, all, now))
        if (count > 0) refusals.count('replay', projectId, count);
    } catch (error) {
      if ((error as { code?: string }).code === noPartition) prepared.clear();
      else if (isOfData(error)) {
        if (all.length === 1) {
          app.log.warn({ err: error }, 'an event was refused by the database');
          return refusals.count('absurd', all[0]!.place.projectId);
        }
        const half = all.length >> 1;
        await writeInParts(sql, all.slice(0, half), now);
        return writeInParts(sql, all.slice(half), now);
      }
      throw error;
    }
  }

  return {
    record(sent, visitor) {
      const list = Array.isArray(sent) ? (sent as unknown[]) : [sent];
      if (list.length === 0 || list.length > visitorBounds.eventsInRequest) {
        refusals.count('malformed', 0);
        return Promise.resolve({ outcome: 'malformed', u: null });
      }
      const admitted = admit(list.length, visitor);
      if (admitted === 'flood') return Promise.resolve({ outcome: 'flood', u: null });
      let u: string | null = null;
      let possible = 0;
      const arrived: Arrived<ReportedEvent>[] = [];
      for (const one of list) {
        const reported = isFields(one) ? readEvent(one) : 'malformed';
        if (typeof reported === 'string') {
          if (admitted === 'yes') refusals.count(reported, 0);
          if (reported === 'late') possible++;
          continue;
        }
        possible++;
        if (reported.u !== null) reported.u = u ??= reported.u || randomBytes(16).toString('base64url');
        arrived.push({ reported, host: hostOfPage(visitor.origin, reported.page) });
      }
      const recorded: Recorded = { outcome: possible > 0 ? 'taken' : 'malformed', u };
      return arrived.length > 0 && admitted === 'yes'
        ? events.add(arrived, recorded)
        : Promise.resolve(recorded);
    },

    async recordAd(kind, sent, visitor) {
      const told = (outcome: Outcome): Recorded => ({ outcome, u: null });
      const admitted = admit(1, visitor);
      if (admitted === 'flood') return told('flood');
      // The documented call has no fields: nothing to write, and nothing wrong with it.
      if (isFields(sent) && Object.keys(sent).length === 0) return told('taken');
      const reported = isFields(sent) ? readAdUse(kind, sent) : null;
      if (!reported) {
        if (admitted === 'yes') refusals.count('malformed', 0);
        return told('malformed');
      }
      if (admitted === 'yes') await ads.add([{ reported, host: hostOfPage(visitor.origin, reported.page) }]);
      return told('taken');
    },

    async settled() {
      await Promise.all([events.settled(), ads.settled()]);
      await refusals.flush();
    },
  };
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { GroupCommit, type SharedResource } from '../../../lib/database/group-commit.ts';
import { readAdUse, type AdReport } from './ad-use.ts';
import { isProgram } from './bots.ts';
import { NetworkRateLimit } from './network-rate-limit.ts';
import { hostOf } from './publisher-site.ts';
import { readEvent, type ReportedEvent } from './read-event.ts';
import { Refusals } from './event-refusals.ts';
import { openReportWriter, type ReceivedReport } from './write-reported.ts';
import { visitorBounds } from '../../../product.ts';

/**
 * Milliseconds between transactions under load, rows per transaction, and rows that may wait. Beyond those,
 * callers have to retry later.
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
 * Outcome that the sender gets. `taken`: committed, or counted as refused, and not to be sent again;
 * `malformed`: will never be accepted; `flood`: retry later.
 */
type Outcome = 'taken' | 'malformed' | 'flood';

export interface RecordOutcome {
  outcome: Outcome;
  /**
   * The listener's id: the one that was sent, or a new one for a listener who agreed and had none; null: no
   * consent.
   */
  u: string | null;
}

/** Records the events that players report. One instance per process. */
export interface EventRecorder {
  /**
   * Resolves once the events are committed.
   * @param sent an event, or a list of them
   * @throws GroupCommitFullError, and what the database throws; then they may be sent again
   */
  record(sent: unknown, visitor: Visitor): Promise<RecordOutcome>;
  /** Records an ad likewise, when it is requested (`requested`) or over (`done`). */
  recordAd(report: AdReport['kind'], sent: unknown, visitor: Visitor): Promise<RecordOutcome>;
  /** Resolves once all that was taken is written. */
  settled(): Promise<void>;
}

export function openEventRecorder(app: Pick<App, 'db' | 'log' | 'config'>): EventRecorder {
  const networks = new NetworkRateLimit();
  const refusals = new Refusals(app);
  const writer = openReportWriter(app, refusals);
  const hostOfPage = rememberHosts();
  // A connection that is taken from the pool for each transaction costs about as much as the transaction
  // (`npm run bench ev`). What is written with it uses no other: there may be this one alone.
  const shared: SharedResource<Sql> = {
    hold: (work) => app.db.sql.connection().execute(work),
    isWanted: () => app.db.pool.waitingCount > 0,
  };
  const events = new GroupCommit<ReceivedReport<ReportedEvent>, Sql>({
    ...commit,
    shared,
    write: (rows, sql) => writer.writeEvents(sql, rows),
  });
  const ads = new GroupCommit<ReceivedReport<AdReport>, Sql>({
    ...commit,
    shared,
    write: (rows, sql) => writer.writeAds(sql, rows),
  });

  /** Returns whether this many events of a visitor are processed. Events of programs are dropped silently. */
  function admit(count: number, { address, userAgent }: Visitor): 'yes' | 'program' | 'flood' {
    const admitted = !networks.take(address, count) ? 'flood' : isProgram(userAgent) ? 'program' : 'yes';
    if (admitted !== 'yes') refusals.count(admitted === 'flood' ? 'flood' : 'bot', 0, count);
    return admitted;
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
      const arrived: ReceivedReport<ReportedEvent>[] = [];
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
      const recorded: RecordOutcome = { outcome: possible > 0 ? 'taken' : 'malformed', u };
      return arrived.length > 0 && admitted === 'yes'
        ? events.add(arrived, recorded)
        : Promise.resolve(recorded);
    },

    async recordAd(kind, sent, visitor) {
      const told = (outcome: Outcome): RecordOutcome => ({ outcome, u: null });
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

/** Hosts of pages, by the origin that a browser says, else by the address of the page. */
function rememberHosts(): (origin: string | undefined, page: string | null) => string {
  const hosts = new LRUCache<string, string>({ max: visitorBounds.rememberedOrigins });
  return (origin, page) => {
    if (origin === undefined || origin === 'null') return page === null ? '' : hostOf(page);
    let host = hosts.get(origin);
    if (host === undefined) {
      host = hostOf(origin);
      if (origin.length <= 300) hosts.set(origin, host);
    }
    return host;
  };
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { metrics } from '../../../lib/metrics.ts';
import { writeAdUses, type AdReport } from './ad-use.ts';
import { dayOf, prepareDay } from './partitions.ts';
import { ChannelArticleLookup, type EventTarget } from './channel-article-lookup.ts';
import { hostOf, isOfSites } from './publisher-site.ts';
import type { ReportedEvent } from './read-event.ts';
import type { Refusals } from './event-refusals.ts';
import { findDuplicateEvents, writeEvents, type CountedEvent } from './write-events.ts';

/** A report, and where it comes from. */
export interface ReceivedReport<Reported> {
  reported: Reported;
  /** Of the page; empty: not known. */
  host: string;
}

/** Writes reports in the transaction of a connection. */
export interface ReportWriter {
  writeEvents(sql: Sql, rows: readonly ReceivedReport<ReportedEvent>[]): Promise<void>;
  writeAds(sql: Sql, rows: readonly ReceivedReport<AdReport>[]): Promise<void>;
}

/** SQLSTATEs of values that a column does not take. */
const isOfData = (error: unknown): boolean =>
  error instanceof RangeError || /^2[23]/.test((error as { code?: string }).code ?? '');
const noPartition = '23514';

const writeCountedAds: typeof writeAdUses = async (sql, found) => {
  await writeAdUses(sql, found);
  metrics.eventsAccepted.inc(found.length);
};

/** Returns what looks up what was reported, leaves out what does not count, and writes the rest. */
export function openReportWriter(
  { config, log }: Pick<App, 'config' | 'log'>,
  refusals: Refusals,
): ReportWriter {
  const places = new ChannelArticleLookup();
  const own = hostOf(config.publicUrl);
  const prepared = new Set<string>();

  /** Looks up what was reported, leaves out what does not count, and writes the rest. */
  async function write<Reported extends ReportedEvent | AdReport>(
    sql: Sql,
    rows: readonly ReceivedReport<Reported>[],
    put: (sql: Sql, found: { reported: Reported; place: EventTarget }[]) => Promise<void>,
  ): Promise<void> {
    const found = await places.find(
      sql,
      rows.map(({ reported }) => reported),
    );
    const counted: { reported: Reported; place: EventTarget }[] = [];
    rows.forEach(({ reported, host }, index) => {
      const place = found[index]!;
      if (!place) refusals.count('unknown', 0);
      else if (host !== '' && host !== own && place.sites.length > 0 && !isOfSites(host, place.sites))
        refusals.count('foreign', place.projectId);
      else counted.push({ reported, place });
    });
    if (counted.length > 0) await put(sql, counted);
  }

  async function writeCounted(
    sql: Sql,
    found: { reported: ReportedEvent; place: EventTarget }[],
  ): Promise<void> {
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
    const before = await findDuplicateEvents(sql, all, now);
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
      let accepted = all.length;
      for (const [projectId, count] of await writeEvents(sql, all, now)) {
        accepted -= count;
        if (count > 0) refusals.count('replay', projectId, count);
      }
      metrics.eventsAccepted.inc(accepted);
    } catch (error) {
      if ((error as { code?: string }).code === noPartition) prepared.clear();
      else if (isOfData(error)) {
        if (all.length === 1) {
          log.warn({ err: error }, 'player event rejected by the database');
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
    writeEvents: (sql, rows) => write(sql, rows, writeCounted),
    writeAds: (sql, rows) => write(sql, rows, writeCountedAds),
  };
}

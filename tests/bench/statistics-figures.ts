import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { addDays } from '../../server/areas/listening/statistics/report-days.ts';
import { exportDay } from '../../server/areas/listening/statistics/export/read-export.ts';
import { csvOf, readStatistics } from '../../server/areas/listening/statistics/read-statistics.ts';
import { makeReportFile } from '../../server/areas/listening/statistics/report-file.ts';
import { reports } from '../../server/areas/listening/statistics/report-registry.ts';
import { coarsenListening } from '../../server/areas/listening/listening/coarse-sums.ts';
import { dayOf } from '../../server/areas/listening/listening/partitions.ts';
import { parseConfig } from '../../server/config.ts';
import type { App } from '../../server/kernel/app.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { measured, type Figure, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { makeManyRows, makeStatistics, type StatisticsSize } from './statistics-data.ts';

interface Sizes extends StatisticsSize {
  rounds: number;
  /** Of the report that is saved as a file. */
  fileRows: number;
}

/** `STATISTICS_SCALE=5`: five times as many sums. */
const scale = Number(process.env['STATISTICS_SCALE'] ?? 1);
/**
 * `STATISTICS_EVENTS=100000000`: so many single events, on 50 days. That is the full size: 25 GB of disk, and
 * a quarter of an hour on two idle cores; 30 million take 7 GB and a third of the time.
 */
const events = Number(process.env['STATISTICS_EVENTS'] ?? 2_000_000);

/** Reports and exports on PostgreSQL: two years of sums, a million events or more of one project's day. */
export const part = definePart<Sizes>({
  minutes: 6,
  rows: ['reports', 'export', 'file'],
  full: {
    projects: 1_000,
    days: 730,
    sums: 4_000_000 * scale,
    entries: 1_000_000 * scale,
    events,
    eventDays: events > 2_000_000 ? 50 : 2,
    rounds: 8,
    fileRows: 1_000_000,
  },
  tiny: {
    projects: 4,
    days: 40,
    sums: 4_000,
    entries: 4_000,
    events: 4_000,
    eventDays: 2,
    rounds: 1,
    fileRows: 30_000,
  },
  async measure({ rounds, fileRows, ...size }, wants) {
    const postgres = await startPostgres({
      shared_buffers: '512MB',
      max_wal_size: '16GB',
      checkpoint_timeout: '1h',
      maintenance_work_mem: '512MB',
      // What is written into a table by the transaction that makes it is not logged then.
      wal_level: 'minimal',
      max_wal_senders: '0',
    });
    const home = await mkdtemp(join(tmpdir(), 'parlance-statistics-'));
    let db: Database | undefined;
    try {
      await runSql(postgres.url('postgres'), 'CREATE DATABASE statistics');
      const config = parseConfig({
        ...quietEnvironment(postgres.url('statistics'), home),
        DATABASE_STATEMENT_MS: '3600000',
      });
      db = await openDatabase(config);
      await migrate(db);
      const app = { db, config, log: createLogger('silent') } as App;
      const result: Figure[] = [];
      if (wants('reports') || wants('export')) {
        const made = await makeStatistics(db, size);
        if (wants('reports')) await coarsenAll(app);
        if (wants('reports')) result.push(...(await timesOf(app, made, size, rounds)));
        if (wants('export')) result.push(...(await exported(app, made, size)));
      }
      if (wants('file')) result.push(await savedAsFile(app, fileRows));
      return result;
    } finally {
      await db?.close();
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
});

const shape = {
  month: {
    name: 'any report over 30 days, with its CSV file, 99th percentile',
    unit: 'ms',
    bar: 100,
    better: 'lower',
    plausible: [0.1, 60_000],
  },
  years: {
    name: 'any report over two years, with its CSV file, 99th percentile',
    unit: 'ms',
    bar: 300,
    better: 'lower',
    plausible: [0.1, 60_000],
  },
  csv: {
    name: 'memory held while a day of single events is exported as CSV',
    unit: 'MB',
    bar: 50,
    better: 'lower',
    plausible: [-200, 5_000],
  },
  parquet: {
    name: 'memory held while a day of single events is exported as Parquet',
    unit: 'MB',
    bar: 50,
    better: 'lower',
    plausible: [-200, 5_000],
  },
  file: {
    name: 'memory held while a report of a million rows is saved as CSV',
    unit: 'MB',
    bar: 50,
    better: 'lower',
    plausible: [-200, 5_000],
  },
} as const satisfies Record<string, Measure>;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes, without what is garbage: how much of that there is at a time is Node's affair. */
const held = (): number => (collect(), process.memoryUsage.rss());

/** As the server does every minute, from the beginning. */
async function coarsenAll(app: App): Promise<void> {
  await coarsenListening(app);
  await app.db.pool.query('VACUUM ANALYZE "ProjectHour", "ListeningDay", "ListeningMonth", "ListenerPeriod"');
}

async function savedAsFile(app: App, rows: number): Promise<Figure> {
  const projectId = await makeManyRows(app.db, rows);
  const save = async (report: string): Promise<number> => {
    const { bytes, file } = await makeReportFile(app, { kind: 'system' }, { projectId, report });
    await file.close();
    return bytes;
  };
  // What is compiled and connected by then is no part of it.
  await save('PlaysByDay');
  const begin = held();
  let most = begin;
  const watch = setInterval(() => (most = Math.max(most, held())), 300);
  const started = performance.now();
  const bytes = await save('Labels').finally(() => clearInterval(watch));
  const seconds = (performance.now() - started) / 1000;
  return measured(
    shape.file,
    [(most - begin) / 1e6],
    `${rows} labels, ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s`,
  );
}

async function timesOf(
  app: App,
  { large, small }: { large: number; small: number },
  { days, sums, projects }: StatisticsSize,
  rounds: number,
): Promise<Figure[]> {
  const to = dayOf(Date.now());
  const figures: Figure[] = [];
  for (const [measure, length] of [
    [shape.month, Math.min(30, days)],
    [shape.years, days],
  ] as const) {
    const times: { name: string; ms: number }[] = [];
    for (let round = 0; round <= rounds; round++)
      for (const { name } of reports)
        for (const projectId of [large, small]) {
          const before = performance.now();
          csvOf(
            await readStatistics(
              app,
              { kind: 'system' },
              { projectId, report: name, from: addDays(to, 1 - length), to },
            ),
          );
          // The first round makes what is cold warm.
          if (round > 0) times.push({ name, ms: performance.now() - before });
        }
    times.sort((a, b) => a.ms - b.ms);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
    figures.push(
      measured(
        measure,
        [at(0.99).ms],
        `${reports.length} reports of a project with ${Math.round(sums / 10)} of ${sums} sums and of one of ${projects - 1} others; median ${at(0.5).ms.toFixed(1)} ms, slowest ${times.at(-1)!.name}`,
      ),
    );
  }
  return figures;
}

async function exported(
  app: App,
  { large, day }: { large: number; day: string },
  { events, eventDays }: StatisticsSize,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [measure, format] of [
    [shape.csv, 'csv'],
    [shape.parquet, 'parquet'],
  ] as const) {
    const file = await exportDay(app, { kind: 'system' }, { projectId: large, kind: 'events', format, day });
    // What is compiled and connected by then is no part of it.
    let warm = 0;
    for await (const piece of file.read()) if ((warm += piece.length) > 5e6) break;
    let bytes = 0;
    const begin = held();
    let most = begin;
    const watch = setInterval(() => (most = Math.max(most, held())), 300);
    const started = performance.now();
    for await (const piece of file.read()) bytes += piece.length;
    clearInterval(watch);
    figures.push(
      measured(
        measure,
        [(most - begin) / 1e6],
        `${Math.round(events / eventDays)} rows, ${Math.round(bytes / 1e6)} MB in ${((performance.now() - started) / 1000).toFixed(1)} s`,
      ),
    );
  }
  return figures;
}

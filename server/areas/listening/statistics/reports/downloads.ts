import { sql, type RawBuilder } from 'kysely';
import { dayIn } from '../../listening/project-zones.ts';
import type { ColumnName } from '../columns.ts';
import { everyDay, hoursOf } from '../report-days.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, type ReportRequest } from '../report.ts';

/** Fewer listeners of a place than these are shown of none. */
const groupLeast = 5;

interface Downloaded {
  key: string | null;
  downloads: number;
}

const ofDays = (asked: ReportRequest): RawBuilder<boolean> => {
  const { since, until } = hoursOf(asked, asked.zone);
  return sql<boolean>`d."projectId" = ${asked.project.id} AND d."hour" >= ${since} AND d."hour" < ${until}`;
};

async function downloadsBy(asked: ReportRequest, key: RawBuilder<string | null>): Promise<Downloaded[]> {
  return asked.sql
    .selectFrom('DownloadHour as d')
    .leftJoin('Episode as e', 'e.id', 'd.episodeId')
    .where(ofDays(asked))
    .select([key.as('key'), sql<number>`sum(d."downloads")::float8`.as('downloads')])
    .groupBy(key)
    .orderBy('downloads', 'desc')
    .orderBy('key')
    .execute();
}

const by = (
  name: string,
  column: ColumnName,
  [title, definition]: readonly [
    ReturnType<typeof say.STATISTICS_ADS>,
    ReturnType<typeof say.STATISTICS_ADS>,
  ],
  key: RawBuilder<string | null>,
) =>
  declareReport({
    name,
    title,
    definition,
    columns: [column, 'downloads'],
    graph: { kind: 'bar', labels: column, datasets: ['downloads'] },
    read: async (asked) =>
      (await downloadsBy(asked, key)).map((row) => ({ [column]: row.key, downloads: row.downloads })),
  });

/**
 * Returns the countries in which an episode had enough listeners. Downloads of one episode on one day (UTC)
 * equal its listeners, because each listener counts once there.
 */
async function countriesOf(asked: ReportRequest): Promise<Set<string>> {
  const rows = await asked.sql
    .selectFrom('DownloadHour as d')
    .where(ofDays(asked))
    .where('d.country', '<>', '')
    .select('d.country')
    .groupBy(['d.country', 'd.episodeId', sql`date_trunc('day', d."hour", 'UTC')`])
    .having(({ fn }) => fn.sum('d.downloads'), '>=', groupLeast)
    .execute();
  return new Set(rows.map(({ country }) => country));
}

export const downloadReports = [
  declareReport({
    name: 'DownloadsByDay',
    title: say.STATISTICS_DOWNLOADS_BY_DAY(),
    definition: say.STATISTICS_DOWNLOADS_BY_DAY_MEANING(),
    columns: ['date', 'downloads'],
    graph: { kind: 'line', labels: 'date', datasets: ['downloads'] },
    read: async (asked) => {
      const rows = await asked.sql
        .selectFrom('DownloadHour as d')
        .where(ofDays(asked))
        .select(['d.hour', sql<number>`sum(d."downloads")::float8`.as('downloads')])
        .groupBy('d.hour')
        .execute();
      const found = new Map(everyDay(asked).map((day) => [day, 0]));
      for (const { hour, downloads } of rows) {
        const day = dayIn(asked.zone, hour.getTime());
        found.set(day, (found.get(day) ?? 0) + downloads);
      }
      return [...found].map(([date, downloads]) => ({ date, downloads }));
    },
  }),
  declareReport({
    name: 'DownloadsByEpisode',
    title: say.STATISTICS_DOWNLOADS_BY_EPISODE(),
    definition: say.STATISTICS_DOWNLOADS_BY_EPISODE_MEANING(),
    columns: ['episode', 'downloads'],
    graph: { kind: 'bar', labels: 'episode', datasets: ['downloads'] },
    read: async (asked) => {
      const rows = await asked.sql
        .selectFrom('DownloadHour as d')
        .leftJoin('Episode as e', 'e.id', 'd.episodeId')
        .where(ofDays(asked))
        .select(['d.episodeId', 'e.title', sql<number>`sum(d."downloads")::float8`.as('downloads')])
        .groupBy(['d.episodeId', 'e.title'])
        .orderBy('downloads', 'desc')
        .orderBy('d.episodeId', 'desc')
        .execute();
      return rows.map(({ title, downloads }) => ({ episode: title, downloads }));
    },
  }),
  by(
    'DownloadsByApp',
    'app',
    [say.STATISTICS_DOWNLOADS_BY_APP(), say.STATISTICS_DOWNLOADS_BY_APP_MEANING()],
    sql`nullif(d."app", '')`,
  ),
  by(
    'DownloadsByDevice',
    'device',
    [say.STATISTICS_DOWNLOADS_BY_DEVICE(), say.STATISTICS_DOWNLOADS_BY_DEVICE_MEANING()],
    sql`nullif(d."device", '')`,
  ),
  declareReport({
    name: 'DownloadsByCountry',
    title: say.STATISTICS_DOWNLOADS_BY_COUNTRY(),
    definition: say.STATISTICS_DOWNLOADS_BY_COUNTRY_MEANING({ least: groupLeast }),
    columns: ['country', 'downloads'],
    graph: { kind: 'bar', labels: 'country', datasets: ['downloads'] },
    notice: ({ app }) => (app.config.geoipDatabase === undefined ? say.STATISTICS_NO_COUNTRIES() : null),
    read: async (asked) => {
      const [rows, shown] = await Promise.all([downloadsBy(asked, sql`d."country"`), countriesOf(asked)]);
      const others = rows
        .filter(({ key }) => !shown.has(key!))
        .reduce((sum, { downloads }) => sum + downloads, 0);
      return [
        ...rows
          .filter(({ key }) => shown.has(key!))
          .map(({ key, downloads }) => ({ country: key, downloads })),
        ...(others > 0 ? [{ country: null, downloads: others }] : []),
      ];
    },
  }),
];

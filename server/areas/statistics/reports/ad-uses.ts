import { sql } from 'kysely';
import { dayIn } from '../../listening/project-zones.ts';
import { addDays, everyDay, hoursOf } from '../days.ts';
import { ofDays } from '../listening-sums.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, type Asked, type Row } from '../report.ts';

/** Kept out before anything of it was known: no ad, no error of the provider, nothing heard. */
const blocked = sql`"status" = 'failed' AND "error" IS NULL AND "unit" IS NULL AND coalesce("seconds", 0) = 0`;

interface Used {
  quarter: number;
  requested: number;
  blocked: number;
}

/** What was requested and blocked, by quarters of an hour, whose days are known here. */
async function usesOf({ sql: db, project, zone, ...days }: Asked): Promise<Used[]> {
  const { since, until } = hoursOf(days, zone);
  const { rows } = await sql<Used>`
    SELECT (floor(extract(epoch FROM "createdAt") / 900) * 900000)::float8 AS "quarter",
      count(*) FILTER (WHERE "requestedAt" IS NOT NULL)::int AS "requested", count(*) FILTER (WHERE ${blocked})::int AS "blocked"
    FROM "AdUse" WHERE "projectId" = ${project.id} AND "createdAt" >= ${since} AND "createdAt" < ${until} GROUP BY 1`.execute(
    db,
  );
  return rows;
}

export const adsReports = [
  declareReport({
    name: 'Ads',
    title: say.STATISTICS_ADS(),
    definition: say.STATISTICS_ADS_MEANING(),
    columns: [
      'provider',
      'ads_requested',
      'ads_finished',
      'ads_skipped',
      'ads_failed',
      'ads_blocked',
      'ads_empty',
    ],
    graph: { kind: 'bar', labels: 'provider', datasets: ['ads_requested', 'ads_finished'] },
    read: async ({ sql: db, project, zone, ...days }) => {
      const { since, until } = hoursOf(days, zone);
      const { rows } = await sql<Row>`
        SELECT nullif("provider", '') AS "provider", count(*) FILTER (WHERE "requestedAt" IS NOT NULL)::int AS "ads_requested",
          count(*) FILTER (WHERE "status" = 'done')::int AS "ads_finished", count(*) FILTER (WHERE "status" = 'skipped')::int AS "ads_skipped",
          count(*) FILTER (WHERE "status" = 'failed')::int AS "ads_failed", count(*) FILTER (WHERE ${blocked})::int AS "ads_blocked",
          count(*) FILTER (WHERE "status" = 'empty')::int AS "ads_empty"
        FROM "AdUse" WHERE "projectId" = ${project.id} AND "createdAt" >= ${since} AND "createdAt" < ${until}
        GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db);
      return rows;
    },
  }),
  declareReport({
    name: 'AdsByDay',
    title: say.STATISTICS_ADS_BY_DAY(),
    definition: say.STATISTICS_ADS_BY_DAY_MEANING(),
    columns: [
      'date',
      'ads_requested',
      'ads_started',
      'ads_first_quartile',
      'ads_midpoint',
      'ads_third_quartile',
      'ads_finished',
      'ads_blocked',
    ],
    graph: { kind: 'line', labels: 'date', datasets: ['ads_started', 'ads_finished'] },
    read: async (asked) => {
      const { rows: hours } = await sql<{ hour: Date; ads: number[] }>`
        SELECT h."hour", ARRAY[${sql.join([1, 2, 3, 4, 5].map((step) => sql`sum(h."ads"[${sql.lit(step)}])::float8`))}] AS "ads"
        FROM "ListeningHour" h WHERE ${ofDays(asked)} AND h."ads" <> '{}' GROUP BY 1`.execute(asked.sql);
      const uses = await usesOf(asked);
      // What became of single ads is thrown away by and by, which is not the same as nothing.
      const kept = addDays(dayIn(asked.zone, Date.now()), 1 - asked.app.config.retention.eventsDays);
      const days = new Map(
        everyDay(asked).map((date) => [
          date,
          { ads: [0, 0, 0, 0, 0], requested: date >= kept ? 0 : null, blocked: date >= kept ? 0 : null },
        ]),
      );
      for (const { hour, ads } of hours) {
        const day = days.get(dayIn(asked.zone, hour.getTime()))!;
        day.ads = day.ads.map((count, step) => count + ads[step]!);
      }
      for (const { quarter, requested, blocked: out } of uses) {
        const day = days.get(dayIn(asked.zone, quarter))!;
        if (day.requested !== null) day.requested += requested;
        if (day.blocked !== null) day.blocked += out;
      }
      return [...days].map(([date, { ads, requested, blocked: out }]) => ({
        date,
        ads_requested: requested,
        ads_started: ads[0]!,
        ads_first_quartile: ads[1]!,
        ads_midpoint: ads[2]!,
        ads_third_quartile: ads[3]!,
        ads_finished: ads[4]!,
        ads_blocked: out,
      }));
    },
  }),
];

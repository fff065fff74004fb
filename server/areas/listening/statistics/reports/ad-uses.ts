import { sql, type RawBuilder } from 'kysely';
import { dayIn } from '../../listening/project-zones.ts';
import { addDays, everyDay, hoursOf } from '../report-days.ts';
import { daysOfHours, hoursOfProject } from '../listening-sums.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, type ReportRequest, type Row } from '../report.ts';

/** Blocked before anything happened: no ad, no provider error, nothing played. */
const blocked = sql`"status" = 'failed' AND "error" IS NULL AND "unit" IS NULL AND coalesce("seconds", 0) = 0`;

interface Used {
  quarter: number;
  requested: number;
  blocked: number;
}

/** How many uses of ads there were like that. */
const those = (condition: RawBuilder<unknown>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const requested = sql`"requestedAt" IS NOT NULL`;
const ended = (status: string) => sql`"status" = ${sql.lit(status)}`;

/** Results of ads on a project's days. */
function usesOf({ sql: db, project, zone, from, to }: ReportRequest) {
  const { since, until } = hoursOf({ from, to }, zone);
  return db
    .selectFrom('AdUse')
    .where('projectId', '=', project.id)
    .where('createdAt', '>=', since)
    .where('createdAt', '<', until);
}

/** By quarters of an hour, whose days are known here. */
const usesByQuarter = (asked: ReportRequest): Promise<Used[]> =>
  usesOf(asked)
    .select([
      sql<number>`(floor(extract(epoch FROM "createdAt") / 900) * 900000)::float8`.as('quarter'),
      those(requested).as('requested'),
      those(blocked).as('blocked'),
    ])
    .groupBy('quarter')
    .execute();

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
    read: (asked): Promise<Row[]> =>
      usesOf(asked)
        .select([
          sql<string | null>`nullif("provider", '')`.as('name'),
          those(requested).as('ads_requested'),
          those(ended('done')).as('ads_finished'),
          those(ended('skipped')).as('ads_skipped'),
          those(ended('failed')).as('ads_failed'),
          those(blocked).as('ads_blocked'),
          those(ended('empty')).as('ads_empty'),
        ])
        .groupBy('name')
        .orderBy('ads_requested', 'desc')
        .orderBy('name')
        .execute()
        .then((rows) => rows.map(({ name, ...counts }) => ({ provider: name, ...counts }))),
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
      const numbered = daysOfHours(asked);
      const hours = await asked.sql
        .selectFrom(await hoursOfProject(asked))
        .where(sql<boolean>`h."ads" <> '{}'`)
        .select([
          numbered.number.as('number'),
          sql<
            number[]
          >`ARRAY[${sql.join([1, 2, 3, 4, 5].map((step) => sql`sum(h."ads"[${sql.lit(step)}])::float8`))}]`.as(
            'ads',
          ),
        ])
        .groupBy('number')
        .execute();
      const uses = await usesByQuarter(asked);
      // Results of single ads are deleted after some time, which differs from having none.
      const kept = addDays(dayIn(asked.zone, Date.now()), 1 - asked.app.config.retention.eventsDays);
      const days = new Map(
        everyDay(asked).map((date) => [
          date,
          { ads: [0, 0, 0, 0, 0], requested: date >= kept ? 0 : null, blocked: date >= kept ? 0 : null },
        ]),
      );
      for (const { number, ads } of hours) {
        const day = days.get(numbered.days[number]!)!;
        day.ads = day.ads.map((count, step) => count + ads[step]!);
      }
      for (const { quarter, requested: asks, blocked: out } of uses) {
        const day = days.get(dayIn(asked.zone, quarter))!;
        if (day.requested !== null) day.requested += asks;
        if (day.blocked !== null) day.blocked += out;
      }
      return [...days].map(([date, { ads, requested: asks, blocked: out }]) => ({
        date,
        ads_requested: asks,
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

import { sql } from 'kysely';
import { instantOf } from '../../../lib/zoned-time.ts';
import { addDays } from '../days.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, type Row } from '../report.ts';

export const adsReport = declareReport({
  name: 'Ads',
  title: say.STATISTICS_ADS(),
  definition: say.STATISTICS_ADS_MEANING(),
  columns: ['provider', 'ads_requested', 'ads_finished', 'ads_skipped', 'ads_failed', 'ads_empty'],
  graph: { kind: 'bar', labels: 'provider', datasets: ['ads_requested', 'ads_finished'] },
  read: async ({ app, project, zone, from, to }) => {
    const { rows } = await sql<Row>`
      SELECT nullif("provider", '') AS "provider", count(*) FILTER (WHERE "requestedAt" IS NOT NULL)::int AS "ads_requested",
        count(*) FILTER (WHERE "status" = 'done')::int AS "ads_finished", count(*) FILTER (WHERE "status" = 'skipped')::int AS "ads_skipped",
        count(*) FILTER (WHERE "status" = 'failed')::int AS "ads_failed", count(*) FILTER (WHERE "status" = 'empty')::int AS "ads_empty"
      FROM "AdUse" WHERE "projectId" = ${project.id} AND "createdAt" >= ${instantOf(`${from}T00:00`, zone)}
        AND "createdAt" < ${instantOf(`${addDays(to, 1)}T00:00`, zone)}
      GROUP BY 1 ORDER BY 2 DESC, 1`.execute(app.db.sql);
    return rows;
  },
});

import { sql } from 'kysely';
import { hoursOfProject } from '../listening-sums.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, percent } from '../report.ts';

export const completionReport = declareReport({
  name: 'Completion',
  title: say.STATISTICS_COMPLETION(),
  definition: say.STATISTICS_COMPLETION_REPORT_MEANING(),
  // Who came to the end came to all tenths before it.
  overlapping: true,
  columns: ['reached', 'times_reached', 'reached_percent'],
  graph: { kind: 'bar', labels: 'reached', datasets: ['reached_percent'] },
  read: async (asked) => {
    const { plays, finishes, reached } = await asked.sql
      .selectFrom(await hoursOfProject(asked))
      .select([
        sql<number>`coalesce(sum(h."listens"), 0)::float8`.as('plays'),
        sql<number>`coalesce(sum(h."finishes"), 0)::float8`.as('finishes'),
        sql<number[]>`ARRAY[${sql.join(
          Array.from(
            { length: 9 },
            (_, decile) => sql`coalesce(sum(h."reached"[${sql.lit(decile + 1)}]), 0)::float8`,
          ),
        )}]`.as('reached'),
      ])
      .executeTakeFirstOrThrow();
    if (plays === 0) return [];
    return [plays, ...reached, finishes].map((times, decile) => ({
      reached: `${decile * 10} %`,
      times_reached: times,
      reached_percent: percent(times, plays),
    }));
  },
});

import { execute, type Database, type Sql } from '../../../lib/database/db.ts';
import { lockProgress } from './roll-up.ts';

/** What was summed, and up to when: the same rows that coarser sums are made of. */
const those = `FROM "ListeningHour" h JOIN "CoarseListening" c USING ("projectId") WHERE h."hour" < c."until"`;
const figures = `sum("views") AS v, sum("listens") AS l, sum("finishes") AS f, sum("heardMs") AS ms`;
const ofArticles = `"articleId", "channelId", ${figures}`;
const each = (list: string, length: number): string =>
  Array.from({ length }, (_, at) => `coalesce(sum("${list}"[${at + 1}]), 0)`).join(', ');
const ofProjects = `"hour", ${figures}, sum("teaserViews"), sum("teaserListens"), ${each('reached', 9)}, ${each('ads', 5)}`;
const month = `date_trunc('month', h."hour" AT TIME ZONE 'UTC')`;

interface Coarse {
  table: 'ProjectHour' | 'ListeningDay' | 'ListeningMonth';
  /** Columns of the hours that they are of, and what those are grouped by. */
  counted: string;
  kept: string;
  by: string;
}

const coarseTables: readonly Coarse[] = [
  {
    table: 'ProjectHour',
    counted: `count(*), ${ofProjects} ${those} GROUP BY 1, "hour"`,
    kept: `sum("rows"), ${ofProjects}`,
    by: '1, "hour"',
  },
  {
    table: 'ListeningDay',
    counted: `(h."hour" AT TIME ZONE 'UTC')::date, count(*), ${ofArticles} ${those} GROUP BY 1, 2, "articleId", "channelId"`,
    kept: `"day", sum("rows"), ${ofArticles}`,
    by: '1, 2, "articleId", "channelId"',
  },
  {
    table: 'ListeningMonth',
    counted: `${month}::date, count(*), ${ofArticles} ${those} AND ${month} + interval '1 month' <= c."until" AT TIME ZONE 'UTC' GROUP BY 1, 2, "articleId", "channelId"`,
    kept: `"month", sum("rows"), ${ofArticles}`,
    by: '1, 2, "articleId", "channelId"',
  },
];

/** Projects with a coarser sum that differs from its hours. */
async function projectsWrong(tx: Sql): Promise<number[]> {
  const wrong = new Set<number>();
  for (const { table, counted, kept, by } of coarseTables) {
    const right = `SELECT "projectId", ${counted}`;
    const there = `SELECT "projectId", ${kept} FROM "${table}" GROUP BY ${by}`;
    const { rows } = await execute(
      tx,
      `SELECT DISTINCT "projectId" FROM ((${right} EXCEPT ${there}) UNION ALL (${there} EXCEPT ${right})) w`,
    );
    for (const { projectId } of rows as { projectId: number }[]) wrong.add(projectId);
  }
  return [...wrong].sort((a, b) => a - b);
}

/**
 * Compares the coarser sums of all projects with the hours that they were made from. Sketches of weeks and
 * months cannot be counted; with `repair` they are merged again.
 * @param repair whether the next summing runs rebuild the sums of projects that differ
 * @returns the projects' ids
 */
export async function recountCoarseSums(
  { db: { unhurried } }: { db: Pick<Database, 'unhurried'> },
  { repair }: { repair: boolean },
): Promise<number[]> {
  return unhurried.transaction(async (tx) => {
    await lockProgress(tx);
    const wrong = await projectsWrong(tx);
    if (repair) {
      for (const table of ['CoarseListening', ...coarseTables.map((one) => one.table)])
        await execute(tx, `DELETE FROM "${table}" WHERE "projectId" = ANY($1::int[])`, [
          `{${wrong.join(',')}}`,
        ]);
      await execute(tx, 'UPDATE "ListenerPeriod" SET "outdated" = true WHERE NOT "outdated"');
    }
    return wrong;
  });
}

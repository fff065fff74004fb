import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { App } from '../../../kernel/app.ts';
import { execute, type Sql } from '../../../lib/database/db.ts';
import { lockProgress } from './roll-up.ts';
import { HyperLogLog } from './hyperloglog.ts';

/** Projects whose hours are summed in one transaction. */
const projectsAtOnce = 20;
/** Weeks and months whose sketches are merged in one transaction. */
const periodsAtOnce = 50;
/** From the end of a day on, until its hours are summed: nearly all that belongs to it has come by then. */
const settledMs = 26 * 3_600_000;
/** Maximum duration of a run, milliseconds. It queues behind the hourly sums, which run every minute. */
const runMs = 20_000;
/** Events come up to a week late; until then a week's sketches are of its days, which are written again. */
const lateMs = 9 * 86_400_000;
/** A day of some zone ends half a day after that of UTC. */
const zonesMs = 86_400_000;
const dayMs = 86_400_000;

const figures = ['views', 'listens', 'finishes', 'heardMs'] as const;
const sumOf = (column: string): string => `sum("${column}")`;
const listOf = (column: string, length: number): string =>
  `CASE WHEN bool_or("${column}" <> '{}') THEN ARRAY[${Array.from(
    { length },
    (_, at) => `sum(coalesce("${column}"[${at + 1}], 0))`,
  ).join(', ')}] ELSE '{}' END`;
const ofArticles = `"articleId", "channelId", "rows", ${figures.map((name) => `"${name}"`).join(', ')}`;
const ofProjects = `"rows", ${figures.map((name) => `"${name}"`).join(', ')}, "teaserViews", "teaserListens", "reached", "ads"`;

/**
 * Aggregates hourly sums of finished days: hours of whole projects, days and months of articles, and sketches
 * of weeks and months. Reports read them as far as they reach. Later events are added when hours are written
 * (trigger coarsen_listening). The first runs process all existing data, a month of some projects per
 * transaction, and leave the rest to the next run.
 * @param now milliseconds
 * @param signal ends the run early; the next one resumes there
 * @returns how many times a project's sums advanced by a day up to a month
 * @throws the first error of a project, after the others are done
 */
export async function coarsenListening(
  { db: { sql, unhurried } }: Pick<App, 'db'>,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal | undefined } = {},
): Promise<{ coarsened: number }> {
  const end = Math.floor((now - settledMs) / dayMs) * dayMs;
  const begun = performance.now();
  const goesOn = (): boolean => !signal?.aborted && performance.now() - begun < runMs;
  const failed: number[] = [];
  let failure: Error | undefined;
  let atOnce = projectsAtOnce;
  let coarsened = 0;
  while (goesOn()) {
    const projectIds = await projectsBehind(sql, end, failed, atOnce);
    if (projectIds.length === 0) break;
    try {
      coarsened += await unhurried.transaction((tx) => coarsenSome(tx, end, projectIds));
    } catch (error) {
      // One project's failure must not affect the others: from here on, each has its own transaction.
      if (atOnce === 1) failed.push(...projectIds);
      atOnce = 1;
      failure ??= error as Error;
    }
  }
  const over = dateOf(now - lateMs);
  while (goesOn()) if ((await unhurried.transaction((tx) => mergeOutdated(tx, over))) < periodsAtOnce) break;
  if (failure) throw failure;
  return { coarsened };
}

/** Projects that have hours which are not summed yet. */
async function projectsBehind(sql: Sql, end: number, without: number[], limit: number): Promise<number[]> {
  const { rows } = await execute(
    sql,
    `SELECT p."id" FROM "Project" p LEFT JOIN "CoarseListening" c ON c."projectId" = p."id"
     WHERE p."id" <> ALL($2::int[]) AND (c."until" < $1
       OR c."until" IS NULL AND EXISTS (SELECT FROM "ListeningHour" h WHERE h."projectId" = p."id"))
     ORDER BY p."id" LIMIT $3`,
    [new Date(end), `{${without.join(',')}}`, limit],
  );
  return (rows as { id: number }[]).map(({ id }) => id);
}

interface Behind {
  projectId: number;
  /** The first hour that is not summed yet, or the end where there is none. */
  since: Date;
}

/** @returns how many projects' sums went further: others may have been there before */
async function coarsenSome(tx: Sql, end: number, projectIds: readonly number[]): Promise<number> {
  await lockProgress(tx);
  const { rows } = await execute(
    tx,
    `SELECT p."id" AS "projectId", coalesce(c."until", (SELECT date_trunc('day', min(h."hour"), 'UTC') FROM "ListeningHour" h WHERE h."projectId" = p."id"), $1) AS "since"
     FROM unnest($2::int[]) p("id") LEFT JOIN "CoarseListening" c ON c."projectId" = p."id"
     WHERE c."until" IS NULL OR c."until" < $1`,
    [new Date(end), `{${projectIds.join(',')}}`],
  );
  const behind = rows as Behind[];
  const steps = Map.groupBy(behind, ({ since }) => since.getTime());
  for (const [since, projects] of steps)
    await coarsenTo(
      tx,
      projects.map(({ projectId }) => projectId),
      since,
      Math.max(since, Math.min(end, nextMonth(since))),
    );
  return behind.length;
}

const nextMonth = (at: number): number => {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
};
const isMonth = (at: number): boolean => new Date(at).getUTCDate() === 1;
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const monthOf = (at: number): string => `${dateOf(at).slice(0, 7)}-01`;

/** Sums hours of some projects up to a day of the same month, or the end of it. */
async function coarsenTo(tx: Sql, projectIds: number[], since: number, until: number): Promise<void> {
  const [from, to] = [new Date(since), new Date(until)];
  const ids = `{${projectIds.join(',')}}`;
  const those = `"projectId" = ANY($1::int[]) AND "hour" >= $2 AND "hour" < $3`;
  // No rows should exist; leftovers would block the insert forever.
  await execute(
    tx,
    `WITH hours AS (DELETE FROM "ProjectHour" WHERE "projectId" = ANY($1::int[]) AND "hour" >= $2),
       days AS (DELETE FROM "ListeningDay" WHERE "projectId" = ANY($1::int[]) AND "day" >= $3::date)
     DELETE FROM "ListeningMonth" WHERE "projectId" = ANY($1::int[]) AND "month" >= $4::date`,
    [ids, from, dateOf(since), monthOf(since)],
  );
  await execute(
    tx,
    `INSERT INTO "ProjectHour" ("projectId", "hour", ${ofProjects})
     SELECT "projectId", "hour", count(*), ${[...figures, 'teaserViews', 'teaserListens'].map(sumOf).join(', ')}, ${listOf('reached', 9)}, ${listOf('ads', 5)}
     FROM "ListeningHour" WHERE ${those} GROUP BY 1, 2 ORDER BY 1, 2`,
    [ids, from, to],
  );
  // In the order in which they are read, so that a project's days lie beside each other.
  await execute(
    tx,
    `INSERT INTO "ListeningDay" ("projectId", "day", ${ofArticles})
     SELECT "projectId", ("hour" AT TIME ZONE 'UTC')::date, "articleId", "channelId", count(*), ${figures.map(sumOf).join(', ')}
     FROM "ListeningHour" WHERE ${those} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    [ids, from, to],
  );
  if (until > since && isMonth(until))
    await execute(
      tx,
      `INSERT INTO "ListeningMonth" ("projectId", "month", ${ofArticles})
       SELECT "projectId", date_trunc('month', "day"::timestamp)::date, "articleId", "channelId", sum("rows"), ${figures.map(sumOf).join(', ')}
       FROM "ListeningDay" WHERE "projectId" = ANY($1::int[]) AND "day" >= $2 AND "day" < $3 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      [ids, monthOf(until - dayMs), dateOf(until)],
    );
  const periods = periodsEnding(since - zonesMs, until - zonesMs);
  await mergeDays(
    tx,
    projectIds.flatMap((projectId) => periods.map((period) => ({ projectId, ...period }))),
  );
  await execute(
    tx,
    `INSERT INTO "CoarseListening" ("projectId", "until") SELECT unnest($1::int[]), $2
     ON CONFLICT ("projectId") DO UPDATE SET "until" = excluded."until"`,
    [ids, to],
  );
}

/** A week or a month of a project. */
interface Period {
  projectId: number;
  grain: 'week' | 'month';
  /** Its first and its last day. */
  begin: string;
  end: string;
}

/** The weeks and months that end from a day on, before another. */
function periodsEnding(from: number, until: number): Omit<Period, 'projectId'>[] {
  const found: Omit<Period, 'projectId'>[] = [];
  for (let at = from; at < until; at += dayMs) {
    const end = dateOf(at);
    if (new Date(at).getUTCDay() === 0) found.push({ grain: 'week', begin: dateOf(at - 6 * dayMs), end });
    if (isMonth(at + dayMs)) found.push({ grain: 'month', begin: monthOf(at), end });
  }
  return found;
}

/** Merges the sketches of periods that were written since. @param before a day by which they were over */
async function mergeOutdated(tx: Sql, before: string): Promise<number> {
  await lockProgress(tx);
  const { rows } = await execute(
    tx,
    `SELECT "projectId", "grain", "begin"::text AS "begin", "end"::text AS "end" FROM "ListenerPeriod" WHERE "outdated"
       AND "end" < $2::date ORDER BY "projectId", "begin" LIMIT $1`,
    [periodsAtOnce, before],
  );
  await mergeDays(tx, rows as Period[]);
  return rows.length;
}

/** Merges the sketches of the days of periods. One day alone is exact, and needs no sketch. */
async function mergeDays(tx: Sql, periods: readonly Period[]): Promise<void> {
  const merged: Selectable<Tables['ListenerPeriod']>[] = [];
  for (const [projectId, own] of Map.groupBy(periods, (period) => period.projectId)) {
    const begins = own.map(({ begin }) => begin).sort();
    const ends = own.map(({ end }) => end).sort();
    const days = await tx
      .selectFrom('ListenerDay')
      .where('projectId', '=', projectId)
      .where('day', '>=', begins[0]!)
      .where('day', '<=', ends.at(-1)!)
      .select(({ cast }) => [cast<string>('day', 'text').as('day'), 'sketch', 'teaserSketch', 'wholeSketch'])
      .execute();
    for (const period of own) {
      const some = days.filter(({ day }) => day >= period.begin && day <= period.end);
      if (some.length > 1) merged.push({ ...period, outdated: false, ...mergedOf(some) });
    }
  }
  await execute(
    tx,
    `DELETE FROM "ListenerPeriod" p USING unnest($1::int[], $2::text[], $3::date[]) AS g("projectId", "grain", "begin")
     WHERE p."projectId" = g."projectId" AND p."grain" = g."grain" AND p."begin" = g."begin"`,
    [
      periods.map(({ projectId }) => projectId),
      periods.map(({ grain }) => grain),
      periods.map(({ begin }) => begin),
    ],
  );
  for (let at = 0; at < merged.length; at += periodsAtOnce)
    await tx
      .insertInto('ListenerPeriod')
      .values(merged.slice(at, at + periodsAtOnce))
      .execute();
}

type Sketches = Pick<Selectable<Tables['ListenerDay']>, 'sketch' | 'teaserSketch' | 'wholeSketch'>;

function mergedOf(days: readonly Sketches[]): Sketches {
  const merged = (bytes: (day: Sketches) => Uint8Array | null): Buffer => {
    const sketch = new HyperLogLog();
    for (const day of days) {
      const some = bytes(day);
      if (some) sketch.merge(some);
    }
    return sketch.toBytes();
  };
  const hasTeasers = days.some(({ teaserSketch }) => teaserSketch !== null);
  return {
    sketch: merged(({ sketch }) => sketch),
    teaserSketch: hasTeasers ? merged(({ teaserSketch }) => teaserSketch) : null,
    // On days without teasers, every play is of a whole article.
    wholeSketch: hasTeasers ? merged(({ sketch, wholeSketch }) => wholeSketch ?? sketch) : null,
  };
}

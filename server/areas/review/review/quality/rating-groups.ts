import { sql as raw } from 'kysely';
import type { Sql } from '../../../../lib/database/db.ts';
import { now as transactionTime } from '../../../../lib/database/sql.ts';
import { periodsUpTo } from '../../../../lib/zoned-time.ts';

/** By what articles' quality is compared. */
export type GroupKind = 'voice' | 'provider' | 'source' | 'reviewer';

/** Reviews of some time, and the average of their stars, 1 to 5; null without any. */
export interface RatingSum {
  reviews: number;
  average: number | null;
}

/** A week by its first day, a Monday, `YYYY-MM-DD`. */
export type RatedWeek = RatingSum & { week: string };

/** What the reviews of one voice, say, come to. */
export interface RatedGroup extends RatingSum {
  kind: GroupKind;
  /** Of a voice `provider:name`, else an id; null: of what is no more, or of none. */
  key: string | null;
  /** The last weeks against those before them. */
  recent: RatingSum;
  before: RatingSum;
  /** Whether the last weeks are so much worse that it is no chance. */
  isWorse: boolean;
  /** Those with reviews, in order. */
  weeks: RatedWeek[];
}

/** Weeks that count as the last ones; the running one is among them. */
export const recentWeeks = 4;
/** Fewer reviews say nothing. */
const leastReviews = 5;
/** Stars that a listener notices. */
const leastDrop = 0.5;
/** Standard errors that are hardly chance: one time in forty. */
const sureErrors = 2;
/** Stars are whole: five times four of them are not as alike as they look. */
const leastVariance = 0.25;
/** Of each kind; those with most reviews. */
export const groupsMax = 20;

interface WeekRow {
  kind: GroupKind | 'all';
  key: string | null;
  week: string;
  isRecent: boolean;
  count: number;
  sum: number;
  squares: number;
}

/** What a project's reviews of the last weeks come to, altogether and for each of its groups. */
export async function rateGroups(
  sql: Sql,
  { projectId, zone, weeks }: { projectId: number; zone: string; weeks: number },
): Promise<{ all: Omit<RatedGroup, 'kind' | 'key'>; groups: RatedGroup[] }> {
  const { now } = await sql.selectNoFrom(transactionTime().as('now')).executeTakeFirstOrThrow();
  const calendar = periodsUpTo('week', now, weeks, zone);
  const begins = raw`${calendar.map(({ since }) => since)}::timestamptz[]`;
  // Numbers of the set: a bit for each column that it is not grouped by.
  const { rows: numbered } = await raw<Omit<WeekRow, 'week' | 'isRecent'> & { number: number }>`
    SELECT CASE grouping("voiceProvider", "voiceName", "sourceId", "userId")
        WHEN 3 THEN 'voice' WHEN 7 THEN 'provider' WHEN 13 THEN 'source' WHEN 14 THEN 'reviewer' ELSE 'all' END AS "kind",
      CASE grouping("voiceProvider", "voiceName", "sourceId", "userId")
        WHEN 3 THEN "voiceProvider" || ':' || "voiceName" WHEN 7 THEN "voiceProvider" WHEN 13 THEN "sourceId"::text
        WHEN 14 THEN "userId"::text END AS "key",
      "week" AS "number",
      count(*)::int AS "count", sum("rating")::int AS "sum", sum("rating" * "rating")::int AS "squares"
    FROM (
      SELECT "voiceProvider", "voiceName", "sourceId", "userId", "rating", width_bucket("finishedAt", ${begins}) AS "week"
      FROM "Review" WHERE "projectId" = ${projectId}
        AND "finishedAt" >= ${calendar[0]!.since}
    ) reviews
    GROUP BY GROUPING SETS (
      ("week", "voiceProvider", "voiceName"), ("week", "voiceProvider"), ("week", "sourceId"), ("week", "userId"), ("week"))
    ORDER BY "week"`.execute(sql);
  const rows = numbered.map(({ number, ...row }): WeekRow => ({
    ...row,
    week: calendar[number - 1]!.day,
    isRecent: number > weeks - recentWeeks,
  }));
  const byGroup = Map.groupBy(rows, ({ kind, key }) => `${kind} ${key}`);
  const groups = [...byGroup.values()].flatMap((own) => {
    const { kind, key } = own[0]!;
    return kind === 'all' ? [] : [{ kind, key, ...rated(own) }];
  });
  return {
    all: rated(rows.filter(({ kind }) => kind === 'all')),
    groups: [...Map.groupBy(groups, ({ kind }) => kind).values()].flatMap((own) =>
      own.sort((a, b) => b.reviews - a.reviews).slice(0, groupsMax),
    ),
  };
}

function rated(rows: readonly WeekRow[]): Omit<RatedGroup, 'kind' | 'key'> {
  const [all, recent, before] = [
    added(rows),
    added(rows.filter(({ isRecent }) => isRecent)),
    added(rows.filter(({ isRecent }) => !isRecent)),
  ];
  return {
    ...averaged(all),
    recent: averaged(recent),
    before: averaged(before),
    isWorse: isWorse(before, recent),
    weeks: rows.map(({ week, count, sum }) => ({ week, ...averaged({ count, sum }) })),
  };
}

/** Stars of some reviews: how many, their sum and that of their squares. */
export interface Stars {
  count: number;
  sum: number;
  squares: number;
}

const added = (rows: readonly Stars[]): Stars =>
  rows.reduce(
    (all, { count, sum, squares }) => ({
      count: all.count + count,
      sum: all.sum + sum,
      squares: all.squares + squares,
    }),
    { count: 0, sum: 0, squares: 0 },
  );

const averaged = ({ count, sum }: Pick<Stars, 'count' | 'sum'>): RatingSum => ({
  reviews: count,
  average: count === 0 ? null : sum / count,
});

/**
 * Whether what came later is worse: by half a star and more, of five reviews and more on either side, and by
 * twice the standard error of the difference.
 */
export function isWorse(before: Stars, later: Stars): boolean {
  if (before.count < leastReviews || later.count < leastReviews) return false;
  const drop = before.sum / before.count - later.sum / later.count;
  return drop >= leastDrop && drop >= sureErrors * Math.sqrt(errorOf(before) + errorOf(later));
}

/** The squared standard error of an average. */
function errorOf({ count, sum, squares }: Stars): number {
  const variance = (squares - (sum * sum) / count) / (count - 1);
  return Math.max(leastVariance, variance) / count;
}

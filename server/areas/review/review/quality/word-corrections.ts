import { sql as raw } from 'kysely';
import type { Sql } from '../../../../lib/database/db.ts';

/** A word that dictionaries say otherwise than it is written. */
export interface CorrectedWord {
  /** As the entry has it. */
  word: string;
  dictionary: string;
  articles: number;
  /** How often in all of them. */
  times: number;
}

/** Articles that are looked at, the newest. */
export const correctedIn = 2_000;
/** Words that are named. */
const most = 20;

/**
 * The words that dictionaries corrected most in a project's articles of the last weeks, by what their logs
 * say: in how many of them, and how often.
 */
export async function correctedWords(
  sql: Sql,
  { projectId, weeks }: { projectId: number; weeks: number },
): Promise<CorrectedWord[]> {
  const { rows } = await raw<CorrectedWord>`
    WITH newest AS (
      SELECT "id" FROM "Article" WHERE "projectId" = ${projectId} AND "deletedAt" IS NULL
        AND "addedAt" >= now() - make_interval(weeks => ${weeks}::int)
      ORDER BY "addedAt" DESC, "id" DESC LIMIT ${correctedIn}
    ), said AS (
      SELECT n."id", l."textNotices" AS "told" FROM newest n CROSS JOIN LATERAL (
        SELECT "textNotices" FROM "ArticleLog" WHERE "articleId" = n."id" AND "action" = 'pronounced'
        ORDER BY "id" DESC LIMIT 1
      ) l
    )
    SELECT t->'parameters'->>'source' AS "word", t->'parameters'->>'dictionary' AS "dictionary",
      count(DISTINCT s."id")::int AS "articles", sum((t->'parameters'->>'count')::int)::int AS "times"
    FROM said s CROSS JOIN LATERAL jsonb_array_elements(s."told") t
    WHERE t->>'code' = 'ARTICLE_ENTRY_APPLIED'
    GROUP BY 1, 2 ORDER BY "articles" DESC, "times" DESC, 1, 2 LIMIT ${most}`.execute(sql);
  return rows;
}

import { sql, type RawBuilder } from 'kysely';
import type { ArticleQaStatus } from '../../../../prisma/generated/client/enums.ts';

/** Articles of a project that a new one is compared with: those that were added last. */
const compared = 100;

/**
 * Returns whether an article that becomes ready, or is errored, is to be reviewed: the value of `qaStatus` in
 * an UPDATE of its row. With Smart QA it is a share of each, as in the project's settings; without it, every
 * article that becomes ready.
 *
 * A reviewed article stays reviewed as long as it has the same text in the same voice, whatever its music.
 * Once its audio differs, it is to be reviewed again, unless no article is: then its review is kept. An
 * article that fails is still played with its reviewed audio.
 *
 * Findings count first: an article is chosen when, among the latest ready articles of its project, no more
 * than the percentage have more findings. Among those with equally many, it is drawn. So if none has
 * findings, the percentage is drawn, and if some have many, those are chosen.
 *
 * The draw is deterministic: the first 32 bits of the MD5 of `project:article`, modulo 100. So a higher
 * percentage adds articles to those that a lower one chose.
 */
export function isSampledForReview(outcome: 'ready' | 'errored'): RawBuilder<ArticleQaStatus | null> {
  const article = (column: string) => sql.ref(`Article.${column}`);
  const draw = sql`('x' || left(md5(${article('projectId')} || ':' || ${article('id')}), 8))::bit(32)::bigint % 100`;
  const [percent, otherwise, chosen] =
    outcome === 'ready' ? ['qaPercentArticles', 100, 'sampled'] : ['qaPercentErrors', 0, 'error'];
  const share = sql`CASE WHEN 'smart-qa' = ANY (p."features" || coalesce(o."features", '{}')) THEN ${sql.ref(`p.${percent}`)} ELSE ${sql.lit(otherwise)} END`;
  return sql<ArticleQaStatus | null>`(
    SELECT CASE
      WHEN ${article('qaStatus')} = 'reviewed' AND ${outcome === 'ready' ? isHeardAsReviewed() : sql`true`} THEN 'reviewed'::"ArticleQaStatus"
      WHEN (CASE WHEN ${article('qaStatus')} = 'reviewed' THEN 0 ELSE (${outcome === 'ready' ? standing(draw) : draw}) END) < ${share}
        THEN ${sql.lit(chosen)}::"ArticleQaStatus"
    END
    FROM "Project" p LEFT JOIN "Organization" o ON o."id" = p."organizationId" WHERE p."id" = ${article('projectId')})`;

  /** Whether the sentences of the present version sound as those of the one that was reviewed last. */
  function isHeardAsReviewed(): RawBuilder<boolean> {
    const sentences = (version: RawBuilder<unknown>) =>
      sql`(SELECT array_agg(c."segmentKey" ORDER BY c."position") FROM "Chunk" c WHERE c."articleId" = ${article('id')} AND c."version" = ${version})`;
    return sql<boolean>`coalesce((
      SELECT r."version" = ${article('version')} OR ${sentences(sql`r."version"`)} = ${sentences(article('version'))}
      FROM "Review" r WHERE r."articleId" = ${article('id')} ORDER BY r."id" DESC LIMIT 1), false)`;
  }

  /** Percent of the articles that come before this one: with more found, and of those with as much a draw. */
  function standing(drawn: RawBuilder<unknown>): RawBuilder<number> {
    return sql<number>`
      SELECT (count(*) FILTER (WHERE l."foundWeight" > ${article('foundWeight')}) * 100
          + (count(*) FILTER (WHERE l."foundWeight" = ${article('foundWeight')}) + 1) * (${drawn})) / (count(*) + 1)::numeric
      FROM (SELECT "foundWeight" FROM "Article" other
        WHERE other."projectId" = ${article('projectId')} AND other."deletedAt" IS NULL AND other."status" = 'ready' AND other."id" <> ${article('id')}
        ORDER BY other."addedAt" DESC, other."id" DESC LIMIT ${sql.lit(compared)}) l`;
  }
}

import { sql, type RawBuilder } from 'kysely';
import type { ArticleQaStatus } from '../../../prisma/generated/client/enums.ts';

/**
 * Whether an article is to be reviewed that becomes ready, or is errored: the value of `qaStatus` in an
 * UPDATE of its row. With Smart QA a share of each, as the project's settings say; without, every article
 * that becomes ready. What was reviewed stays so.
 *
 * The draw is the same whoever repeats it: the first 32 bits of the MD5 of `project:article`, modulo 100, is
 * below the percentage. So a higher percentage adds articles to those that a lower one chose.
 */
export function chosenForReview(outcome: 'ready' | 'errored'): RawBuilder<ArticleQaStatus | null> {
  const article = (column: string) => sql.ref(`Article.${column}`);
  const draw = sql`('x' || left(md5(${article('projectId')} || ':' || ${article('id')}), 8))::bit(32)::bigint % 100`;
  const [percent, otherwise, chosen] =
    outcome === 'ready' ? ['qaPercentArticles', 100, 'sampled'] : ['qaPercentErrors', 0, 'error'];
  return sql<ArticleQaStatus | null>`(
    SELECT CASE
      WHEN ${article('qaStatus')} = 'reviewed' THEN ${article('qaStatus')}
      WHEN (${draw}) < CASE WHEN 'smart-qa' = ANY (p."features" || coalesce(o."features", '{}')) THEN ${sql.ref(`p.${percent}`)} ELSE ${sql.lit(otherwise)} END
        THEN ${sql.lit(chosen)}::"ArticleQaStatus"
    END
    FROM "Project" p LEFT JOIN "Organization" o ON o."id" = p."organizationId" WHERE p."id" = ${article('projectId')})`;
}

import { sql } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotAllowedError } from '../../../kernel/errors.ts';
import { countCap } from '../../../product.ts';
import { today } from '../../../lib/database/sql.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { mayReview } from './policy.ts';

/** How far the review of a project's articles is. Counts end at `countCap`. */
export interface ReviewCounters {
  reviewedTotal: number;
  /** Articles that are ready and to be reviewed. */
  needReview: number;
  /** Since midnight, UTC. */
  reviewedToday: number;
  /** Stars, 1 to 5; null: none was reviewed. */
  averageRating: number | null;
}

/**
 * Returns the progress of the review of a project's articles, for reviewers. @throws NotSignedInError,
 * NotFoundError, NotAllowedError
 */
export async function readReviewCounters(
  { db }: App,
  actor: Actor,
  projectId: number,
): Promise<ReviewCounters> {
  if (!mayReview(await accessProject(db.sql, actor, projectId, 'read'))) throw new NotAllowedError();
  // By the indexes of what is to be reviewed, and of what was: their conditions are these words.
  const toReview = sql`"qaStatus" IN ('sampled', 'error') AND ("status" = 'ready' OR "holdReason" = 'review')`;
  const reviewed = sql`"qaStatus" = 'reviewed'`;
  const live = sql`"projectId" = ${projectId} AND "deletedAt" IS NULL`;
  const counted = (condition: typeof live) =>
    sql`(SELECT count(*)::int FROM (SELECT FROM "Article" WHERE ${live} AND ${condition} LIMIT ${countCap}) found)`;
  const { rows } = await sql<ReviewCounters>`
    SELECT ${counted(reviewed)} AS "reviewedTotal", ${counted(toReview)} AS "needReview",
      ${counted(sql`${reviewed} AND "reviewedAt" >= ${today()}::timestamp AT TIME ZONE 'UTC'`)} AS "reviewedToday",
      (SELECT avg("qaRating")::float8 FROM "Article" WHERE ${live} AND ${reviewed}) AS "averageRating"`.execute(
    db.sql,
  );
  return rows[0]!;
}

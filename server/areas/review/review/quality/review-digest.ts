import { sql as raw } from 'kysely';
import type { App } from '../../../../kernel/app.ts';
import { countCap } from '../../../../product.ts';
import type { CorrectedWord } from './word-corrections.ts';
import { qualityOf, type NamedGroup } from './review-quality.ts';
import type { RatingSum } from './rating-groups.ts';

/** Section of an email report about a project's quality. */
export interface ReviewDigest {
  /** Reviews of the period, and those of as long a time before it. */
  reviewed: RatingSum;
  before: RatingSum;
  /** Articles that are still to be reviewed; counted up to `countCap`. */
  toReview: number;
  /** Voices, providers and sources whose articles have got worse in the last four weeks. */
  worse: Pick<NamedGroup, 'kind' | 'name' | 'sourceType' | 'recent' | 'before'>[];
  /** Words that dictionaries corrected most in the last four weeks, at most five. */
  corrected: CorrectedWord[];
}

/** Weeks with which the last ones are compared. */
const comparedWeeks = 12;
const wordsMax = 5;

/**
 * Returns the summary of a project's reviews for a period, for the report email. Checks no rights: the caller
 * knows the recipient.
 * @param from inclusive @param to exclusive
 * @returns null if there is nothing to report: nothing was reviewed, is waiting for review, or got worse
 */
export async function reviewDigest(
  app: App,
  projectId: number,
  { from, to }: { from: Date; to: Date },
): Promise<ReviewDigest | null> {
  const [{ groups, corrected }, reviewed, before, toReview] = await Promise.all([
    qualityOf(app, projectId, comparedWeeks),
    ratedBetween(app, projectId, from, to),
    ratedBetween(app, projectId, new Date(2 * from.getTime() - to.getTime()), from),
    countToReview(app, projectId),
  ]);
  // People are not judged by mail.
  const worse = groups
    .filter(({ isWorse, kind }) => isWorse && kind !== 'reviewer')
    .map(({ kind, name, sourceType, recent, before: then }) => ({
      kind,
      name,
      sourceType,
      recent,
      before: then,
    }));
  if (reviewed.reviews === 0 && toReview === 0 && worse.length === 0) return null;
  return { reviewed, before, toReview, worse, corrected: corrected.slice(0, wordsMax) };
}

async function ratedBetween({ db }: App, projectId: number, from: Date, to: Date): Promise<RatingSum> {
  const { _count, _avg } = await db.prisma.review.aggregate({
    where: { projectId, finishedAt: { gte: from, lt: to } },
    _count: true,
    _avg: { rating: true },
  });
  return { reviews: _count, average: _avg.rating };
}

/** By the index of what is to be reviewed: its condition is these words. */
async function countToReview({ db }: App, projectId: number): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    SELECT count(*)::int AS "count" FROM (
      SELECT FROM "Article" WHERE "projectId" = ${projectId} AND "deletedAt" IS NULL
        AND "qaStatus" IN ('sampled', 'error') AND ("status" = 'ready' OR "holdReason" = 'review') LIMIT ${countCap}
    ) found`.execute(db.sql);
  return rows[0]!.count;
}

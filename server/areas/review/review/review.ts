import { sql as raw } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotAllowedError, ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { storableText } from '../../../text/storable-text.ts';
import { accessArticle, type Article } from '../../articles/articles/article.ts';
import { articleEvent } from '../../articles/articles/events.ts';
import { release, writeLog } from '../../articles/articles/article-states.ts';
import { reviewMessages } from './messages.ts';
import { mayReview } from './policy.ts';
import { versionToReview } from './review-audio.ts';

/** Seconds for which a reviewer's claim on an article lasts. */
export const claimSeconds = 15 * 60;
const commentMax = 5_000;

type Reviewer = Extract<Actor, { kind: 'user' }>;

/** People review, each for themselves. @throws NotAllowedError */
export function reviewer(actor: Actor, project: Parameters<typeof mayReview>[0]): Reviewer {
  if (!mayReview(project) || actor.kind !== 'user') throw new NotAllowedError();
  return actor;
}

/**
 * Claims this article for review by the caller, even if it was reviewed before; a repeated call extends the
 * claim.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ConflictError while another person reviews it
 */
export async function claimReview(app: App, actor: Actor, articleId: number): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, articleId, 'read', true);
    const { userId, sessionId } = reviewer(actor, article.project);
    const until = fromNow(claimSeconds);
    const made = await tx
      .insertInto('ReviewClaim')
      .values({ articleId, projectId: article.projectId, userId, sessionId, until })
      .onConflict((conflict) =>
        conflict
          .column('articleId')
          .doUpdateSet({ userId, sessionId, until })
          .where(({ or, eb }) =>
            or([eb('ReviewClaim.until', '<=', now()), eb('ReviewClaim.userId', '=', userId)]),
          ),
      )
      .returning('articleId')
      .executeTakeFirst();
    if (!made) throw new ConflictError(reviewMessages.REVIEW_NOT_YOURS());
    return article;
  });
}

/** Content of a review. */
export interface ReviewInput {
  articleId: number;
  /** Stars, 1 to 5. */
  rating?: number | null | undefined;
  comment?: string | null | undefined;
  pronunciation?: string | null | undefined;
}

/**
 * Records a review. An article that waited for it now plays and is published; its log names the reviewer.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ConflictError while another person reviews it,
 * ValidationError on `qa_rating`, `qa_comment`, `qa_pronunciation`
 */
export async function submitReview(app: App, actor: Actor, input: ReviewInput): Promise<Article> {
  const { articleId } = input;
  return app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, articleId, 'read', true);
    const { userId } = reviewer(actor, article.project);
    const said = checked(input);
    await requireUnclaimed(tx, articleId, userId);
    const { projectId, project, sourceId } = article;
    await tx
      .insertInto('Review')
      .values({
        ...said,
        projectId,
        articleId,
        userId,
        sourceId,
        version: versionToReview(article),
        voiceProvider: project.voiceProvider,
        voiceName: project.voiceName,
      })
      .execute();
    await tx
      .updateTable('Article')
      .set({ qaStatus: 'reviewed', qaRating: said.rating, reviewedAt: now(), updatedAt: now() })
      .where('id', '=', articleId)
      .execute();
    await tx.deleteFrom('ReviewClaim').where('articleId', '=', articleId).execute();
    await writeLog(tx, articleId, [{ action: 'reviewed', userId, text: `${said.rating}/5` }]);
    if (article.holdReason === 'review') await release(app, tx, { articleId, userId });
    else await app.pubsub.publish(tx, articleEvent, { kind: 'changed', articleId, projectId });
    return accessArticle(tx, actor, articleId, 'read');
  });
}

async function requireUnclaimed(tx: Sql, articleId: number, userId: number): Promise<void> {
  const others = await tx
    .selectFrom('ReviewClaim')
    .select('userId')
    .where('articleId', '=', articleId)
    .where('userId', '!=', userId)
    .where('until', '>', now())
    .executeTakeFirst();
  if (others) throw new ConflictError(reviewMessages.REVIEW_NOT_YOURS());
}

function checked({ rating, comment, pronunciation }: ReviewInput): {
  rating: number;
  comment: string | null;
  pronunciation: string | null;
} {
  const texts = {
    qa_comment: storableText(comment ?? '').trim(),
    qa_pronunciation: storableText(pronunciation ?? '').trim(),
  };
  const errors = Object.entries(texts)
    .filter(([, text]) => text.length > commentMax)
    .map(([field]) => ({ field, ...kernelMessages.TOO_LONG({ most: commentMax }) }));
  if (!rating) errors.unshift({ field: 'qa_rating', ...reviewMessages.REVIEW_RATING_MISSING() });
  else if (!(Number.isInteger(rating) && rating >= 1 && rating <= 5))
    errors.unshift({ field: 'qa_rating', ...reviewMessages.REVIEW_RATING_OUT_OF_RANGE() });
  if (errors.length > 0 || !rating) throw new ValidationError(errors);
  return { rating, comment: texts.qa_comment || null, pronunciation: texts.qa_pronunciation || null };
}

/**
 * Marks a finding as correct: its word is not reported again in the project. A finding without a word is
 * hidden.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `position`
 */
export async function acceptFinding(
  app: App,
  actor: Actor,
  { articleId, position }: { articleId: number; position: number },
): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, articleId, 'read');
    const { userId } = reviewer(actor, article.project);
    const version = versionToReview(article);
    const finding = await tx
      .selectFrom('Finding')
      .select('word')
      .where('version', '=', version ?? '')
      .where('position', '=', position)
      .executeTakeFirst();
    if (!finding)
      throw new ValidationError([{ field: 'position', ...reviewMessages.REVIEW_NOTHING_FOUND_THERE() }]);
    if (finding.word === null)
      await tx
        .updateTable('Finding')
        .set({ isRight: true })
        .where('version', '=', version!)
        .where('position', '=', position)
        .execute();
    else
      await tx
        .insertInto('RightWord')
        .values({ projectId: article.projectId, word: raw<string>`lower(${finding.word})`, userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return article;
  });
}

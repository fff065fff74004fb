import type { ArticleQaStatus } from '../../../prisma/generated/client/enums.ts';
import { orderSpeechCheck } from '../../areas/review/heard/order-check.ts';
import { chosenForReview, heldForReview } from '../../areas/articles/qa-sampling.ts';
import { transition } from '../../areas/articles/states.ts';
import type { Sql } from '../../lib/db.ts';
import { keep } from '../../lib/kept-message.ts';
import type { Step } from '../article-run.ts';
import { articleLogMessages } from '../messages.ts';
import { lateRules } from './apply-rules.ts';

/**
 * Makes the version the one that is played, unless a rule wants it to wait for somebody or keeps it back, or
 * the project wants it reviewed before.
 */
export const publish: Step = async ({ app, articleId, run }, article) => {
  await app.db.transaction(async (sql) => {
    const { end = 'finish', set, log } = await lateRules(sql, article, 'ready');
    if (end === 'finish' && article.qaBeforePublishing) {
      const qaStatus = await toReview(sql, articleId);
      if (qaStatus !== null && qaStatus !== 'reviewed') {
        await transition(app, sql, 'hold', {
          articleId,
          run,
          fromStep: 'assembled',
          set: {
            ...set,
            attempts: 0,
            error: null,
            retryAt: null,
            heldBy: heldForReview,
            awaitsReview: true,
            qaStatus,
          },
          log: [...log, { action: 'held', told: keep([articleLogMessages.ARTICLE_HELD_FOR_REVIEW()]) }],
        });
        return orderSpeechCheck(app, sql, { articleId, version: article.version! });
      }
    }
    const played = end === 'finish' ? { audio: article.version! } : {};
    await transition(app, sql, end, {
      articleId,
      run,
      fromStep: 'assembled',
      set: { ...played, attempts: 0, error: null, retryAt: null, ...set },
      log: [...log, ...(end === 'finish' ? [{ action: 'ready' as const }] : [])],
    });
    if (end === 'finish') await orderSpeechCheck(app, sql, { articleId, version: article.version! });
  });
};

/** Whether it is chosen for review, as it will be recorded when it becomes ready. */
async function toReview(sql: Sql, articleId: number): Promise<ArticleQaStatus | null> {
  const { chosen } = await sql
    .selectFrom('Article')
    .select(chosenForReview('ready').as('chosen'))
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow();
  return chosen;
}

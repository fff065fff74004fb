import type { ArticleQaStatus } from '../../../prisma/generated/client/enums.ts';
import { queueSpeechCheck } from '../../areas/review/review/speech-check/queue-speech-check.ts';
import { heldColumns } from '../../areas/articles/articles/hold.ts';
import { isSampledForReview } from '../../areas/articles/articles/review-sampling.ts';
import { transition } from '../../areas/articles/articles/article-states.ts';
import type { Sql } from '../../lib/database/db.ts';
import { persistMessages } from '../../lib/persisted-message.ts';
import type { Step } from '../article-run.ts';
import { articleLogMessages } from '../messages.ts';
import { rulesAfterVoicing } from './apply-rules.ts';

/**
 * Makes the version the one that is played, unless a rule puts it on hold or under embargo, or the project
 * requires a review first.
 */
export const publish: Step = async ({ app, articleId, run }, article) => {
  await app.db.transaction(async (sql) => {
    const { end = 'finish', set, log } = await rulesAfterVoicing(sql, article, 'ready');
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
            ...heldColumns({ reason: 'review' }),
            qaStatus,
          },
          log: [
            ...log,
            { action: 'held', told: persistMessages([articleLogMessages.ARTICLE_HELD_FOR_REVIEW()]) },
          ],
        });
        return queueSpeechCheck(app, sql, { articleId, version: article.version! });
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
    if (end === 'finish') await queueSpeechCheck(app, sql, { articleId, version: article.version! });
  });
};

/** Whether it is chosen for review, as it will be recorded when it becomes ready. */
async function toReview(sql: Sql, articleId: number): Promise<ArticleQaStatus | null> {
  const { chosen } = await sql
    .selectFrom('Article')
    .select(isSampledForReview('ready').as('chosen'))
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow();
  return chosen;
}

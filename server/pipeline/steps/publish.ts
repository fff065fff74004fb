import type { ArticleQaStatus } from '../../../prisma/generated/client/enums.ts';
import { doubtfulPassages } from '../../areas/review/review/doubtful-passages.ts';
import { queueSpeechCheck } from '../../areas/review/review/speech-check/queue-speech-check.ts';
import { holdColumnsOf } from '../../areas/articles/articles/hold.ts';
import { isSampledForReview } from '../../areas/articles/articles/review-sampling.ts';
import { transition, type ArticleChanges } from '../../areas/articles/articles/article-states.ts';
import type { Message } from '../../lib/declare-messages.ts';
import { databaseTime } from '../../lib/database/database-clock.ts';
import type { Sql } from '../../lib/database/db.ts';
import { metrics } from '../../lib/metrics.ts';
import { persistMessages } from '../../lib/persisted-message.ts';
import type { RunningArticle, Step } from '../article-run.ts';
import { articleLogMessages } from '../messages.ts';
import { countRun } from '../run-outcomes.ts';
import { rulesAfterVoicing } from './apply-rules.ts';

/**
 * Makes the version the one that is played, unless a rule puts it on hold or under embargo, or the project
 * requires a review first, or puts articles with doubtful passages on hold.
 */
export const publish: Step = async ({ app, articleId, run }, article) => {
  const { end, wasHeld: held } = await app.db.transaction(async (sql) => {
    const { end = 'finish', set, log } = await rulesAfterVoicing(sql, article, 'ready');
    const hold =
      end === 'finish' ? ((await reviewHold(sql, article)) ?? (await doubtHold(sql, article))) : null;
    if (hold) {
      await transition(app, sql, 'hold', {
        articleId,
        run,
        fromStep: 'assembled',
        set: { ...set, attempts: 0, error: null, retryAt: null, ...hold.set },
        log: [...log, { action: 'held', told: persistMessages([hold.reason]) }],
      });
      if (hold.set.holdReason === 'review')
        await queueSpeechCheck(app, sql, { articleId, version: article.version! });
      return { end: 'hold', wasHeld: null } as const;
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
    return {
      end,
      wasHeld: end === 'finish' && article.audio === null ? await wasHeld(sql, articleId) : null,
    };
  });
  countRun(end);
  if (held === null) return;
  const seconds = (databaseTime().getTime() - article.addedAt.getTime()) / 1_000;
  metrics.timeToAudio.observe({ held: String(held) }, Math.max(seconds, 0));
};

/** Whether an article has been on hold or at the daily limit, so that its first audio took longer. */
async function wasHeld(sql: Sql, articleId: number): Promise<boolean> {
  const pause = await sql
    .selectFrom('ArticleLog')
    .select('id')
    .where('articleId', '=', articleId)
    .where('action', 'in', ['held', 'limit reached'])
    .limit(1)
    .executeTakeFirst();
  return pause !== undefined;
}

/** What holds an article before it becomes public, and what its log says. */
interface PublicationHold {
  set: ArticleChanges;
  reason: Message;
}

async function reviewHold(
  sql: Sql,
  { id, qaBeforePublishing }: RunningArticle,
): Promise<PublicationHold | null> {
  if (!qaBeforePublishing) return null;
  const qaStatus = await toReview(sql, id);
  if (qaStatus === null || qaStatus === 'reviewed') return null;
  return {
    set: { ...holdColumnsOf({ reason: 'review' }), qaStatus },
    reason: articleLogMessages.ARTICLE_HELD_FOR_REVIEW(),
  };
}

async function doubtHold(sql: Sql, article: RunningArticle): Promise<PublicationHold | null> {
  // An audio of the studio is private: who made it listens to it first anyway.
  if (article.studio !== null) return null;
  const { projectId, version, audio } = article;
  const found = await doubtfulPassages(sql, article, { projectId, version: version!, playing: audio });
  return (
    found && {
      set: holdColumnsOf({ reason: 'doubtful_passages', passage: found.passage }),
      reason: articleLogMessages.ARTICLE_HELD_DOUBTFUL({ passages: found.count, passage: found.passage }),
    }
  );
}

/** Whether it is chosen for review, as it will be recorded when it becomes ready. */
async function toReview(sql: Sql, articleId: number): Promise<ArticleQaStatus | null> {
  const { chosen } = await sql
    .selectFrom('Article')
    .select(isSampledForReview('ready').as('chosen'))
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow();
  return chosen;
}

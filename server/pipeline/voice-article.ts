import { databaseTime } from '../lib/database/database-clock.ts';
import { persistMessages } from '../lib/persisted-message.ts';
import { voicingMessages } from './messages.ts';
import type { ArticleStep } from '../../prisma/generated/client/enums.ts';
import type { App } from '../kernel/app.ts';
import type { Sql } from '../lib/database/db.ts';
import type { JobContext, JobOutcome } from '../lib/database/queue.ts';
import { countRun } from './run-outcomes.ts';
import { trace } from '../lib/tracing.ts';
import { readArticle } from './article-run.ts';
import type { ArticleRun, RunningArticle, Step, Tools } from './article-run.ts';
import { isExpectedError, failureVerdict } from './retry-policy.ts';
import type { Verdict } from './retry-policy.ts';
import { articleJob } from '../areas/articles/articles/jobs.ts';
import { StaleRunError, transition } from '../areas/articles/articles/article-states.ts';
import { assemble } from './steps/assemble.ts';
import { chunk } from './steps/chunk.ts';
import { extract } from './steps/extract.ts';
import { publish } from './steps/publish.ts';
import { rulesAfterVoicing, rulesBeforeVoicing } from './steps/apply-rules.ts';
import { synthesise } from './steps/synthesise.ts';

/** The step that follows each checkpoint. */
const nextStep: Record<ArticleStep, Step> = {
  queued: extract,
  extracted: rulesBeforeVoicing,
  parsed: chunk,
  chunked: synthesise,
  voiced: assemble,
  assembled: publish,
};

/**
 * Generates the audio of an article's run from its last checkpoint. If the process is killed at any point, a
 * rerun continues there. Does nothing for an older run, or if the article has ended.
 */
export async function voiceArticle(
  tools: Tools,
  { articleId, run }: { articleId: number; run: number },
  { signal, log, attempt }: Pick<JobContext, 'signal' | 'log' | 'attempt'>,
): Promise<JobOutcome> {
  const { app } = tools;
  const execution: ArticleRun = {
    ...tools,
    articleId,
    run,
    signal,
    log: log.child({ articleId, run }),
    voice: 'own',
  };
  try {
    if (attempt > articleJob.retryLimit)
      throw new Error('The article was started too often without finishing.');
    await app.db.transaction((sql) =>
      transition(app, sql, 'start', { articleId, run, set: { retryAt: null } }),
    );
    for (;;) {
      const article = await readArticle(execution);
      if (article.status !== 'processing') return 'done';
      signal.throwIfAborted();
      tools.stopping?.throwIfAborted();
      await trace(`step ${nextStep[article.step].name}`, { 'parlance.article_id': articleId }, () =>
        nextStep[article.step](execution, article),
      );
    }
  } catch (error) {
    // The process stops, or another worker has taken the job: the recorded work remains, and the next
    // execution continues from it.
    if (signal.aborted || tools.stopping?.aborted) throw error;
    return settle(execution, error, attempt);
  }
}

async function settle(execution: ArticleRun, error: unknown, attempt: number): Promise<JobOutcome> {
  const { app, articleId, run, log } = execution;
  const lastAttempt = attempt > articleJob.retryLimit;
  const failed = await failedBefore(execution, error);
  const verdict: Verdict =
    lastAttempt && !(error instanceof StaleRunError)
      ? { kind: 'fail', reason: persistMessages([voicingMessages.VOICING_INTERRUPTED()]) }
      : failureVerdict(error, failed.attempts, failed.crashes);
  if (verdict.kind === 'stale') return 'skipped';
  if (verdict.kind === 'queue') throw error;
  // An unexpected error is a bug; all others are messages to the editor.
  log[isExpectedError(error) ? 'info' : 'error']({ err: error, verdict }, 'article not voiced');
  try {
    await app.db.transaction((sql) => record(app, sql, articleId, run, verdict, failed));
    countRun(verdict.kind);
  } catch (problem) {
    if (problem instanceof StaleRunError) return 'skipped';
    throw problem;
  }
  return 'done';
}

async function record(
  app: App,
  sql: Sql,
  articleId: number,
  run: number,
  verdict: Exclude<Verdict, { kind: 'stale' | 'queue' }>,
  failed: Failed,
): Promise<void> {
  const { reason } = verdict;
  if (verdict.kind === 'postpone') {
    const set = {
      retryAt: new Date(databaseTime().getTime() + verdict.waitMs),
      error: reason,
      ...(verdict.countsAsAttempt && { attempts: failed.attempts + 1 }),
      ...(verdict.crashed && { crashes: failed.crashes + 1 }),
    };
    // Reports an outage once, because it may last for hours.
    const told = !verdict.countsAsAttempt && reason.text === failed.error;
    return transition(app, sql, 'postpone', {
      articleId,
      run,
      set,
      log: told ? [] : [{ action: 'retry', told: reason }],
    });
  }
  const action = ({ limit: 'limit reached', reject: 'rejected', fail: 'errored' } as const)[verdict.kind];
  const article = await readArticle({ app: { db: { sql } }, articleId, run });
  // One that was never taken up just fails: rules may not lead it anywhere from there.
  const late = verdict.kind === 'fail' && article.status === 'processing';
  const {
    end = verdict.kind,
    set,
    log,
  } = late ? await rulesAfterVoicing(sql, article, 'errored') : { set: {}, log: [] };
  return transition(app, sql, end, {
    articleId,
    run,
    set: { error: reason, ...set },
    log: [{ action, told: reason }, ...log],
  });
}

/** What went wrong in this run before. */
type Failed = Pick<RunningArticle, 'attempts' | 'crashes' | 'error'>;

async function failedBefore(execution: ArticleRun, error: unknown): Promise<Failed> {
  try {
    return await readArticle(execution);
  } catch (problem) {
    if (problem instanceof StaleRunError) return { attempts: 0, crashes: 0, error: null };
    throw error;
  }
}

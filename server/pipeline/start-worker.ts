import type { App } from '../kernel/app.ts';
import { pollDueSource } from '../areas/sources/poll.ts';
import type { Tools } from './article-run.ts';
import { cleanUp } from './cleanup.ts';
import { openTextCutter } from './cut-text.ts';
import { articleJob, highResJob, recrawlJob } from '../areas/articles/jobs.ts';
import { sourcePollJob } from '../areas/sources/jobs.ts';
import { cleanupJob, sweepJob } from './jobs.ts';
import { recrawl } from '../areas/articles/recrawl.ts';
import { renderHighRes } from './render-high-res.ts';
import { sweep } from './sweep.ts';
import { voiceArticle } from './voice-article.ts';

export interface Worker {
  /** Lets jobs that end soon end, and leaves the others to the next worker. */
  stop(): Promise<void>;
}

/** Articles at once for each speech thread: while one waits for storage or a service, the thread has another. */
const articlesPerThread = 2;

/** Polls wait for other people's servers most of the time. */
const pollsAtOnce = 4;

/** Voices articles in this process from now on. Any number of processes may do so. */
export async function startWorker(app: App): Promise<Worker> {
  const cutter = openTextCutter();
  const tools: Tools = { app, cutText: cutter.cut, extractArticle: app.extraction.extractArticle };
  const { queue, log } = app;
  const concurrency = Math.max(4, app.config.workers * articlesPerThread);
  await queue.work(articleJob, (payload, context) => voiceArticle(tools, payload, context), { concurrency });
  await queue.work(recrawlJob, ({ articleId }) => recrawl(app, articleId), { concurrency: 1 });
  await queue.work(highResJob, (payload, context) => renderHighRes(app, payload, context), { concurrency: 1 });
  await queue.work(sourcePollJob, ({ sourceId }) => pollDueSource(app, sourceId), { concurrency: pollsAtOnce });
  await queue.work(sweepJob, async () => done(log, 'swept', await sweep(app)), { concurrency: 1 });
  await queue.work(cleanupJob, async () => done(log, 'cleaned up', await cleanUp(app)), { concurrency: 1 });
  await queue.schedule(sweepJob, '* * * * *', {});
  await queue.schedule(cleanupJob, '17 3 * * *', {});
  // What an earlier process left behind need not wait for the next minute.
  await queue.send(app.db.sql, sweepJob, {});
  return {
    async stop() {
      await queue.stop();
      await cutter.close();
    },
  };
}

function done(log: App['log'], what: string, counts: object): 'done' | 'skipped' {
  const any = Object.values(counts).some((count) => count > 0);
  if (any) log.info(counts, what);
  return any ? 'done' : 'skipped';
}

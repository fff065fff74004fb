import type { App } from '../areas/app.ts';
import { cleanUp } from './cleanup.ts';
import { openTextCutter } from './cut-text.ts';
import { articleJob, cleanupJob, recrawlJob, sweepJob } from './jobs.ts';
import { recrawl } from './recrawl.ts';
import { sweep } from './sweep.ts';
import { voiceArticle } from './voice-article.ts';

export interface Worker {
  /** Lets jobs that end soon end, and leaves the others to the next worker. */
  stop(): Promise<void>;
}

/** Articles at once for each speech thread: while one waits for storage or a service, the thread has another. */
const articlesPerThread = 2;

/** Voices articles in this process from now on. Any number of processes may do so. */
export async function startWorker(app: App): Promise<Worker> {
  const cutter = openTextCutter();
  const { queue, log } = app;
  const concurrency = Math.max(4, app.config.workers * articlesPerThread);
  await queue.work(articleJob, (payload, context) => voiceArticle(app, cutter.cut, payload, context), { concurrency });
  await queue.work(recrawlJob, ({ articleId }) => recrawl(app, articleId), { concurrency: 1 });
  await queue.work(sweepJob, async () => done(log, 'swept', await sweep(app)), { concurrency: 1 });
  await queue.work(cleanupJob, async () => done(log, 'cleaned up', await cleanUp(app)), { concurrency: 1 });
  await queue.schedule(sweepJob, '* * * * *', {});
  await queue.schedule(cleanupJob, '17 3 * * *', {});
  // What an earlier process left behind need not wait for the next minute.
  await queue.send(app.db, sweepJob, {});
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

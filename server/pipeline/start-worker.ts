import type { App } from '../kernel/app.ts';
import { workOn } from '../kernel/jobs.ts';
import { openTextCutter } from './cut-text.ts';
import { handlersFor } from './handlers.ts';
import { jobs } from './jobs.ts';

export interface Worker {
  /** Lets jobs that end soon end, and leaves the others to the next worker. */
  stop(): Promise<void>;
}

/** Does the jobs in this process from now on. Any number of processes may do so. @throws JobListError */
export async function startWorker(app: App): Promise<Worker> {
  const cutter = openTextCutter();
  await workOn(app, jobs, handlersFor({ app, cutText: cutter.cut, extractArticle: app.extraction.extractArticle }));
  return {
    async stop() {
      await app.queue.stop();
      await cutter.close();
    },
  };
}

import { tellHubs } from '../areas/websub/ping-hub.ts';
import type { App } from '../kernel/app.ts';
import { workOn } from '../kernel/jobs.ts';
import { openTextCutter } from './cut-text.ts';
import { handlersFor } from './handlers.ts';
import { jobs } from './jobs.ts';

export interface Worker {
  /**
   * Lets steps that are under way end, and leaves what follows to the next worker.
   * @param patience milliseconds until steps are broken off, too
   */
  stop(patience?: number): Promise<void>;
}

/** Does the jobs in this process from now on. Any number of processes may do so. @throws JobListError */
export async function startWorker(app: App): Promise<Worker> {
  const cutter = openTextCutter();
  const stopping = new AbortController();
  await workOn(app, jobs, handlersFor({ app, stopping: stopping.signal, cutText: cutter.cut }));
  const untell = tellHubs(app);
  return {
    async stop(patience) {
      stopping.abort(new Error('The worker stops.'));
      untell();
      await app.queue.stop(patience);
      await cutter.close();
    },
  };
}

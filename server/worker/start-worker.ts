import { queueHubPings } from '../areas/library/websub/ping-hub.ts';
import { queueWebhooks } from '../areas/projects/webhooks/jobs.ts';
import type { App } from '../kernel/app.ts';
import { deleteLeftFolders } from '../lib/temporary-folder.ts';
import { deleteOutboxMails } from '../mail/outbox.ts';
import { workOn } from '../kernel/jobs.ts';
import { openTextCutter } from '../pipeline/cut-text.ts';
import { handlersFor } from './handlers.ts';
import { jobs } from '../jobs.ts';

export interface Worker {
  /**
   * Lets steps that are under way end, and leaves what follows to the next worker.
   * @param patience milliseconds until steps are broken off, too
   */
  stop(patience?: number): Promise<void>;
}

const day = 86_400_000;
/** Milliseconds that steps have which are under way when a newer release changes the schema. */
const outdatedMs = 5_000;

/**
 * Does the jobs in this process from now on, until a newer release changes the schema. Any number of
 * processes may do so. @throws JobListError
 */
export async function startWorker(app: App): Promise<Worker> {
  const cutter = openTextCutter();
  const stopping = new AbortController();
  await workOn(app, jobs, handlersFor({ app, stopping: stopping.signal, cutText: cutter.cut }));
  const endings = [queueHubPings(app), queueWebhooks(app)];
  // On each machine: the nightly clean-up runs on one of them.
  const { dataDir, retention } = app.config;
  Promise.all([
    deleteLeftFolders(new Date(Date.now() - day)),
    deleteOutboxMails(dataDir, new Date(Date.now() - retention.outboxDays * day)),
  ]).catch((error: unknown) => app.log.warn({ err: error }, 'local files not deleted'));
  const stop = async (patience?: number): Promise<void> => {
    stopping.abort(new Error('The worker stops.'));
    for (const end of endings) end();
    await app.queue.stop(patience);
    await cutter.close();
    app.log.info('no longer taking jobs');
  };
  let stopped: Promise<void> | undefined;
  const worker: Worker = { stop: (patience) => (stopped ??= stop(patience)) };
  // The steps' writes no longer match the database schema; the next worker resumes them.
  app.schema.onNewer(
    () =>
      void worker.stop(outdatedMs).catch((err: unknown) => app.log.error({ err }, 'error while stopping')),
  );
  return worker;
}

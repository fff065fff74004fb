import type { z } from 'zod';
import type { JobDefinition, JobHandler, Queue } from '../lib/database/queue.ts';
import type { App } from './app.ts';

/**
 * Declaration of a kind of job in its area. Its handler is in the worker's list (`worker/handlers.ts`), so
 * that senders do not load the code that runs it.
 */
export interface Job<Name extends string = string, Payload = any> extends JobDefinition<Payload> {
  name: Name;
  /** Maximum number of concurrent runs in one process. */
  atOnce(threads: number): number;
  /**
   * Cron expression (UTC) at which one is sent, with an empty payload, once however many processes there are.
   */
  schedule?: string | undefined;
  /** Whether a worker that starts sends one. */
  atStart: boolean;
}

type Options = Partial<Pick<Job, 'retryLimit' | 'expireInSeconds' | 'atOnce'>>;
/** Only a job with an empty payload may have a schedule. */
type OwnTime<Payload> =
  Record<string, never> extends Payload ? Partial<Pick<Job, 'schedule' | 'atStart'>> : object;

/**
 * Declares a job. By default it is retried five times, takes up to a quarter of an hour, and
 * runs one at a time.
 */
export function declareJob<const Name extends string, Payload>(
  name: Name,
  payload: z.ZodType<Payload>,
  options: Options & OwnTime<Payload> = {},
): Job<Name, Payload> {
  return { name, payload, retryLimit: 5, expireInSeconds: 900, atOnce: () => 1, atStart: false, ...options };
}

/** What does each of some jobs: one handler for every name, no more and no fewer. */
export type Handlers<Jobs extends readonly Job[]> = {
  [One in Jobs[number] as One['name']]: One extends Job<string, infer Payload> ? JobHandler<Payload> : never;
};

/** A job that nothing does, or that two declare. The worker does not start. */
export class JobListError extends Error {
  override name = 'JobListError';
}

/** Works on jobs in this process from now on. @throws JobListError */
export async function workOn<Jobs extends readonly Job[]>(
  app: Pick<App, 'db' | 'queue' | 'config'>,
  jobs: Jobs,
  handlers: Handlers<Jobs>,
): Promise<void> {
  const { queue } = app;
  for (const [index, job] of jobs.entries()) {
    if (!Object.hasOwn(handlers, job.name)) throw new JobListError(`The job ${job.name} has no handler.`);
    if (jobs.findIndex(({ name }) => name === job.name) < index)
      throw new JobListError(`Two jobs are named ${job.name}.`);
  }
  for (const name of Object.keys(handlers))
    if (!jobs.some((job) => job.name === name)) throw new JobListError(`There is no job named ${name}.`);
  for (const job of jobs)
    await begin(app, queue, job, handlers[job.name as keyof Handlers<Jobs>] as JobHandler<unknown>);
}

async function begin(
  { db, config }: Pick<App, 'db' | 'config'>,
  queue: Queue,
  job: Job,
  handler: JobHandler<unknown>,
): Promise<void> {
  await queue.work(job, handler, { concurrency: job.atOnce(config.workers) });
  if (job.schedule) await queue.schedule(job, job.schedule, {});
  if (job.atStart) await queue.send(db.sql, job, {});
}

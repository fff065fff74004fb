import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { z } from 'zod';
import { execute, type Database, type Sql } from './db.ts';
import { databaseOutage, isDatabaseAbsent } from './database-errors.ts';
import { runAsJob } from '../threads/job-signal.ts';
import type { Logger } from '../logger.ts';
import { metrics } from '../metrics.ts';
import { annotate, traceContext, trace } from '../tracing.ts';

/** A kind of job: its payload is parsed when it is sent and again when it runs. */
export interface JobDefinition<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /**
   * Attempts after the first, before the job counts as failed; the queue's own, for what the handler does not
   * catch.
   */
  retryLimit: number;
  /** Seconds that one run may take; heartbeats tell a dead worker much earlier. */
  expireInSeconds: number;
}

export interface SendOptions {
  /** Not before. */
  startAfter?: Date;
  /** At most one such job waits at a time. */
  singletonKey?: string;
  priority?: number;
}

export interface JobContext {
  id: string;
  /** 1 at the first run. */
  attempt: number;
  /** Aborts when the worker stops or the job took too long. */
  signal: AbortSignal;
  log: Logger;
}

export type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<JobOutcome>;

/** Result of a job that did not throw; `skipped`: there was nothing to do (a stale run, for example). */
export type JobOutcome = 'done' | 'skipped';

export interface Queue {
  /** Enqueues in the caller's transaction: the job exists when, and only if, that commits. */
  send<Payload>(
    sql: Sql,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: SendOptions,
  ): Promise<void>;
  /** Runs up to `concurrency` jobs of a kind at once in this process. */
  work<Payload>(
    job: JobDefinition<Payload>,
    handler: JobHandler<Payload>,
    options: { concurrency: number },
  ): Promise<void>;
  /** Sends a job at each time of a cron expression (UTC), once however many processes there are. */
  schedule<Payload>(job: JobDefinition<Payload>, cron: string, payload: Payload): Promise<void>;
  /** Jobs that wait, by kind. */
  depth(): Promise<Record<string, number>>;
  /** Seconds since the next job of each kind was due; 0: none is due. */
  oldestAges(): Promise<Record<string, number>>;
  /** Accepts no more jobs; running ones get a number of milliseconds to finish. */
  stop(patience?: number): Promise<void>;
}

export interface QueueOptions {
  db: Database;
  log: Logger;
  jobs: readonly JobDefinition<any>[];
  /** Whether this process keeps the queue's house: expiry of dead workers' jobs, cron. */
  supervise: boolean;
}

/** Seconds without a sign of life after which a worker counts as dead and its job goes to another. */
const heartbeatSeconds = 10;

/** Where a job's payload has the trace context of what sent it. */
const traceKey = '_traceparent';

/** Milliseconds between two looks for jobs that have become due, for all kinds of a process at once. */
const lookEvery = 2_000;

/** The job queue in the database, the same on PostgreSQL and embedded. */
export async function openQueue({ db, log, jobs, supervise }: QueueOptions): Promise<Queue> {
  const boss = await startBoss({ db, log, jobs, supervise });
  const workers = new Map<string, string[]>();
  const look = wakeWorkers(boss, db, workers, log);
  let stopping = false;
  return {
    async send(sql, job, payload, options = {}) {
      const context = traceContext();
      // Parsing leaves it out again: a release that does not know it ignores it.
      const data = { ...(job.payload.parse(payload) as object), ...(context && { [traceKey]: context }) };
      await boss.send(job.name, data, {
        ...(options.startAfter && { startAfter: options.startAfter }),
        ...(options.singletonKey && { singletonKey: options.singletonKey, singletonSeconds: 1 }),
        ...(options.priority && { priority: options.priority }),
        db: {
          executeSql: async (text: string, values?: unknown[]) => flatten(await execute(sql, text, values)),
        },
      });
    },
    async work(job, handler, { concurrency }) {
      const options = {
        batchSize: 1,
        pollingIntervalSeconds: 60,
        notifyPollingIntervalSeconds: 60,
        includeMetadata: true,
      } as const;
      const ids: string[] = [];
      for (let place = 0; place < concurrency; place++) {
        let worker = '';
        worker = await boss.work<object, void, typeof options>(job.name, options, async ([found]) => {
          try {
            await runJob(job, handler, found!, log, () => stopping);
          } finally {
            // Makes the worker fetch the next job at once. Without this a backlog would shrink by one job at
            // each look.
            boss.notifyWorker(worker);
          }
        });
        ids.push(worker);
      }
      workers.set(job.name, ids);
    },
    async schedule(job, cron, payload) {
      await boss.schedule(job.name, cron, job.payload.parse(payload) as object, { tz: 'UTC' });
    },
    async depth() {
      const stats = await boss.getQueues();
      return Object.fromEntries(stats.map((queue) => [queue.name, queue.queuedCount]));
    },
    oldestAges: () => oldestAges(db, jobs),
    async stop(patience = 10_000) {
      stopping = true;
      await look.stop();
      await boss.stop({ graceful: true, timeout: patience, close: false });
    },
  };
}

/** Reads one entry of the queue's own index for each kind, however many jobs wait. */
async function oldestAges(
  { pool }: Database,
  jobs: readonly JobDefinition<any>[],
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; age: number }>(
    `SELECT kind.name, coalesce(extract(epoch FROM now() - next.start_after), 0)::float8 AS age
     FROM unnest($1::text[]) AS kind(name) LEFT JOIN LATERAL (
       SELECT j.start_after FROM pgboss.job AS j
       WHERE j.name = kind.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
       ORDER BY j.priority DESC, j.created_on LIMIT 1) AS next ON true`,
    [jobs.map(({ name }) => name)],
  );
  return Object.fromEntries(rows.map(({ name, age }) => [name, Math.max(age, 0)]));
}

/**
 * Wakes the workers of each kind that has a job due. A new job wakes them by NOTIFY; this finds those whose
 * time has come, those tried again, and those whose notification was lost. One statement for all kinds costs
 * an idle installation a fifteenth of what polling by each worker does.
 */
function wakeWorkers(
  boss: PgBoss,
  { pool }: Database,
  workers: ReadonlyMap<string, readonly string[]>,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    if (workers.size === 0) return;
    const { rows } = await pool.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) AS kind(name) WHERE EXISTS (
         SELECT FROM pgboss.job AS j
         WHERE j.name = kind.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())`,
      [[...workers.keys()]],
    );
    for (const { name } of rows) for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
  };
  const repeat = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => report(log, error));
      await delay(lookEvery, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = repeat();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Reports an error of the queue. Lost connections also end up here: it resumes when the database is back. */
const report = (log: Logger, error: unknown): void =>
  log.warn(
    {
      err: error,
      ...(isDatabaseAbsent(error) && { outage: databaseOutage(error) ?? 'DATABASE_UNREACHABLE' }),
    },
    'queue error',
  );

async function startBoss({ db, log, jobs, supervise }: QueueOptions): Promise<PgBoss> {
  const bossDb = {
    executeSql: async (text: string, values?: unknown[]) => flatten(await db.pool.query(text, values)),
    async listen(channel: string, onNotification: (payload: string) => void, onReconnect: () => void) {
      const unlisten = await db.listen(channel, onNotification, onReconnect);
      onReconnect();
      return { close: unlisten };
    },
  };
  const boss = new PgBoss({
    db: bossDb,
    backend: db.kind,
    useListenNotify: true,
    supervise,
    schedule: supervise,
    superviseIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
    monitorIntervalSeconds: 5,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
    monitorVacuum: false,
  });
  boss.on('error', (error: Error) => report(log, error));
  await boss.start();
  // Those that are there already came into this process' cache when the queue started.
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const job of jobs) {
    if (known.has(job.name)) continue;
    const options = {
      policy: 'standard' as const,
      notify: true,
      heartbeatSeconds,
      retryLimit: job.retryLimit,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: job.expireInSeconds,
      deleteAfterSeconds: 3_600,
    };
    await boss.createQueue(job.name, options);
    // Makes the queue known to this process now. Otherwise the first `send` would ask for it on the pool,
    // from within a transaction that holds the embedded database's only connection: both would wait for ever.
    await boss.findJobs(job.name, { key: 'none' });
  }
  return boss;
}

/** Runs a job once. @throws what the handler does: the job is then tried again */
async function runJob<Payload>(
  job: JobDefinition<Payload>,
  handler: JobHandler<Payload>,
  found: JobWithMetadata<object>,
  log: Logger,
  isStopping: () => boolean,
): Promise<void> {
  const attempt = found.retryCount + 1;
  const jobLog = log.child({ job: job.name, jobId: found.id, attempt });
  const started = performance.now();
  if (diedOf(found.output)) jobLog.warn('job taken over; its worker died or stalled');
  try {
    const payload = job.payload.parse(found.data);
    const { id, signal } = found;
    const outcome = await trace(
      `job ${job.name}`,
      { 'parlance.job': job.name, 'parlance.job_id': id, 'parlance.attempt': attempt },
      async () => {
        const ended = await runAsJob(signal, () => handler(payload, { id, attempt, signal, log: jobLog }));
        annotate({ 'parlance.outcome': ended });
        return ended;
      },
      { parent: (found.data as { [traceKey]?: string })[traceKey], kind: 'CONSUMER' },
    );
    metrics.jobs.inc({ job: job.name, outcome });
    jobLog.debug({ outcome, ms: Math.round(performance.now() - started) }, 'job finished');
  } catch (error) {
    // A worker that stops hands its job to the next one.
    const isHandedBack = found.signal.aborted || isStopping();
    if (isHandedBack) jobLog.info({ outcome: 'handed back' }, 'job returned to the queue');
    else jobLog.warn({ err: error, outcome: 'failed' }, 'job failed');
    const isLast = found.retryCount >= job.retryLimit;
    metrics.jobs.inc({ job: job.name, outcome: isHandedBack ? 'returned' : isLast ? 'failed' : 'retried' });
    throw error;
  }
}

/** Whether the queue took a job back because its worker no longer gave a sign of life. */
const diedOf = (output: unknown): boolean =>
  /heartbeat timeout/.test((output as { value?: { message?: string } } | null)?.value?.message ?? '');

/** pg answers an array for several statements in one text; the queue wants the one that has rows. */
function flatten(result: unknown): { rows: any[] } {
  if (!Array.isArray(result)) return result as { rows: any[] };
  return { rows: result.flatMap((part: { rows?: any[] }) => part.rows ?? []) };
}

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../kernel/app.ts';
import { databaseTime } from '../lib/database/database-clock.ts';
import { usedSequences } from '../lib/database/sequences.ts';
import { metrics, processMetrics } from '../lib/metrics.ts';
import { release } from '../lib/program-release.ts';
import { throttleLog } from '../lib/throttle-log.ts';
import { lastTestedBackup } from '../transfer/backup-runs.ts';
import { articleTotals } from '../areas/articles/articles/article-totals.ts';
import { lastSummedAt } from '../areas/listening/listening/summing-age.ts';
import { countSealed, type SealedCount } from '../areas/projects/sealed-records/count-sealed.ts';

/** Milliseconds after which a scrape leaves out what the database has not answered. */
const patience = 1_000;
/** For how long counts of sealed records are believed, milliseconds. */
const sealedFor = 300_000;
const circuits = ['closed', 'half-open', 'open'] as const;

/**
 * Returns everything that `/metrics` shows of this process. Nothing reads whole tables, and a figure that
 * cannot be read in time is left out, so that the others arrive also without the database.
 * @param refused requests that were refused since the start; absent: this process takes none
 */
export function observeProcess(server: FastifyInstance, app: App, refused?: () => number): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of processMetrics) registry.registerMetric(metric);
  observeRequests(server, registry);
  const add = addTo(registry, app);
  observePools(app, add);
  observeBuild(app, add);
  observeContent(app, add);
  observeDatabase(app, add);
  observeUpkeep(app, add);
  observeSpeech(app, add);
  if (refused)
    add.counter(
      'parlance_http_requests_refused_total',
      'Requests refused because the server was overloaded.',
      [],
      (set) => set({}, refused()),
    );
  return registry;
}

/** Sets the value of a metric for some labels. */
type SetValue = (labels: Record<string, string>, value: number) => void;

/** Adds a metric, whose values are read at each scrape. */
type AddCollected = (
  name: string,
  help: string,
  labelNames: string[],
  collect: (set: SetValue) => void | Promise<void>,
) => void;

interface AddMetric {
  gauge: AddCollected;
  /** For what is counted elsewhere since the process started. */
  counter: AddCollected;
}

function addTo(registry: Registry, { log }: App): AddMetric {
  const logUnreadable = throttleLog((count) =>
    log.warn({ count }, 'metrics left out; they were not read in time'),
  );
  const add =
    (Metric: typeof Gauge | typeof Counter): AddCollected =>
    (name, help, labelNames, collect) => {
      const metric: Gauge | Counter = new Metric({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const values: [Record<string, string>, number][] = [];
          try {
            await within(
              patience,
              collect((labels, value) => values.push([labels, value])),
            );
          } catch {
            metrics.unreadable.inc({ metric: name });
            logUnreadable();
            values.length = 0;
          }
          metric.reset();
          // A metric without labels starts at 0, which would be read as a value.
          if (values.length === 0 && labelNames.length === 0) metric.remove();
          for (const [labels, value] of values) metric.inc(labels, value);
        },
      });
    };
  return { gauge: add(Gauge), counter: add(Counter) };
}

/** @throws Error when the work takes longer than this many milliseconds */
async function within(ms: number, work: void | Promise<void>): Promise<void> {
  if (!work) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function observeRequests(server: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'parlance_http_request_duration_seconds',
    help: 'Time from the request to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: one series for each article would fill the memory.
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
}

function observeBuild({ db }: App, { gauge }: AddMetric): void {
  gauge(
    'parlance_build_info',
    'Always 1; the labels tell the release, the version of Node and the kind of database.',
    ['release', 'node', 'database'],
    (set) => set({ release, node: process.version, database: db.kind }, 1),
  );
}

function observeContent(app: App, { gauge }: AddMetric): void {
  const { queue } = app;
  gauge('parlance_queue_jobs', 'Waiting jobs.', ['job'], async (set) => {
    for (const [job, count] of Object.entries(await queue.depth())) set({ job }, count);
  });

  gauge(
    'parlance_queue_oldest_job_age_seconds',
    'Time since the next job of a kind was due; 0: none is due.',
    ['job'],
    async (set) => {
      for (const [job, age] of Object.entries(await queue.oldestAges())) set({ job }, age);
    },
  );

  gauge('parlance_articles', 'Articles by status, as of the last minute or so.', ['status'], async (set) => {
    for (const { status, count } of await articleTotals(app)) set({ status }, count);
  });

  let sealed: SealedCount[] = [];
  let sealedAt = -Infinity;
  let counting: Promise<void> | undefined;
  const count = async (): Promise<void> => {
    sealedAt = performance.now();
    sealed = await countSealed(app);
  };
  gauge(
    'parlance_sealed_records',
    'Encrypted records by key (current: the current data key; earlier: an earlier data key; session: JWT_SECRET, ' +
      'or not encrypted yet; missing: a key that this process lacks), counted every five minutes.',
    ['kind', 'under'],
    async (set) => {
      if (performance.now() - sealedAt > sealedFor)
        counting ??= count()
          .catch((error: unknown) => app.log.warn({ err: error }, 'sealed records not counted'))
          .finally(() => (counting = undefined));
      // Only the first scrape waits for the count.
      if (sealed.length === 0) await counting;
      for (const { count: records, ...labels } of sealed) set(labels, records);
    },
  );
}

/** Comes first, so that a scrape does not count its own statements. */
function observePools({ db }: App, { gauge }: AddMetric): void {
  const pools = Object.entries(db.pools);
  gauge(
    'parlance_database_connections',
    'Connections of a pool, by state (in_use, idle).',
    ['pool', 'state'],
    (set) => {
      for (const [name, { totalCount, idleCount }] of pools) {
        set({ pool: name, state: 'in_use' }, totalCount - idleCount);
        set({ pool: name, state: 'idle' }, idleCount);
      }
    },
  );
  gauge('parlance_database_connections_max', 'Connections that a pool may have.', ['pool'], (set) => {
    for (const [name, { options }] of pools) set({ pool: name }, options.max);
  });
  gauge(
    'parlance_database_connections_waiting',
    'Statements and transactions that wait for a connection of a pool.',
    ['pool'],
    (set) => {
      for (const [name, { waitingCount }] of pools) set({ pool: name }, waitingCount);
    },
  );
}

function observeDatabase(app: App, { gauge }: AddMetric): void {
  const { db } = app;
  gauge(
    'parlance_database_listening',
    'Whether this process receives notifications from the database (LISTEN): 1, or 0.',
    [],
    (set) => set({}, db.isListening() ? 1 : 0),
  );

  gauge(
    'parlance_database_replica_used',
    'Whether reports are read from the replica: 1, or 0. Absent without DATABASE_REPLICA_URL.',
    [],
    async (set) => {
      const replica = await db.replicaState();
      if (replica) set({}, replica.isUsed ? 1 : 0);
    },
  );
  gauge(
    'parlance_database_replica_lag_seconds',
    'How far the replica is behind, to a minute. Absent while it cannot be read.',
    [],
    async (set) => {
      const lagMs = (await db.replicaState())?.lagMs ?? null;
      if (lagMs !== null) set({}, lagMs / 1_000);
    },
  );

  gauge(
    'parlance_player_events_summing_age_seconds',
    'Time since player events were last added to the statistics.',
    [],
    async (set) => {
      const at = await lastSummedAt(app);
      if (at) set({}, secondsSince(at));
    },
  );

  gauge(
    'parlance_sequence_used',
    'Used share of the numbers that the column of a sequence can hold.',
    ['sequence'],
    async (set) => {
      for (const { name, used } of await usedSequences(db.sql)) set({ sequence: name }, used);
    },
  );
}

function observeUpkeep({ db, config }: App, { gauge }: AddMetric): void {
  gauge(
    'parlance_backup_age_seconds',
    'Age of the newest backup that passed its test restore; +Inf if there is none. Absent without BACKUP_URL.',
    [],
    async (set) => {
      if (config.backup.url === undefined) return;
      const last = await lastTestedBackup(db);
      set({}, last ? secondsSince(last.startedAt) : Infinity);
    },
  );

  gauge(
    'parlance_upkeep_age_seconds',
    'Time since a task of the nightly clean-up last succeeded.',
    ['part'],
    async (set) => {
      for (const { part, doneAt, failedAt } of await db.prisma.upkeep.findMany())
        set({ part }, secondsSince(doneAt ?? failedAt));
    },
  );

  gauge(
    'parlance_upkeep_failing_seconds',
    'How long a task of the nightly clean-up has been failing or blocked by a lock; 0 if it succeeds.',
    ['part'],
    async (set) => {
      for (const { part, failedAt } of await db.prisma.upkeep.findMany())
        set({ part }, failedAt ? secondsSince(failedAt) : 0);
    },
  );

  gauge(
    'parlance_failing_items',
    'Items that a recurring job could not process and retries at each run.',
    ['job'],
    async (set) => {
      const jobs = await db.prisma.failingItem.groupBy({ by: ['job'], _count: true });
      for (const { job, _count } of jobs) set({ job }, _count);
    },
  );
}

function observeSpeech({ speech }: App, { gauge, counter }: AddMetric): void {
  gauge(
    'parlance_speech_circuit',
    'Circuit breaker of a speech provider: 1 for its current state.',
    ['provider', 'state'],
    (set) => {
      for (const { provider, circuit } of speech.providers.status()) {
        for (const state of circuits) set({ provider, state }, circuit === state ? 1 : 0);
      }
    },
  );

  gauge('parlance_speech_requests_waiting', "Requests in a speech provider's queue.", ['provider'], (set) => {
    for (const { provider, waiting } of speech.providers.status()) set({ provider }, waiting);
  });

  counter(
    'parlance_speech_failures_total',
    'Failed requests to a speech provider, by kind.',
    ['provider', 'kind'],
    (set) => {
      for (const { provider, failures } of speech.providers.status()) {
        for (const [kind, count] of Object.entries(failures)) set({ provider, kind }, count);
      }
    },
  );
}

const secondsSince = (time: Date | null): number =>
  time ? (databaseTime().getTime() - time.getTime()) / 1000 : 0;

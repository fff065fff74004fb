import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../kernel/app.ts';
import { readOnlyReason } from '../lib/database/read-only-reason.ts';
import { databaseTime } from '../lib/database/database-clock.ts';
import { hashSecret } from '../lib/security/crypto.ts';
import { embeddedReserve, writeRefusalReason } from '../lib/disk-space.ts';
import type { Admission } from './request-queue.ts';
import { usedSequences } from '../lib/database/sequences.ts';
import { lastTestedBackup } from '../transfer/backup-runs.ts';
import type { Readiness } from './readiness.ts';
import { articleTotals } from '../areas/articles/articles/article-totals.ts';
import { countSealed } from '../areas/projects/sealed-records/count-sealed.ts';

/** Milliseconds that the database may take to answer before the process counts as not ready. */
const patience = 2_000;
const challengePattern = /^[\w-]{20,64}$/;
const circuits = ['closed', 'half-open', 'open'] as const;

/**
 * `/healthz` (the process lives), `/readyz` (it can serve) and `/metrics` (Prometheus), which is for the
 * operator alone: on METRICS_PORT, or behind METRICS_TOKEN.
 */
export function registerHealth(
  server: FastifyInstance,
  app: App,
  { readiness, admission }: { readiness: Readiness; admission: Admission },
): void {
  answerProbes(server, app, readiness);
  const registry = observe(server, app);
  new Gauge({
    name: 'parlance_http_requests_refused',
    help: 'Requests refused since the process started because the server was overloaded.',
    registers: [registry],
    collect() {
      this.set(admission.refused());
    },
  });
  serveMetrics(server, app, registry);
}

/**
 * Serves the health of a worker on WORKER_PORT, its only endpoint. Anyone who reaches that port can read its
 * metrics, unless there is a METRICS_TOKEN.
 * @throws an error with code EADDRINUSE when the port is taken
 * @returns a function that closes it
 */
export async function serveWorkerHealth(
  app: App,
  readiness: Readiness,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const server = Fastify({ forceCloseConnections: true });
  answerProbes(server, app, readiness);
  server.get('/metrics', answerMetrics(app, observe(server, app)));
  await server.listen({ port, host });
  return () => server.close();
}

function answerProbes(server: FastifyInstance, app: App, readiness: Readiness): void {
  server.get('/healthz', (request, reply) => {
    const challenge = request.headers['x-parlance-challenge'];
    // For `npm run doctor`, which asks PUBLIC_URL whether this installation answers there.
    if (typeof challenge === 'string' && challengePattern.test(challenge))
      void reply.header('x-parlance-answer', app.tokens.answer(challenge));
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });

  server.get('/readyz', async (_, reply) => {
    const reason = readiness.reason ?? (await whyNotReady(app));
    return reply
      .header('cache-control', 'no-store')
      .code(reason ? 503 : 200)
      .send(reason ? { status: 'unavailable', reason } : { status: 'ok' });
  });
}

function observe(server: FastifyInstance, app: App): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  observeRequests(server, registry);
  observeDomain(app, registry);
  return registry;
}

function answerMetrics({ config: { metrics } }: App, registry: Registry) {
  const expected = metrics.token && hashSecret(`Bearer ${metrics.token}`);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    // Hashes of one length tell nothing by the time that comparing them takes.
    if (expected && hashSecret(request.headers.authorization ?? '') !== expected) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain; charset=utf-8')
        .send('Send METRICS_TOKEN as a bearer token.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  };
}

function serveMetrics(server: FastifyInstance, app: App, registry: Registry): void {
  const { metrics } = app.config;
  const answer = answerMetrics(app, registry);
  if (metrics.port === undefined) {
    if (metrics.token) server.get('/metrics', answer);
    return;
  }
  const own = Fastify({ forceCloseConnections: true });
  own.get('/metrics', answer);
  server.addHook('onReady', async () => void (await own.listen({ port: metrics.port!, host: metrics.host })));
  server.addHook('onClose', () => own.close());
}

async function whyNotReady({ db, schema, storage, config, log }: App): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>(
    (resolve) => (timer = setTimeout(resolve, patience, 'The database does not answer.')),
  );
  try {
    // The disk first: what is wrong with it is what is wrong with an embedded database on it.
    return (
      (await writeRefusalReason(config.dataDir, { reserve: db.kind === 'pglite' ? embeddedReserve : 0 })) ??
      (await storage.whyNotWritable()) ??
      (await Promise.race([schema.check(), timeout])) ??
      (await Promise.race([readOnlyReason(db.pool), timeout])) ??
      (db.isListening() ? null : 'No notifications arrive from the database (LISTEN).')
    );
  } catch (error) {
    log.warn({ err: error, outage: 'DATABASE_UNREACHABLE' }, 'readiness check failed');
    return 'The database cannot be reached.';
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

/** Adds a gauge, whose values are collected whenever the metrics are read. */
type AddGauge = (
  name: string,
  help: string,
  labelNames: string[],
  collect: (this: Gauge) => void | Promise<void>,
) => Gauge;

function observeDomain(app: App, registry: Registry): void {
  const gauge: AddGauge = (name, help, labelNames, collect) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect });
  observeContent(app, gauge);
  observeUpkeep(app, gauge);
  observeSpeech(app, gauge);
}

function observeContent(app: App, gauge: AddGauge): void {
  const { queue } = app;
  gauge('parlance_queue_jobs', 'Waiting jobs.', ['job'], async function () {
    for (const [job, count] of Object.entries(await queue.depth())) this.set({ job }, count);
  });

  gauge(
    'parlance_articles',
    'Articles by status, as of the last minute or so.',
    ['status'],
    async function () {
      for (const { status, count } of await articleTotals(app)) this.set({ status }, count);
    },
  );

  let sealedAt = -Infinity;
  gauge(
    'parlance_sealed_records',
    'Sealed records by what they are sealed under (current: the data key that seals now; earlier: another data key; session: JWT_SECRET, ' +
      'or nothing yet; missing: a key that this process lacks), counted every five minutes.',
    ['kind', 'under'],
    async function () {
      if (performance.now() - sealedAt < 300_000) return;
      sealedAt = performance.now();
      for (const { count, ...labels } of await countSealed(app)) this.set(labels, count);
    },
  );
}

function observeUpkeep({ db, config }: App, gauge: AddGauge): void {
  gauge(
    'parlance_database_listening',
    'Whether notifications of the database arrive in this process (LISTEN): 1, or 0.',
    [],
    function () {
      this.set(db.isListening() ? 1 : 0);
    },
  );

  gauge(
    'parlance_backup_age_seconds',
    'Age of the newest backup that was restored into a temporary place and counted; +Inf: there is none. Absent without BACKUP_URL.',
    [],
    async function () {
      if (config.backup.url === undefined) return;
      const last = await lastTestedBackup(db);
      this.set(last ? secondsSince(last.startedAt) : Infinity);
    },
  );

  gauge(
    'parlance_upkeep_age_seconds',
    'Time since a part of the nightly clean-up last did all that it had to do.',
    ['part'],
    async function () {
      for (const { part, doneAt, failedAt } of await db.prisma.upkeep.findMany())
        this.set({ part }, secondsSince(doneAt ?? failedAt));
    },
  );

  gauge(
    'parlance_upkeep_failing_seconds',
    'Time since a part of the nightly clean-up first failed, or found something locked, and has not succeeded since; 0: it succeeds.',
    ['part'],
    async function () {
      for (const { part, failedAt } of await db.prisma.upkeep.findMany())
        this.set({ part }, failedAt ? secondsSince(failedAt) : 0);
    },
  );

  gauge(
    'parlance_failing_items',
    'Items that a repeated job cannot process and retries at each run.',
    ['job'],
    async function () {
      this.reset();
      const jobs = await db.prisma.failingItem.groupBy({ by: ['job'], _count: true });
      for (const { job, _count } of jobs) this.set({ job }, _count);
    },
  );

  gauge(
    'parlance_sequence_used',
    'Share of the numbers of a sequence that are used, of those that its column can hold.',
    ['sequence'],
    async function () {
      for (const { name, used } of await usedSequences(db.sql)) this.set({ sequence: name }, used);
    },
  );
}

function observeSpeech({ speech }: App, gauge: AddGauge): void {
  gauge(
    'parlance_speech_circuit',
    'Circuit breaker of a speech provider: 1 for its current state.',
    ['provider', 'state'],
    function () {
      for (const { provider, circuit } of speech.providers.status()) {
        for (const state of circuits) this.set({ provider, state }, circuit === state ? 1 : 0);
      }
    },
  );

  gauge(
    'parlance_speech_requests_waiting',
    "Requests in a speech provider's queue.",
    ['provider'],
    function () {
      for (const { provider, waiting } of speech.providers.status()) this.set({ provider }, waiting);
    },
  );

  gauge(
    'parlance_speech_failures',
    'Failed requests to a speech provider since the process started, by kind.',
    ['provider', 'kind'],
    function () {
      for (const { provider, failures } of speech.providers.status()) {
        for (const [kind, count] of Object.entries(failures)) this.set({ provider, kind }, count);
      }
    },
  );
}

const secondsSince = (time: Date | null): number =>
  time ? (databaseTime().getTime() - time.getTime()) / 1000 : 0;

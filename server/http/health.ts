import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { App } from '../kernel/app.ts';
import { readOnlyReason } from '../lib/database/read-only-reason.ts';
import { hashSecret } from '../lib/security/crypto.ts';
import { embeddedReserve, writeRefusalReason } from '../lib/disk-space.ts';
import type { Admission } from './request-queue.ts';
import type { Readiness } from './readiness.ts';
import { observeProcess } from './observe-process.ts';

/** Milliseconds that the database may take to answer before the process counts as not ready. */
const patience = 2_000;
const challengePattern = /^[\w-]{20,64}$/;

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
  const registry = observeProcess(server, app, () => admission.refused());
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
  server.get('/metrics', answerMetrics(app, observeProcess(server, app)));
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
    (resolve) => (timer = setTimeout(resolve, patience, 'The database does not respond.')),
  );
  try {
    // The disk first: what is wrong with it is what is wrong with an embedded database on it.
    return (
      (await writeRefusalReason(config.dataDir, { reserve: db.kind === 'pglite' ? embeddedReserve : 0 })) ??
      (await storage.whyNotWritable()) ??
      (await Promise.race([schema.check(), timeout])) ??
      (await Promise.race([readOnlyReason(db.pool), timeout])) ??
      (db.isListening() ? null : 'The database sends no notifications (LISTEN).')
    );
  } catch (error) {
    log.warn({ err: error, outage: 'DATABASE_UNREACHABLE' }, 'readiness check failed');
    return 'The database cannot be reached.';
  } finally {
    clearTimeout(timer);
  }
}

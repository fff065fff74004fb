import { createServer } from 'node:net';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import websocket from '@fastify/websocket';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { seed, type SignInToPrint } from '../prisma/seed/seed.ts';
import { openApp } from './open-app.ts';
import { isEmbeddable } from './areas/listening/statistics/statistics-shares.ts';
import { callerOf, type Actor } from './kernel/actor.ts';
import type { App } from './kernel/app.ts';
import { outageOf, toUnavailable } from './kernel/unavailable.ts';
import { parseConfig, type Config } from './config.ts';
import { schema } from './schema.ts';
import { admitRequests, type Admission } from './http/request-queue.ts';
import { announceRelease } from './http/announce-release.ts';
import { registerVast } from './http/ads-vast.ts';
import { contextOf, registerAuth } from './http/auth.ts';
import { registerMailBounces } from './http/mail-bounces.ts';
import { registerMailUnsubscribe } from './http/mail-unsubscribe-page.ts';
import { limitConnections, type Connections } from './http/connection-limit.ts';
import { demoPath } from './product.ts';
import { registerDemoSite } from './http/demo-site.ts';
import { announceDemoSite } from './kernel/demo-site-address.ts';
import { registerAlexa } from './http/alexa.ts';
import { registerAmazonLinking } from './http/amazon-routes.ts';
import { registerOpenId } from './http/openid-routes.ts';
import { registerDownloads } from './http/download.ts';
import { registerPlayer } from './http/player-routes.ts';
import { registerRobotsTxt } from './http/robots-txt.ts';
import { registerWordpressPlugin } from './http/wordpress-plugin.ts';
import { sightingsOf } from './areas/channels/player/player-sightings.ts';
import { registerImages } from './http/download-image.ts';
import { serveCachedAudio } from './http/audio-file-cache.ts';
import { registerEvents } from './http/player-events.ts';
import { watchPodcastDownloads, type PodcastDownloads } from './http/podcast-downloads.ts';
import { registerFeeds } from './http/feeds.ts';
import { registerGraphQL } from './http/graphql.ts';
import { registerReportUnsubscribe } from './http/report-unsubscribe.ts';
import { registerHealth } from './http/health.ts';
import { responseTimeoutMs, enforceResponseTimeout } from './http/response-timeout.ts';
import { enforceBodyTimeout } from './http/body-timeout.ts';
import { closeListener } from './http/close-listener.ts';
import { Readiness } from './http/readiness.ts';
import { announceRequestIds, requestIdOf } from './http/request-id.ts';
import { keyHeader, runWithIdempotencyKey } from './http/idempotency-key.ts';
import { traceRequests } from './http/trace-requests.ts';
import { registerStripeWebhook } from './http/stripe-webhook.ts';
import { registerStudioPages } from './http/studio-pages.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { bodyLimits } from './http/operation-limits.ts';
import { registerStatisticsExport } from './http/statistics-export.ts';
import { registerLicense } from './http/license.ts';
import { registerDashboard, registerPartnerPages } from './http/static.ts';
import { endOnSignal } from './lib/end-on-signal.ts';
import { useEnvironmentProxies } from './lib/outbound/environment-proxies.ts';
import { giveBackMemory } from './lib/give-back-memory.ts';
import { createLogger, type Logger } from './lib/logger.ts';
import { endOnUncaught } from './lib/end-on-uncaught.ts';
import { registerRest } from './rest/run.ts';

export interface StartOptions {
  /** Default: lines on standard output, from `config.logLevel` up. */
  log?: Logger;
  /** Whether this process also voices articles. */
  worker: boolean;
}

export interface RunningApi {
  url: string;
  app: App;
  /** What the first administrator signs in with; null when there is one already. */
  administrator: SignInToPrint | null;
  /**
   * Closes the listener first; requests and steps that are under way end before the rest is closed.
   * @param patience milliseconds that they have
   */
  close(patience?: number): Promise<void>;
}

/**
 * Starts the API, and with `worker` the voicing, and answers when it serves.
 * @throws ConfigError, DataDirError, and an error with code EADDRINUSE when the port is taken; nothing stays
 * open then.
 */
export async function startApi(
  given: Config,
  { log = createLogger(given.logLevel), worker }: StartOptions,
): Promise<RunningApi> {
  const config = await withPort(given);
  const local = `http://127.0.0.1:${config.port}`;
  // The demo's newspapers are served by this process itself; nothing else of it may be fetched.
  if (config.demo) config.fetchAllowHosts = [...config.fetchAllowHosts, `${new URL(local).host}${demoPath}`];
  const { app, close } = await openApp({ config, log, worker });
  const readiness = new Readiness();
  let connections: Connections | undefined;
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: bodyLimits.anonymous,
    forceCloseConnections: true,
    genReqId: requestIdOf,
    // The logger adds the id of the request itself, wherever it is used.
    childLoggerFactory: (logger) => logger,
  });
  announceRequestIds(server);
  traceRequests(server);
  // A slow body is cut by its pace; this ends what has not even sent its head.
  server.server.headersTimeout = 20_000;
  const admission = admitRequests(server, {
    readiness,
    connections: () => connections,
    statementsWaiting: () => app.db.pool.waitingCount,
    waitMs: config.requestWaitMs,
    log,
  });
  const downloads = watchPodcastDownloads(app);
  if (config.accelRedirect === undefined)
    serveCachedAudio(server, app, { readiness, connections: () => connections, downloads });
  const events = registerEvents(server, app, { readiness, connections: () => connections });
  try {
    await registerDoors(server, app, { local, readiness, admission, downloads });
    await server.listen({ port: config.port, host: config.host });
    const administrator = await seed(app, { demoSite: local });
    if (config.demo) await announceDemoSite(app, local);
    const running = worker ? await (await import('./worker/start-worker.ts')).startWorker(app) : undefined;
    // Last, when all that needs file handles has them.
    connections = await limitConnections(server.server, log);
    readiness.ready();
    app.schema.onNewer((why) => {
      readiness.end(why);
      void endSockets(server, 2_000);
    });
    return {
      url: config.publicUrl,
      app,
      administrator,
      async close(patience = 0) {
        readiness.stop();
        const [left] = await Promise.all([
          closeListener(server.server, admission, patience),
          running?.stop(patience),
        ]);
        await Promise.all([admission.drained(left), events.settled()]);
        await endSockets(server, patience);
        await server.close();
        await Promise.all([events.settled(), downloads.settled(), sightingsOf(app).flush()]);
        await close();
      },
    };
  } catch (error) {
    await server.close().catch(() => {});
    await close();
    throw error;
  }
}

/**
 * Tells the sockets that the service restarts (RFC 6455, section 7.4.1 and IANA's registry): their clients
 * connect again, elsewhere.
 */
async function endSockets(
  { websocketServer: { clients } }: FastifyInstance,
  patience: number,
): Promise<void> {
  const ended = [...clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
  for (const client of clients) client.close(1012, 'Service Restart');
  const late = new Promise((resolve) => setTimeout(resolve, Math.min(patience, 2_000)).unref());
  await Promise.race([Promise.all(ended), late]);
  for (const client of clients) client.terminate();
}

interface Doors {
  /** This process' own address. */
  local: string;
  readiness: Readiness;
  admission: Admission;
  downloads: PodcastDownloads;
}

async function registerDoors(
  server: FastifyInstance,
  app: App,
  { local, readiness, admission, downloads }: Doors,
): Promise<void> {
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const unavailable = toUnavailable(error);
    if (unavailable) {
      app.log.error({ err: error, url: request.url, ...outageOf(unavailable) }, 'unavailable');
      return reply
        .code(503)
        .header('retry-after', unavailable.retryAfter)
        .send({ result: 'fail', message: unavailable.message, errorId: request.id });
    }
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) app.log.error({ err: error, url: request.url }, 'request failed');
    return reply
      .code(status)
      .send(
        status === 500
          ? { result: 'fail', message: 'Internal server error', errorId: request.id }
          : { result: 'fail', message: error.message },
      );
  });
  registerSecurityHeaders(server, app.config);
  enforceBodyTimeout(server);
  enforceResponseTimeout(server, responseTimeoutMs(app.config));
  await server.register(cookie);
  await server.register(formbody);
  // One message of a socket a turn of the loop: thousands may come in one piece.
  await server.register(websocket, {
    options: {
      maxPayload: bodyLimits.socket,
      allowSynchronousEvents: false,
      handleProtocols: () => 'graphql-transport-ws',
    },
  });
  await announceRelease(server);
  registerHealth(server, app, { readiness, admission });
  registerAuth(server, app);
  registerMailUnsubscribe(server, app);
  registerMailBounces(server, app);
  await registerGraphQL(server, app, schema);
  registerRest(server, {
    schema,
    whyUnavailable: toUnavailable,
    bodyLimit: bodyLimits.signedIn(app.config.articleMaxCharacters),
    contextOf: async (request, reply) => {
      const context = await contextOf(app, request, reply);
      return { ...context, caller: callerOf(context.actor, request.ip) };
    },
    repeatably: ({ method, url, headers, body }, context, work) =>
      runWithIdempotencyKey(
        app,
        context.actor as Actor,
        method === 'GET' ? undefined : headers[keyHeader],
        { method, url, body },
        work,
      ),
  });
  registerAmazonLinking(server, app);
  registerOpenId(server, app);
  registerAlexa(server, app);
  registerStripeWebhook(server, app);
  registerStudioPages(server, app);
  registerDownloads(server, app, downloads);
  registerStatisticsExport(server, app);
  await registerPlayer(server, app);
  registerVast(server, app);
  registerImages(server, app);
  registerFeeds(server, app);
  if (app.config.demo) registerDemoSite(server, app, local);
  registerLicense(server);
  registerRobotsTxt(server);
  registerWordpressPlugin(server);
  await registerPartnerPages(server);
  registerReportUnsubscribe(server, app);
  await registerDashboard(server, undefined, (token) => isEmbeddable(app, token));
}

/**
 * With port 0 picks a free one; otherwise makes sure, before anything is opened, that the port can be had.
 */
async function withPort(config: Config): Promise<Config> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(config.port, config.host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : config.port));
    });
  });
  return { ...config, port, publicUrl: config.port === 0 ? `http://localhost:${port}` : config.publicUrl };
}

/** Tells a person at a terminal in plain text, and a log in its own lines, whatever its level. */
function announcer(): (text: string) => void {
  if (process.stdout.isTTY) return (text) => console.log(text);
  const log = createLogger('info');
  return (text) => log.info(text);
}

/** `node server/api.ts`: with `--worker` this one process is the whole product. */
async function main(): Promise<void> {
  // Files of this process are readable by its owner only, including the embedded database's files.
  process.umask(0o077);
  const worker = process.argv.includes('--worker');
  const config = parseConfig(process.env);
  useEnvironmentProxies(process.env);
  const started = performance.now();
  const say = announcer();
  const slow = setTimeout(() => say('Opening and migrating the database…'), 2_000);
  const api = await startApi(config, { worker }).finally(() => clearTimeout(slow));
  giveBackMemory();
  say(`Parlance is ready on ${api.url} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (api.administrator) {
    const { email, password } = api.administrator;
    say(`Sign in as ${email} with the password ${password}`);
    say('The password is shown only once. Store it safely.');
  }
  endOnUncaught(api.app.log, () => api.close());
  endOnSignal(() => api.close(12_000), api.app.log);
}

if (import.meta.main) {
  const { explainStartError: explain } = await import('./lib/explain-start-error.ts');
  await main().catch((error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  });
}

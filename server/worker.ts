import { openApp } from './open-app.ts';
import { ConfigError, parseConfig } from './config.ts';
import { followDemoSite } from './kernel/demo-site-address.ts';
import { Readiness } from './http/readiness.ts';
import { endOnSignal } from './lib/end-on-signal.ts';
import { useEnvironmentProxies } from './lib/outbound/environment-proxies.ts';
import { giveBackMemory } from './lib/give-back-memory.ts';
import { createLogger } from './lib/logger.ts';
import { explainStartError } from './lib/explain-start-error.ts';
import { endOnUncaught } from './lib/end-on-uncaught.ts';
import { startWorker } from './worker/start-worker.ts';

/**
 * `node server/worker.ts`: voices articles for the API processes that share its DATABASE_URL and STORAGE_URL.
 */
async function main(): Promise<void> {
  // Files of this process are readable only by their owner, including the embedded database's.
  process.umask(0o077);
  const config = parseConfig(process.env);
  useEnvironmentProxies(process.env);
  if (!config.databaseUrl)
    throw new ConfigError(
      'DATABASE_URL: a separate worker needs PostgreSQL. With the embedded database, `npm start` runs server and worker in one process.',
    );
  const log = createLogger(config.logLevel);
  const { app, close } = await openApp({ config, log, worker: true });
  const readiness = new Readiness();
  const { port, host } = config.worker;
  const closeHealth =
    port !== undefined
      ? await (await import('./http/health.ts')).serveWorkerHealth(app, readiness, { port, host })
      : async () => {};
  const forgetDemoSite = await followDemoSite(app);
  const worker = await startWorker(app);
  readiness.ready();
  app.schema.onNewer((why) => readiness.end(why));
  giveBackMemory();
  log.info('worker ready');
  const stop = async (patience?: number): Promise<void> => {
    readiness.stop();
    await worker.stop(patience);
    forgetDemoSite();
    await closeHealth();
    await close();
  };
  endOnUncaught(log, stop);
  endOnSignal(() => stop(12_000), log);
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(explainStartError(error));
    process.exit(1);
  });
}

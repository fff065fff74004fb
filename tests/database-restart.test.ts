/** Tests a database outage under load. Starts a separate PostgreSQL server, which it may restart. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { parseConfig } from '../server/config.ts';
import { openDatabase } from '../server/lib/database/db.ts';
import { migrate } from '../server/lib/database/migrate.ts';
import { checkBooks, prepareProject, shortArticles, WorkerProcess } from './pipeline/worker-process.ts';
import { startOpenai } from './speech/servers/openai.ts';
import { isFull } from './support/full.ts';
import { runSql, startPostgres } from './support/postgres.ts';

/** A quarter of them is being voiced at each disturbance. */
const articles = isFull ? 120 : 48;
test('two workers recover when connections are cut and the database restarts', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const openai = await startOpenai({ apiKey: 'key' });
  onTestFinished(() => openai.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await runSql(server.url('postgres'), 'CREATE DATABASE restarted');
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: server.url('restarted'),
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: `${openai.url}/v1`,
    WORKERS: '1',
  };
  const config = parseConfig(env);
  const db = await openDatabase(config);
  await migrate(db);
  await db.close();
  const projectId = await prepareProject(config);
  const worker = new WorkerProcess(env);
  onTestFinished(() => worker.end('SIGKILL'));
  await worker.told('opened');
  // Articles share sounds across processes.
  const other = new WorkerProcess(env);
  onTestFinished(() => other.end('SIGKILL'));
  await other.told('opened');

  const wanted = shortArticles(projectId, articles);
  let added = 0;
  const recoveries: number[] = [];
  const count = async () =>
    Number(
      (await runSql(env.DATABASE_URL, `SELECT count(*) FROM "Article" WHERE "status" = 'ready'`)).rows[0]
        .count,
    );
  /**
   * Adds a part of the articles, disturbs while they are being voiced, and sees that one of them becomes
   * ready in time.
   */
  const under = async (disturb: () => Promise<void>) => {
    const before = await count();
    worker.add(wanted.slice(added, (added += articles / 4)));
    await worker.ready(before + 2);
    await disturb();
    const from = performance.now();
    const known = await count();
    await worker.ready(known + 1);
    recoveries.push(performance.now() - from);
  };
  const cut = () =>
    runSql(
      server.url('postgres'),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'restarted' AND pid <> pg_backend_pid()`,
    );

  await under(async () => void (await cut()));
  await under(() => server.restart());
  await under(async () => {
    for (let times = 0; times < 5; times++) await cut();
  });
  await under(() => server.restart());
  console.log(`recovered in ${recoveries.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`);

  await worker.ready(worker.acknowledged.size);
  // A request during the outage failed; its client repeats it.
  worker.add(wanted.filter(({ guid }) => !worker.acknowledged.has(guid)));
  await worker.ready(articles);
  await worker.end('disconnect');
  await other.end('disconnect');
  const requested = openai.requests.map(({ body }) => (JSON.parse(body) as { input: string }).input);
  console.log(`${requested.length - new Set(requested).size} of ${requested.length} requests were repeated`);
  await checkBooks(config, worker.acknowledged, new Set(requested));
});

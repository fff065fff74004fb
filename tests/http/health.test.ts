import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/postgres.ts';
import { startServer, useServer } from '../support/server.ts';

const token = 'a token for metrics';
const server = useServer({ env: { METRICS_TOKEN: token } });
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + path, { headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

test('a running process reports liveness and readiness', async () => {
  expect(await get('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(await get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
});

test('without its database a process is alive but not ready, and reveals no details', async () => {
  const { pool } = server.app.db;
  const { connect } = pool;
  pool.connect = (() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))) as never;
  try {
    expect((await get('/healthz')).status).toBe(200);
    const { status, text } = await get('/readyz');
    expect([status, JSON.parse(text)]).toEqual([
      503,
      { status: 'unavailable', reason: 'The database cannot be reached.' },
    ]);
    pool.connect = (() => new Promise(() => {})) as never;
    expect(JSON.parse((await get('/readyz')).text)).toEqual({
      status: 'unavailable',
      reason: 'The database does not respond.',
    });
  } finally {
    pool.connect = connect;
  }
});

test('metrics cover requests, the queue, articles, speech providers and the event loop', async () => {
  const { project } = await server.make.newsroom();
  await server.make.article(project.id, { status: 'errored' });
  await get('/api/projects/12345');
  const failing = { part: 'eventDays', failedAt: new Date(Date.now() - 7_200_000), error: 'locked' };
  const doneAt = new Date(Date.now() - 180_000_000);
  await server.app.db.prisma.failingItem.createMany({
    data: ['user 1', 'user 2'].map((item) => ({ job: 'studio-allowances', item, error: 'It fails.' })),
  });
  await server.app.db.prisma.upkeep.createMany({
    data: [
      { ...failing, doneAt },
      { part: 'sessions', doneAt },
    ],
  });
  const { status, text, headers } = await get('/metrics', { authorization: `Bearer ${token}` });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  // Every line is a comment or a sample, as Prometheus reads it.
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) .*|[a-z_:][a-z0-9_:]*(\{[^}]*\})? [-+.e\dNaInf]+|)$/i);
  expect(text).toMatch(
    /^parlance_http_request_duration_seconds_count\{method="GET",route="\/api\/projects\/:id",status="401"\} 1$/m,
  );
  expect(text).toMatch(/^parlance_queue_jobs\{job="[^"]+"\} \d+$/m);
  expect(text).toMatch(/^parlance_articles\{status="ready"\} 1$/m);
  expect(text).toMatch(/^parlance_articles\{status="errored"\} 1$/m);
  expect(text).toMatch(/^parlance_speech_circuit\{provider="offline",state="closed"\} 1$/m);
  expect(text).toMatch(/^parlance_upkeep_age_seconds\{part="eventDays"\} 180\d{3}(\.\d+)?$/m);
  expect(text).toMatch(/^parlance_upkeep_failing_seconds\{part="eventDays"\} 72\d\d(\.\d+)?$/m);
  expect(text).toMatch(/^parlance_upkeep_failing_seconds\{part="sessions"\} 0$/m);
  expect(text).toMatch(/^parlance_failing_items\{job="studio-allowances"\} 2$/m);
  expect(text).toMatch(/^parlance_sequence_used\{sequence="Chunk\.id"\} \S+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
  expect(text).not.toContain('12345');
});

test('a process without notifications is not ready, and its metrics show it', async () => {
  const { db } = server.app;
  const { isListening } = db;
  const listening = async (): Promise<string | undefined> =>
    /^parlance_database_listening .*$/m.exec(
      (await get('/metrics', { authorization: `Bearer ${token}` })).text,
    )?.[0];
  expect(await listening()).toBe('parlance_database_listening 1');
  db.isListening = () => false;
  try {
    const { status, text } = await get('/readyz');
    expect([status, JSON.parse(text).reason]).toEqual([503, 'The database sends no notifications (LISTEN).']);
    expect(await listening()).toBe('parlance_database_listening 0');
  } finally {
    db.isListening = isListening;
  }
});

test('metrics require authorization', async () => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: token }] as Record<
    string,
    string
  >[])
    expect(await get('/metrics', headers)).toMatchObject({
      status: 401,
      text: expect.not.stringContaining('parlance_'),
    });
});

test('metrics can have a separate port, or be disabled', async () => {
  const port = await freePort();
  const other = await startServer({
    env: { METRICS_PORT: String(port), PUBLIC_URL: 'https://parlance.example' },
  });
  onTestFinished(() => other.close());
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('parlance_queue_jobs');
  const own = `http://127.0.0.1:${other.app.config.port}`;
  const answer = await fetch(`${own}/metrics`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('parlance_')]);
  expect((await fetch(`${own}/healthz`)).headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('a process that cannot write files is not ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = join(folder, 'made', 'at the start');
  const onDisk = await startServer({ env: { STORAGE_URL: `file:${files}` } });
  onTestFinished(() => onDisk.close());
  expect((await fetch(`${onDisk.url}/readyz`)).status).toBe(200);
  await rm(files, { recursive: true });
  const missing = await fetch(`${onDisk.url}/readyz`);
  expect([missing.status, await missing.text()]).toEqual([503, expect.stringContaining('is missing')]);

  const endpoint = encodeURIComponent(`http://127.0.0.1:${await freePort()}`);
  const inBucket = await startServer({
    env: {
      STORAGE_URL: `s3://audio?endpoint=${endpoint}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
  onTestFinished(() => inBucket.close());
  const refused = await fetch(`${inBucket.url}/readyz`);
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('The bucket in STORAGE_URL cannot be written to.'),
  ]);
});

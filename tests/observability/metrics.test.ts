/** Each metric changes when that happens which it measures. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import packageFile from '../../package.json' with { type: 'json' };
import { beginRun } from '../../server/areas/articles/articles/article-states.ts';
import { giveBack, reserve } from '../../server/areas/access/accounts/ledger.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { diskStorage } from '../../server/storage/disk.ts';
import { measureStorage } from '../../server/storage/measure-storage.ts';
import { s3Storage } from '../../server/storage/s3.ts';
import { jobs } from '../../server/jobs.ts';
import type { Job } from '../../server/kernel/jobs.ts';
import { declareMail } from '../../server/kernel/declare-mail.ts';
import { sendMail } from '../../server/kernel/send-mail.ts';
import { eventId, report } from '../listening/reporting.ts';
import { startMailServer } from '../support/mail-server.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { account, region, startS3Server } from '../support/s3-server.ts';
import { startServer, useServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';

const token = 'a token for metrics';
const mail = await startMailServer();
afterAll(() => mail.close());
const env = { METRICS_TOKEN: token, SMTP_URL: mail.url, MAIL_FROM: 'Parlance <post@example.com>' };
const server = useServer({ env });
const working = useServer({ env, worker: true });
beforeEach(() => mail.behave('take'));

const scrape = (url = server.url) => readMetrics(url, token);
const greeting = declareMail({
  kind: 'test',
  facts: z.object({}),
  content: () => ({ subject: 'Greeting', preview: '', heading: 'Greeting', blocks: [], why: 'Because.' }),
});

/** Does something, and returns by how much a metric grew. */
async function growth(work: () => unknown, name: string, labels?: Record<string, string>): Promise<number> {
  const before = (await scrape()).value(name, labels) ?? 0;
  await work();
  return ((await scrape()).value(name, labels) ?? 0) - before;
}

test('an article that becomes audio is measured, and what it cost is counted once', async () => {
  const { project } = await working.make.newsroom();
  const { app } = working;
  const before = await scrape(working.url);
  const article = await working.make.article(project.id, {
    status: 'waiting',
    audio: null,
    text: 'Bread is dearer. Milk is not.',
    addedAt: new Date(Date.now() - 40_000),
  });
  await app.db.transaction((sql) => beginRun(app, sql, { articleId: article.id, why: 'created' }));
  await expect
    .poll(async () => (await app.db.prisma.article.findUniqueOrThrow({ where: { id: article.id } })).status)
    .toBe('ready');
  const charged = await app.db.prisma.charge.aggregate({ _sum: { characters: true } });
  const after = await scrape(working.url);
  const grown = (name: string, labels?: Record<string, string>) =>
    (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
  expect(charged._sum.characters).toBeGreaterThan(0);
  expect(grown('parlance_ledger_characters_total', { entry: 'charged' })).toBe(charged._sum.characters);
  expect(grown('parlance_article_time_to_audio_seconds_count', { held: 'false' })).toBe(1);
  expect(grown('parlance_article_time_to_audio_seconds_sum')).toBeGreaterThanOrEqual(40);
  expect(grown('parlance_article_time_to_audio_seconds_bucket', { le: '30' })).toBe(0);
  expect(grown('parlance_article_runs_total', { outcome: 'ready' })).toBe(1);
  expect(grown('parlance_storage_operation_duration_seconds_count', { operation: 'put' })).toBeGreaterThan(0);
  await expect
    .poll(async () =>
      (await scrape(working.url)).value('parlance_jobs_total', { job: 'article', outcome: 'done' }),
    )
    .toBeGreaterThan(before.value('parlance_jobs_total', { job: 'article', outcome: 'done' }) ?? 0);
});

test('bookings that roll back are not counted, and those given back are counted as returned', async () => {
  const { db } = server.app;
  const { project, maintainer } = await server.make.newsroom();
  const article = await server.make.article(project.id);
  const { organizationId } = await db.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
  const payer = { projectId: project.id, organizationId, ownerId: maintainer.id, limitPerDay: 100 };
  const segment = (key: string, characters: number) => ({
    key,
    provider: 'offline',
    voice: 'a',
    characters,
    charged: characters,
    cost: 2_500_000,
  });
  const characters = ['parlance_ledger_characters_total', { entry: 'charged', provider: 'offline' }] as const;
  const book = () => reserve(db, payer, article.id, [segment('metrics 1', 60)]);
  expect(await growth(book, ...characters)).toBe(60);
  expect(await growth(book, ...characters)).toBe(0);
  const tooMuch = reserve.bind(null, db, payer, article.id, [segment('metrics 2', 60)]);
  expect(await growth(() => expect(tooMuch()).rejects.toThrow(), ...characters)).toBe(0);
  const back = () => giveBack(db, article.id, ['metrics 1']);
  const before = await scrape();
  expect(await growth(back, 'parlance_ledger_characters_total', { entry: 'returned' })).toBe(60);
  expect(await growth(back, 'parlance_ledger_characters_total', { entry: 'returned' })).toBe(0);
  const euros = { entry: 'returned', provider: 'offline' };
  expect((await scrape()).value('parlance_ledger_euros_total', euros)).toBe(
    (before.value('parlance_ledger_euros_total', euros) ?? 0) + 2.5,
  );
});

test('the age of the oldest waiting job is that of its kind', async () => {
  const { project } = await server.make.newsroom();
  const { app } = server;
  const article = await server.make.article(project.id);
  const age = async (job: string) => (await scrape()).value('parlance_queue_oldest_job_age_seconds', { job });
  expect(await age('article')).toBe(0);
  await app.db.transaction((sql) => beginRun(app, sql, { articleId: article.id, why: 'created' }));
  await app.db.pool.query(
    `UPDATE pgboss.job SET start_after = now() - interval '1 hour' WHERE name = 'article'`,
  );
  expect(await age('article')).toBeGreaterThanOrEqual(3_600);
  expect(await age('mail')).toBe(0);
  await app.db.pool.query(
    `UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE name = 'article'`,
  );
  expect(await age('article')).toBe(0);
  await app.db.pool.query(`DELETE FROM pgboss.job WHERE name = 'article'`);
});

test('failed and retried jobs are counted', async () => {
  const other = await startServer({ env });
  onTestFinished(() => other.close());
  const { queue, db } = other.app;
  const run = async (name: string, outcome: string) => {
    const job = jobs.find((one) => one.name === name) as Job;
    const count = async () => (await scrape()).value('parlance_jobs_total', { job: name, outcome }) ?? 0;
    const before = await count();
    await queue.work(job, () => Promise.reject(new Error('It fails.')), { concurrency: 1 });
    await queue.send(db.sql, job, {});
    await expect.poll(count).toBeGreaterThan(before);
  };
  await run('sweep', 'failed');
  await run('cleanup', 'retried');
});

test('connections of a pool in use and statements that wait are shown', async () => {
  const other = await startServer({ env: { ...env, DATABASE_POOL: '4' } });
  onTestFinished(() => other.close());
  const { pool } = other.app.db;
  const main = { pool: 'main' };
  const { value } = await scrape(other.url);
  expect(value('parlance_database_connections_max', main)).toBe(4);
  expect(value('parlance_database_connections_waiting', main)).toBe(0);
  const held = await Promise.all([1, 2, 3, 4].map(() => pool.connect()));
  const waiting = pool.query('SELECT 1');
  const busy = await scrape(other.url);
  expect(busy.value('parlance_database_connections', { ...main, state: 'in_use' })).toBe(4);
  expect(busy.value('parlance_database_connections_waiting', main)).toBeGreaterThanOrEqual(1);
  for (const client of held) client.release();
  await waiting;
});

test('metrics of the process are served without the database, and the others are left out', async () => {
  const { pool } = server.app.db;
  const { connect } = pool;
  pool.connect = (() => new Promise(() => {})) as never;
  try {
    const { status, value, text } = await scrape();
    expect(status).toBe(200);
    expect(value('parlance_build_info')).toBe(1);
    expect(text).not.toMatch(/^parlance_queue_oldest_job_age_seconds/m);
  } finally {
    pool.connect = connect;
  }
  expect(
    (await scrape()).value('parlance_metrics_unreadable_total', {
      metric: 'parlance_queue_oldest_job_age_seconds',
    }),
  ).toBeGreaterThanOrEqual(1);
});

test('the release is a label', async () => {
  const { value } = await scrape();
  expect(value('parlance_build_info', { release: packageFile.version, node: process.version })).toBe(1);
});

test('the replica’s lag is shown, and whether it is used', async () => {
  expect((await scrape()).value('parlance_database_replica_used')).toBeUndefined();
  const other = await startServer({ env });
  onTestFinished(() => other.close());
  const db = await openDatabase({ ...server.app.config, databaseReplicaUrl: other.app.config.databaseUrl });
  onTestFinished(() => db.close());
  const summed = (to: typeof db, minutesAgo: number) =>
    to.pool.query(
      `INSERT INTO "ListeningProgress" ("batch", "at") VALUES (0, now() - $1 * interval '1 minute')
       ON CONFLICT ("id") DO UPDATE SET "at" = excluded."at"`,
      [minutesAgo],
    );
  await summed(server.app.db, 0);
  await summed(other.app.db, 2);
  const { replicaState } = server.app.db;
  server.app.db.replicaState = db.replicaState;
  onTestFinished(() => void (server.app.db.replicaState = replicaState));
  // A busy machine may answer the first look too late; the next look comes half a minute later.
  await expect.poll(async () => (await scrape()).value('parlance_database_replica_used')).toBe(1);
  const { value } = await scrape();
  const lag = value('parlance_database_replica_lag_seconds');
  expect(lag).toBeGreaterThan(100);
  expect(value('parlance_player_events_summing_age_seconds')).toBeLessThan(lag!);
});

test('errors of a disk are counted, also in the middle of a stream', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-metrics-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const storage = measureStorage(diskStorage(folder));
  const name = 'parlance_storage_errors_total';
  // A folder opens like a file, and fails when it is read.
  await mkdir(join(folder, 'a.mp3'));
  const read = async () => expect((await storage.stream('a.mp3')).toArray()).rejects.toThrow(/EISDIR/);
  expect(await growth(read, name, { operation: 'stream' })).toBe(1);
  const missing = () => expect(storage.stream('b.mp3')).rejects.toThrow();
  expect(await growth(missing, name, { operation: 'stream' })).toBe(0);
  const write = () => expect(storage.put('a.mp3', Buffer.from('a'))).rejects.toThrow();
  expect(await growth(write, name, { operation: 'put', reason: 'other' })).toBe(1);
  await rm(folder, { recursive: true });
  expect(await growth(() => storage.whyNotWritable(), name, { operation: 'probe' })).toBe(1);
});

test('errors of a bucket are counted, also in the middle of a stream', async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const place = { bucket: 'sounds', prefix: '', region };
  const storage = measureStorage(await s3Storage({ ...place, endpoint: s3.endpoint }, account));
  const name = 'parlance_storage_errors_total';
  const put = () => storage.put('a.mp3', Buffer.from('a'));
  expect(await growth(put, name)).toBe(0);
  s3.failures.push(403);
  expect(
    await growth(() => expect(put()).rejects.toThrow(), name, { operation: 'put', reason: 'forbidden' }),
  ).toBe(1);
  expect(await growth(put, 'parlance_storage_operation_duration_seconds_count', { operation: 'put' })).toBe(
    1,
  );

  // Sends the beginning of an object, and hangs up.
  const broken = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 1_000_000, 'content-type': 'audio/mpeg' });
    response.write(Buffer.alloc(1_000), () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(broken, 'listening');
  onTestFinished(() => void broken.close());
  const endpoint = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  const cut = measureStorage(await s3Storage({ ...place, endpoint }, account));
  const read = async () => expect((await cut.stream('a.mp3')).toArray()).rejects.toThrow();
  expect(await growth(read, name, { operation: 'stream' })).toBe(1);
});

test('player events are counted as accepted or refused', async () => {
  const { audio } = await server.make.newsroom();
  const send = (fields: object) => () => report(server.url, { ac: 'play', id: eventId(), ...fields });
  const accepted = 'parlance_player_events_accepted_total';
  const refused = 'parlance_player_events_refused_total';
  expect(await growth(send({ au: audio.version }), accepted)).toBe(1);
  expect(await growth(send({ au: 'a'.repeat(audio.version.length) }), refused, { reason: 'unknown' })).toBe(
    1,
  );
  expect(await growth(() => report(server.url, 'nothing'), refused, { reason: 'malformed' })).toBe(1);
  expect(
    await growth(() => report(server.url, 'nothing'), 'parlance_player_event_requests_refused_total', {
      status: '400',
    }),
  ).toBe(1);
});

test('emails that leave, fail or wait are counted', async () => {
  const { app } = working;
  const send = async (outcome: string) => {
    const count = async () => (await scrape(working.url)).value('parlance_emails_total', { outcome }) ?? 0;
    const before = await count();
    await app.db.transaction((tx) =>
      sendMail(app, tx, greeting, {
        key: `metrics ${outcome}`,
        to: { email: 'reader@example.com', userId: null },
        language: 'en',
        facts: {},
      }),
    );
    await expect.poll(count).toBe(before + 1);
  };
  await send('sent');
  mail.behave('put off');
  await send('retried');
  mail.behave('refuse recipient');
  await send('refused');
});

test('sign-ins that are refused are counted', async () => {
  const { email } = await server.make.user();
  const signIn = () =>
    server.graphql(
      'mutation ($email: String!) { signIn(input: { email: $email, password: "wrong" }) { __typename } }',
      { email },
    );
  expect(
    await growth(signIn, 'parlance_sign_in_failures_total', { method: 'password', reason: 'password' }),
  ).toBe(1);
});

test('the age of the last tested backup is shown where backups are made', async () => {
  expect((await scrape()).value('parlance_backup_age_seconds')).toBeUndefined();
  const other = await startServer({ env: { ...env, BACKUP_URL: 'file:/nowhere/at-all' } });
  onTestFinished(() => other.close());
  expect((await scrape(other.url)).value('parlance_backup_age_seconds')).toBe(Infinity);
});

test('a scrape reads no large table, and one entry for each kind of job, however many wait', async () => {
  const { pool } = server.app.db;
  await scrape();
  const sent = await statementsOf(scrape);
  expect(sent.length).toBeGreaterThan(3);
  for (const text of sent)
    expect(text).not.toMatch(
      /"(Article|ArticleTally|ArticleLog|Audio|Chunk|Segment|Charge|LedgerEntry|PlayerEvent|ListeningHour|Mail)"/,
    );
  await pool.query(
    `INSERT INTO pgboss.job (name, start_after) SELECT 'article', now() FROM generate_series(1, 20000)`,
  );
  try {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF) SELECT j.start_after FROM pgboss.job AS j
       WHERE j.name = 'article' AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
       ORDER BY j.priority DESC, j.created_on LIMIT 1`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index (Only )?Scan using \S+_i11 .*rows=1(\.00)? loops=1/);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  } finally {
    await pool.query(`DELETE FROM pgboss.job WHERE name = 'article'`);
  }
});

test('every metric is in the documented table, and no other', async () => {
  const { names } = await scrape();
  const document = await readFile('.github/docs/metrics.md', 'utf8');
  const documented = [...document.matchAll(/^\| `(parlance_\w+)`/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(names.filter((name) => name.startsWith('parlance_')).toSorted());
});

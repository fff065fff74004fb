import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql as raw } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  findPendingPings,
  probeHub,
  pingHub,
  queueHubPings,
} from '../../server/areas/library/websub/ping-hub.ts';
import { FetchError } from '../../server/lib/outbound/safe-fetch.ts';
import { useServer } from '../support/server.ts';
import { newspaper, until } from './newspaper.ts';

const server = useServer({ worker: true, env: { FETCH_ALLOW_HOSTS: '127.0.0.1' } });
let hub: Server;
let address: string;
let status = 204;
let told: Record<string, string>[] = [];
beforeAll(async () => {
  hub = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    told.push(Object.fromEntries(new URLSearchParams(body)));
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(hub, 'listening');
  address = `http://127.0.0.1:${(hub.address() as AddressInfo).port}/`;
});
afterAll(() => hub.close());
beforeEach(() => {
  told = [];
  status = 204;
});

test('a hub is pinged once per change, as soon as it is public', async () => {
  const project = await server.make.project();
  const paper = newspaper(server);
  const channel = await paper.podcast(project.id, 1, { hub: address });
  const topic = `${server.url}/podcast/${channel.slug}`;
  const calls = () =>
    until(
      async () => told.length,
      (count) => count > 0,
    );
  await calls();
  expect(told[0]).toEqual({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic });
  const state = () => server.app.db.prisma.hubPing.findUnique({ where: { channelId: channel.id } });
  await until(
    async () => findPendingPings(server.app),
    (count) => count === 0,
  );
  expect(await pingHub(server.app, channel.id)).toBe('skipped');
  const before = told.length;
  await paper.episode(channel, {}, 5);
  await until(
    async () => told.length,
    (count) => count > before,
  );
  expect(await state()).toMatchObject({ error: null, told: expect.stringContaining(address) });
});

test('a failed ping to a hub is retried, and its reason is stored', async () => {
  const project = await server.make.project();
  status = 500;
  const channel = await newspaper(server).podcast(project.id, 1, { hub: `${address}slow` });
  const state = () => server.app.db.prisma.hubPing.findUnique({ where: { channelId: channel.id } });
  const failed = await until(state, (ping) => ping !== null);
  expect(failed).toMatchObject({ told: null, error: 'The hub responded with HTTP status 500.' });
  status = 202;
  await until(state, (ping) => ping!.told !== null && ping!.error === null);
});

test('checking a podcast reads only the first page of its feed', async () => {
  const { app } = server;
  const project = await server.make.project();
  const { id } = await newspaper(server).podcast(project.id, 1, { hub: 'http://10.0.0.1/' });
  const add = (from: number, to: number) =>
    app.db.pool.query(
      `INSERT INTO "Episode" ("channelId", "guid", "period", "title", "file", "publishedAt")
       SELECT $1, 'guid ' || n, 'article ' || n + 1000000, 'Old', 'file' || n, now() - make_interval(hours => n)
       FROM generate_series($2::int, $3::int) n`,
      [id, from, to],
    );
  const read = async () => {
    const { sql, parameters } = probeHub(app.db.sql, id).compile();
    const { rows } = await app.db.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, [
      ...parameters,
    ]);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };
  await add(1, 1_000);
  await app.db.pool.query('ANALYZE "Episode"');
  const few = await read();
  await add(1_001, 4_000);
  await app.db.pool.query('ANALYZE "Episode"');
  expect(await read()).toBeLessThan(2 * few);
  // What is beyond the first page says nothing new; what is on it does.
  const saying = async () => (await probeHub(app.db.sql, id).executeTakeFirstOrThrow()).says;
  const before = await saying();
  await app.db.pool.query(`UPDATE "Episode" SET "title" = 'Other' WHERE "guid" = 'guid 3000'`);
  expect(await saying()).toBe(before);
  await app.db.pool.query(`UPDATE "Episode" SET "title" = 'Other' WHERE "guid" = 'guid 30'`);
  expect(await saying()).not.toBe(before);
});

test('one job checks a change that many processes were notified of', async () => {
  const { app } = server;
  const project = await server.make.project();
  await server.make.channel(project.id);
  const others = [queueHubPings(app), queueHubPings(app)];
  onTestFinished(() => others.forEach((end) => end()));
  const jobs = async () =>
    (
      await app.db.pool.query(
        `SELECT count(*)::int AS count, max(start_after - created_on) > interval '0.5 seconds' AS later
         FROM pgboss.job WHERE name = 'find-untold-hubs-of-project' AND data->>'projectId' = $1`,
        [String(project.id)],
      )
    ).rows[0];
  const heard = new Promise<void>((resolve) => {
    const end = app.pubsub.onFeedsChange((id) => {
      if (id !== project.id) return;
      end();
      resolve();
    });
  });
  await raw`SELECT parlance_feeds_changed(${project.id}::int)`.execute(app.db.sql);
  await heard;
  await until(jobs, ({ count }) => count > 0);
  // Three processes were notified of each change, each within the queue's two seconds at most.
  const { count, later } = await jobs();
  expect(later).toBe(true);
  expect(count).toBeLessThanOrEqual(4);
});

test('a hub at a private address is not pinged', async () => {
  const project = await server.make.project();
  const channel = await newspaper(server).podcast(project.id, 1, { hub: 'http://10.0.0.1/' });
  await expect(pingHub(server.app, channel.id)).rejects.toThrow(FetchError);
});

test('the preflight check is returned with the channel, only with permission', async () => {
  const room = await server.make.newsroom();
  const { id } = await newspaper(server).podcast(room.project.id);
  const document = 'query ($id: ID!) { channel(id: $id) { preflight { field refusedBy message } } }';
  const { data } = await server.graphql<any>(document, { id }, await server.signIn(room.viewer));
  expect(data.channel.preflight.map(({ field }: any) => field)).toEqual(
    expect.arrayContaining(['category', 'artwork', 'ownerEmail', null]),
  );
  expect(data.channel.preflight[0].refusedBy).toEqual(['APPLE', 'SPOTIFY', 'PSP1']);
  const other = await server.make.channel(room.project.id, { type: 'json' });
  expect(
    (await server.graphql<any>(document, { id: other.id }, await server.signIn(room.viewer))).data.channel
      .preflight,
  ).toBeNull();
  expect(
    (await server.graphql<any>(document, { id }, await server.signIn(room.outsider))).data.channel,
  ).toBeNull();
});

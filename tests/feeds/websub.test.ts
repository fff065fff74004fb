import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findUntold, pingHub } from '../../server/areas/websub/ping-hub.ts';
import { FetchError } from '../../server/lib/safe-fetch.ts';
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

test('a hub is told once of each change, as soon as it is there', async () => {
  const project = await server.make.project();
  const paper = newspaper(server);
  const channel = await paper.podcast(project.id, 1, { hub: address });
  const topic = `${server.url}/podcast/${channel.slug}`;
  const calls = () =>
    until(
      async () => told.length,
      (count) => count > 0,
      10_000,
    );
  await calls();
  expect(told[0]).toEqual({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic });
  const state = () => server.app.db.prisma.hubPing.findUnique({ where: { channelId: channel.id } });
  await until(
    async () => findUntold(server.app),
    (count) => count === 0,
  );
  expect(await pingHub(server.app, channel.id)).toBe('skipped');
  const before = told.length;
  await paper.episode(channel, {}, 5);
  await until(
    async () => told.length,
    (count) => count > before,
    10_000,
  );
  expect(await state()).toMatchObject({ error: null, told: expect.stringContaining(address) });
});

test('a hub that fails is told again, and the reason is kept', async () => {
  const project = await server.make.project();
  status = 500;
  const channel = await newspaper(server).podcast(project.id, 1, { hub: `${address}slow` });
  const state = () => server.app.db.prisma.hubPing.findUnique({ where: { channelId: channel.id } });
  const failed = await until(state, (ping) => ping !== null, 10_000);
  expect(failed).toMatchObject({ told: null, error: 'The hub responded with HTTP status 500.' });
  status = 202;
  await until(state, (ping) => ping!.told !== null && ping!.error === null, 30_000);
});

test('a hub in this network is not asked', async () => {
  const project = await server.make.project();
  const channel = await newspaper(server).podcast(project.id, 1, { hub: 'http://10.0.0.1/' });
  await expect(pingHub(server.app, channel.id)).rejects.toThrow(FetchError);
});

test('preflight is read with the channel, by those who may read it', async () => {
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

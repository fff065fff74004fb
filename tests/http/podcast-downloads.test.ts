import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, get as httpGet } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { forgetDownloaders } from '../../server/areas/listening/podcast-downloads/count-downloads.ts';
import { globalId } from '../graphql/calls.ts';
import { countryDatabase } from '../support/country-database.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const file = join(mkdtempSync(join(tmpdir(), 'parlance-countries-')), 'countries.mmdb');
writeFileSync(file, countryDatabase({ 8: 'US', 91: 'DE' }));
const server = useServer({ env: { GEOIP_DATABASE: file } });

/** Two minutes of audio behind a tag with a picture. */
const tag = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 3, 0, 0]), Buffer.alloc(3 << 14)]);
const audio = Buffer.alloc(200_000, 1);
const minute = 100_000;
const overcast = 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)';

let room: Newsroom;
let path: string;
let channelId: number;
beforeEach(async () => {
  room = await server.make.newsroom();
  const { prisma } = server.app.db;
  await prisma.audio.update({ where: { version: room.audio.version }, data: { durationMs: 120_000 } });
  await server.app.storage.put(`audio/${room.audio.version}.mp3`, Buffer.concat([tag, audio]));
  const channel = await prisma.channel.create({
    data: { projectId: room.project.id, type: 'podcast', slug: `heard-${room.project.id}` },
  });
  channelId = channel.id;
  await prisma.episode.create({
    data: {
      channelId,
      period: 'article 1',
      title: 'The harbour opens again',
      file: room.audio.version,
      durationMs: 120_000,
      publishedAt: new Date(),
      bytes: tag.length + audio.length,
    },
  });
  path = `/download/audio/${room.audio.version}.mp3?podcast=${channelId}`;
});

async function get(
  headers: Record<string, string> = {},
  { from = path, method = 'GET', address = '8.8.8.8' } = {},
): Promise<number> {
  const response = await fetch(server.url + from, {
    method,
    headers: { 'user-agent': overcast, 'x-forwarded-for': address, ...headers },
  });
  await response.arrayBuffer();
  return response.status;
}
const range = (from: number, until: number) => ({
  range: `bytes=${tag.length + from}-${tag.length + until - 1}`,
});
const counted = async (): Promise<Record<string, number>> => {
  const rows = await server.app.db.prisma.downloadHour.findMany({
    orderBy: [{ app: 'asc' }, { country: 'asc' }],
  });
  return Object.fromEntries(rows.map((row) => [`${row.app} ${row.device} ${row.country}`, row.downloads]));
};

test('a download is a minute of audio, counted once per listener and day', async () => {
  const { prisma } = server.app.db;
  // What is no download, from another address each time, so that nothing of it could hide in another's.
  await get({}, { method: 'HEAD', address: '8.0.0.1' });
  await get({ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, { address: '8.0.0.2' });
  await get({}, { from: path.split('?')[0]!, address: '8.0.0.3' });
  await get({}, { from: path.replace(/\d+$/, String(channelId + 1)), address: '8.0.0.4' });
  await get({ 'sec-purpose': 'prefetch' }, { address: '8.0.0.5' });
  expect(await get({ range: 'bytes=0-1' }, { address: '8.0.0.6' })).toBe(206);
  // A picture is not a minute of audio, and neither is the same half minute twice.
  await get({ range: `bytes=0-${tag.length + minute / 2}` }, { address: '8.0.0.7' });
  for (const _ of [1, 2, 3]) await get(range(0, minute - 1), { address: '8.0.0.8' });
  expect(await get({ range: 'bytes=999999999-' }, { address: '8.0.0.9' })).toBe(416);
  // What is.
  await get({}, { address: '8.8.8.8' });
  await get({}, { address: '8.8.8.8' });
  await get({ 'user-agent': 'AntennaPod/3.4.0' }, { address: '8.8.8.8' });
  await get({}, { address: '2001:db8:1:2::3' });
  await get({}, { address: '2001:db8:1:2:ffff::4' });
  await get({}, { address: '2001:db8:1:3::3' });
  await get(range(0, minute / 2), { address: '91.1.1.1' });
  await get(range(minute / 2, minute), { address: '91.1.1.1' });
  await expect
    .poll(counted)
    .toEqual({ 'AntennaPod  US': 1, 'Overcast phone ': 2, 'Overcast phone DE': 1, 'Overcast phone US': 1 });
  // Nothing of who that was is kept but hashes, and those only for the day.
  const seen = await prisma.downloadSeen.findMany();
  expect(seen.every(({ key }) => key.length === 16)).toBe(true);
  expect(seen.map(({ counted: is }) => is).filter(Boolean)).toHaveLength(5);
  await forgetDownloaders(server.app.db.sql, Date.now() + 26 * 3_600_000);
  expect([await prisma.downloadSeen.count(), await prisma.downloadKey.count()]).toEqual([0, 0]);
});

test('a client that only checks a file for changes has no downloads', async () => {
  const { prisma } = server.app.db;
  // Large enough that the system's buffer for an unread response is less than a minute.
  const long = Buffer.alloc(40_000_000, 1);
  const beginning = 2 ** 16;
  const { version } = await server.make.audio(room.article.id, { durationMs: 120_000 });
  await server.app.storage.put(`audio/${version}.mp3`, Buffer.concat([tag, long]));
  await prisma.episode.updateMany({ data: { file: version, bytes: tag.length + long.length } });
  path = path.replace(room.audio.version, version);
  const whole = await fetch(server.url + path, { method: 'HEAD' });
  const [etag, changed] = ['etag', 'last-modified'].map((name) => whole.headers.get(name)!);
  for (let round = 0; round < 4; round++) {
    // By its size, by what is there already, by its beginning, and by what comes before one hangs up.
    expect(await get({}, { method: 'HEAD', address: '8.0.1.1' })).toBe(200);
    expect(await get({ 'if-none-match': etag! }, { address: '8.0.1.2' })).toBe(304);
    expect(await get({ 'if-modified-since': changed! }, { address: '8.0.1.3' })).toBe(304);
    expect(await get({ range: 'bytes=0-1' }, { address: '8.0.1.4' })).toBe(206);
    expect(await get(range(0, beginning << round), { address: '8.0.1.5' })).toBe(206);
    await hangUp('8.0.1.6', beginning);
  }
  // Clients that only check, and those that then download the rest too.
  await get({ range: `bytes=${tag.length + beginning}-` }, { address: '8.0.1.4' });
  await get({}, { address: '91.1.1.1' });
  await expect.poll(counted).toEqual({ 'Overcast phone DE': 1, 'Overcast phone US': 1 });
  // Each request was recorded, except those that got no audio.
  const seen = async () => (await prisma.downloadSeen.findMany()).map((one) => one.counted).sort();
  await expect.poll(seen).toEqual([false, false, true, true]);
  expect(await counted()).toEqual({ 'Overcast phone DE': 1, 'Overcast phone US': 1 });
});

/** Asks for all of the file, and ends the connection once so many bytes of it are there. */
async function hangUp(address: string, bytes: number): Promise<void> {
  const ended = new AbortController();
  const response = await fetch(server.url + path, {
    headers: { 'user-agent': overcast, 'x-forwarded-for': address },
    signal: ended.signal,
  });
  const reader = response.body!.getReader();
  for (let read = 0; read < bytes;) read += (await reader.read()).value!.length;
  ended.abort();
}

test('event listeners are removed from a kept-alive connection after each request', async () => {
  const warned: Error[] = [];
  const warn = (warning: Error) => warned.push(warning);
  process.on('warning', warn);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let number = 0; number < 12; number++)
    await new Promise<void>((resolve, reject) => {
      httpGet(server.url + path, { agent, headers: { 'user-agent': overcast } }, (response) => {
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  agent.destroy();
  process.off('warning', warn);
  expect(warned.map(({ message }) => message)).toEqual([]);
});

test('files that are served from memory are counted, too', async () => {
  const addresses = Array.from({ length: 60 }, (_, number) => `91.2.${number}.1`);
  for (let at = 0; at < addresses.length; at += 20)
    await Promise.all(addresses.slice(at, at + 20).map((address) => get({}, { address })));
  await expect.poll(counted).toEqual({ 'Overcast phone DE': 60 });
});

test('reports split downloads by day, episode, app, device and country, except countries with few listeners', async () => {
  const token = await server.signIn(room.maintainer);
  for (let number = 0; number < 5; number++) await get({}, { address: `91.1.1.${number}` });
  for (let number = 0; number < 4; number++) await get({}, { address: `8.1.1.${number}` });
  await expect.poll(counted).toEqual({ 'Overcast phone DE': 5, 'Overcast phone US': 4 });
  const read = async (report: string) => {
    const { data, errors } = await server.graphql(
      `query ($id: ID!, $report: String!) { project(id: $id) { statistics(report: $report) { notice { code } rows { label figures } } } }`,
      { id: globalId('Project', room.project.id), report },
      token,
    );
    expect(errors).toBeUndefined();
    return data!['project'].statistics;
  };
  expect((await read('DownloadsByEpisode')).rows).toEqual([
    { label: 'The harbour opens again', figures: [9] },
  ]);
  expect((await read('DownloadsByApp')).rows).toEqual([{ label: 'Overcast', figures: [9] }]);
  expect((await read('DownloadsByDevice')).rows).toEqual([{ label: 'phone', figures: [9] }]);
  expect((await read('DownloadsByDay')).rows.at(-1).figures).toEqual([9]);
  expect(await read('DownloadsByCountry')).toEqual({
    notice: null,
    rows: [
      { label: 'DE', figures: [5] },
      { label: null, figures: [4] },
    ],
  });
});

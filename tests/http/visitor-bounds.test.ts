import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { pageOf } from '../../server/areas/listening/listening/read-event.ts';
import { openDownloadCounter } from '../../server/areas/listening/podcast-downloads/count-downloads.ts';
import { countAgainstRate } from '../../server/kernel/rate-limit.ts';
import { kernelMessages } from '../../server/kernel/messages.ts';
import { visitorBounds as bounds } from '../../server/product.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { eventId, report } from '../listening/reporting.ts';

type Bound = keyof typeof bounds;

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

const event = (fields: object = {}) => ({
  ac: 'progress',
  au: room.audio.version,
  u: 'listener-1',
  ct: 1,
  id: eventId(),
  ...fields,
});

/** Sends parts of an episode's file to one listener. @returns what is kept of each listener */
async function partsKept(count: number, bytes: number): Promise<number[][]> {
  const { prisma } = server.app.db;
  const { version } = room.audio;
  const size = 40_000_000;
  await server.app.storage.put(`audio/${version}.mp3`, Buffer.alloc(1_000, 1));
  const channel = await prisma.channel.create({
    data: { projectId: room.project.id, type: 'podcast', slug: `bounds-${room.project.id}` },
  });
  await prisma.episode.create({
    data: {
      channelId: channel.id,
      period: 'article 1',
      title: 'Episode',
      file: version,
      durationMs: 60_000,
      publishedAt: new Date(),
      bytes: size,
    },
  });
  const counter = openDownloadCounter(server.app);
  for (let part = 0; part < count; part++)
    counter.note({
      file: version,
      channelId: channel.id,
      from: 2 * part * bytes,
      until: (2 * part + 1) * bytes,
      bytes: size,
      address: '8.8.8.8',
      userAgent: 'AntennaPod/3.4.0',
      at: Date.now(),
    });
  await counter.settled();
  return (await prisma.downloadSeen.findMany()).map(({ got }) => got);
}

/** What a process remembers is in a cache with that maximum, or in a table of that length. */
function isBoundOfMemory(bound: Bound): void {
  const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).map((path) =>
    readFileSync(path, 'utf8'),
  );
  const places = sources.flatMap((source) => [
    ...source.matchAll(
      new RegExp(
        `new LRUCache<[^=]*?>\\(\\{\\s*max: visitorBounds\\.${bound},?\\s*\\}\\)|Max = visitorBounds\\.${bound};`,
        'g',
      ),
    ),
  ]);
  expect(places.length).toBeGreaterThan(0);
  const uses = sources.flatMap((source) => [
    ...source.matchAll(new RegExp(`visitorBounds\\.${bound}\\b`, 'g')),
  ]);
  expect(uses).toHaveLength(places.length);
}

const exercises: Record<Bound, (bound: Bound) => unknown> = {
  async downloadRanges(bound) {
    const [got] = await partsKept(3 * bounds[bound], bounds.downloadRangeBytes);
    expect(got).toHaveLength(2 * bounds[bound]);
  },
  async downloadRangeBytes(bound) {
    expect(await partsKept(500, bounds[bound] - 1)).toEqual([]);
  },
  async eventsInRequest(bound) {
    const send = (count: number) =>
      report(
        server.url,
        Array.from({ length: count }, () => event()),
      );
    expect((await send(bounds[bound])).status).toBe(200);
    expect((await send(bounds[bound] + 1)).status).toBe(400);
  },
  async playedPartsInEvent(bound) {
    const parts = (count: number) => ({
      h: Array.from({ length: count }, (_, index) => [index, index + 0.5]),
    });
    expect((await report(server.url, event(parts(bounds[bound])))).status).toBe(200);
    expect((await report(server.url, event(parts(bounds[bound] + 1)))).status).toBe(400);
  },
  pageCharacters(bound) {
    expect(pageOf(`https://example.com/${'a'.repeat(5_000)}`)).toHaveLength(bounds[bound]);
  },
  async sessionsOfUser(bound) {
    const { prisma } = server.app.db;
    const { id: userId } = await server.make.user();
    await prisma.session.createMany({
      data: Array.from({ length: bounds[bound] }, (_, index) => ({
        userId,
        expiresAt: new Date(Date.now() + 86_400_000),
        lastSeenAt: new Date(Date.now() - 1_000 * index - 1_000),
      })),
    });
    const oldest = await prisma.session.findFirstOrThrow({
      where: { userId },
      orderBy: { lastSeenAt: 'asc' },
    });
    const { token } = await openSession(server.app, userId);
    expect(await prisma.session.count({ where: { userId } })).toBe(bounds[bound]);
    expect(await prisma.session.findUnique({ where: { id: oldest.id } })).toBeNull();
    expect(
      (await server.graphql('{ viewer { user { databaseId } } }', {}, token)).data!['viewer'],
    ).not.toBeNull();
  },
  rememberedAgents: isBoundOfMemory,
  rememberedOrigins: isBoundOfMemory,
  rememberedNetworks: isBoundOfMemory,
  rememberedPlaces: isBoundOfMemory,
  rememberedFeeds: isBoundOfMemory,
  rememberedFiles: isBoundOfMemory,
  rememberedRefusals: isBoundOfMemory,
  rememberedCredentials: isBoundOfMemory,
  rememberedExports: isBoundOfMemory,
  rememberedProxies: isBoundOfMemory,
};

describe('visitors cannot grow a table beyond its bound', () => {
  test.each(Object.keys(exercises) as Bound[])('%s', async (bound) => {
    await exercises[bound](bound);
  });

  test('a rate-limited caller takes one row, for any number of requests', async () => {
    const rate = { name: 'bounds', burst: 5, everyMs: 60_000 };
    for (let time = 0; time < 20; time++)
      await countAgainstRate(server.app, rate, '8.8.8.8', kernelMessages.SERVER_BUSY()).catch(() => {});
    expect(await server.app.db.prisma.rateLimit.count()).toBe(1);
  });
});

import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const sound = randomBytes(200_000);
let newsroom: Newsroom;
let path: string;
let reads = 0;

beforeEach(async () => {
  newsroom = await server.make.newsroom();
  path = `/download/audio/${newsroom.audio.version}.mp3`;
  await server.app.storage.put(`audio/${newsroom.audio.version}.mp3`, sound);
  reads = 0;
  const { storage } = server.app;
  const stream = storage.stream.bind(storage);
  vi.spyOn(storage, 'stream').mockImplementation((...asked) => {
    reads++;
    return stream(...asked);
  });
});
afterEach(() => vi.restoreAllMocks());

const get = async (headers: Record<string, string> = {}, query = '') => {
  const answer = await fetch(server.url + path + query, { headers });
  const { date, 'x-request-id': _, ...said } = Object.fromEntries(answer.headers);
  return { status: answer.status, said, body: Buffer.from(await answer.arrayBuffer()), date };
};
/** Asks until the disk is read no more. */
const heat = async (): Promise<void> => {
  await expect
    .poll(
      async () => {
        const before = reads;
        await Promise.all(Array.from({ length: 12 }, () => get({ range: 'bytes=0-9' })));
        return reads - before;
      },
      { interval: 20 },
    )
    .toBe(0);
};

test('popular files are served from memory, byte for byte as from storage', async () => {
  const etag = (await get({ range: 'bytes=0-0' })).said['etag']!;
  const asked: Record<string, string>[] = [
    {},
    { range: 'bytes=0-65535' },
    { range: 'bytes=199990-' },
    { range: 'bytes=-10' },
    { range: 'bytes=200000-' },
    { range: 'bytes=0-9,20-29' },
    { 'if-none-match': etag },
    { range: 'bytes=0-9', 'if-range': etag },
    { range: 'bytes=0-9', 'if-range': '"other"' },
  ];
  const cold = [];
  for (const headers of asked) {
    cold.push(await get(headers));
    // So that it does not become hot by this.
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  expect(reads).toBeGreaterThan(5);
  await heat();
  const before = reads;
  for (const [index, headers] of asked.entries()) {
    const { status, said, body } = await get(headers);
    expect([headers, status, said]).toEqual([headers, cold[index]!.status, cold[index]!.said]);
    expect(body.equals(cold[index]!.body)).toBe(true);
  }
  expect(reads).toBe(before);
});

test('a deleted or newly protected article is removed from memory, too', async () => {
  const { prisma } = server.app.db;
  /** The clock is frozen, so no cached permission expires: the process has to receive the notification. */
  const hear = async (change: () => Promise<unknown>, status: number) => {
    await heat();
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      const before = reads;
      expect((await get()).status).toBe(200);
      expect(reads).toBe(before);
      await change();
      await expect.poll(async () => (await get()).status, { interval: 10 }).toBe(status);
    } finally {
      stopped.mockRestore();
    }
  };
  const { id } = newsroom.project;
  const setSecurity = (data: object) => prisma.project.update({ where: { id }, data });
  await hear(() => setSecurity({ securityEnabled: true, securityKey: 'key' }), 403);
  await setSecurity({ securityEnabled: false });
  await hear(
    () => prisma.article.update({ where: { id: newsroom.article.id }, data: { deletedAt: new Date() } }),
    404,
  );
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../server/kernel/app.ts';
import { watchPodcastDownloads } from '../../server/http/podcast-downloads.ts';
import { registerDownloads } from '../../server/http/download.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { diskStorage } from '../../server/storage/disk.ts';
import { StorageError, type Storage } from '../../server/storage/storage.ts';
import { useDatabase } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { storageMessages } from '../../server/storage/messages.ts';

const db = useDatabase();
const make = factories(db);
const sound = randomBytes(100_000);
let folder: string;
let server: FastifyInstance;
let url: string;
/** Response of the storage in its place, if a test sets one. */
let instead: Partial<Storage> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-download-'));
  const disk = diskStorage(folder);
  await disk.put('audio/abc123.mp3', sound);
  await disk.put('secret.mp3', Buffer.from('secret'));
  const storage = new Proxy(disk, { get: (target, name: keyof Storage) => instead[name] ?? target[name] });
  server = Fastify({ forceCloseConnections: true });
  await server.register(cookie);
  const app = {
    db,
    storage,
    log: createLogger('silent'),
    config: { publicUrl: 'http://localhost', trustProxy: ['loopback'] },
  } as unknown as App;
  registerDownloads(server, app, watchPodcastDownloads(app));
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  const { id } = await make.project();
  for (const version of ['abc123', 'big', 'nowhere'])
    await make.audio((await make.article(id)).id, { version });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}/download/audio/${path}`, { method, headers });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

test('a download returns the whole file, which any cache may keep for an hour', async () => {
  const answer = await get('abc123.mp3');
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '100000',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
    etag: expect.stringMatching(/^"[^"]+"$/),
    'last-modified': expect.stringMatching(/GMT$/),
  });
  expect(sound.equals(await bytesOf(answer))).toBe(true);
});

test('an uncompressed file is distinguished from its MP3', async () => {
  const wav = Buffer.from('RIFF uncompressed');
  await diskStorage(folder).put('audio/abc123.wav', wav);
  const answer = await get('abc123.wav');
  expect([
    answer.status,
    answer.headers.get('content-type'),
    Buffer.from(await answer.arrayBuffer()).toString(),
  ]).toEqual([200, 'audio/wav', wav.toString()]);
  expect((await get('nowhere.wav')).status).toBe(404);
});

test('HEAD returns the same headers without a body', async () => {
  const [full, head] = await Promise.all([get('abc123.mp3'), get('abc123.mp3', {}, 'HEAD')]);
  const headersOf = (answer: Response) =>
    Object.fromEntries(
      [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
    );
  expect(head.status).toBe(200);
  expect(headersOf(head)).toEqual(headersOf(full));
  expect((await bytesOf(head)).length).toBe(0);
  const part = await get('abc123.mp3', { range: 'bytes=0-9' }, 'HEAD');
  expect([part.status, part.headers.get('content-length'), part.headers.get('content-range')]).toEqual([
    206,
    '10',
    'bytes 0-9/100000',
  ]);
});

describe('ranges', () => {
  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=500-999', 500, 1000],
    ['bytes=99990-', 99_990, 100_000],
    ['bytes=-10', 99_990, 100_000],
    ['bytes=99990-500000', 99_990, 100_000],
  ])('%s', async (range, start, end) => {
    const answer = await get('abc123.mp3', { range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/100000`);
    expect(answer.headers.get('content-length')).toBe(String(end - start));
    expect(sound.subarray(start, end).equals(await bytesOf(answer))).toBe(true);
  });

  test.each(['bytes=100000-', 'bytes=-0', 'bytes=200000-300000'])('%s is beyond the end', async (range) => {
    const answer = await get('abc123.mp3', { range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */100000');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['bytes=0-9,20-29', 'bytes=9-0', 'pages=1-2', 'nonsense'])(
    '%s returns the whole file',
    async (range) => {
      const answer = await get('abc123.mp3', { range });
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, 100_000]);
    },
  );

  test('a range of an outdated version returns the whole file', async () => {
    const etag = (await get('abc123.mp3')).headers.get('etag')!;
    expect((await get('abc123.mp3', { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get('abc123.mp3', { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  });
});

test('the current version is not sent again', async () => {
  const first = await get('abc123.mp3');
  const headers = { etag: first.headers.get('etag')!, date: first.headers.get('last-modified')! };
  for (const condition of [
    { 'if-none-match': headers.etag },
    { 'if-modified-since': headers.date },
    { 'if-none-match': headers.etag, range: 'bytes=0-9' },
  ] as Record<string, string>[]) {
    const answer = await get('abc123.mp3', condition);
    expect(answer.status).toBe(304);
    expect(answer.headers.get('etag')).toBe(headers.etag);
    expect((await bytesOf(answer)).length).toBe(0);
  }
  expect((await get('abc123.mp3', { 'if-none-match': '"other"' })).status).toBe(200);
});

describe('the file name of a download', () => {
  test.each([
    ['Harbour opens', `attachment; filename="Harbour opens.mp3"; filename*=UTF-8''Harbour%20opens.mp3`],
    [
      'Über „Öl“',
      `attachment; filename="Uber Ol.mp3"; filename*=UTF-8''%C3%9Cber%20%E2%80%9E%C3%96l%E2%80%9C.mp3`,
    ],
    [
      'a/b\\..\r\nset-cookie: x"',
      `attachment; filename="a b .. set-cookie x.mp3"; filename*=UTF-8''a%20b%20..%20set-cookie%20x.mp3`,
    ],
    ['', `attachment; filename="abc123.mp3"; filename*=UTF-8''abc123.mp3`],
    ['日本', `attachment; filename="abc123.mp3"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.mp3`],
  ])('%j', async (title, expected) => {
    const answer = await get(`abc123.mp3?download=${encodeURIComponent(title)}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(expected);
  });
});

test('only file names of the storage are looked up', async () => {
  for (const path of [
    '..%2fsecret.mp3',
    '%2e%2e/secret.mp3',
    '..%5csecret.mp3',
    'abc123',
    'abc123.mp3.exe',
    '.mp3',
    'abc123.MP3',
    'abc%00123.mp3',
    `${'a'.repeat(90)}.mp3`,
    'none.mp3',
  ]) {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test('players on other sites may request ranges', async () => {
  const answer = await get(
    'abc123.mp3',
    {
      origin: 'https://news.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'range',
    },
    'OPTIONS',
  );
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-headers')).toContain('range');
});

test('a storage failure is reported as temporary', async () => {
  instead = {
    stat: () =>
      Promise.reject(
        new StorageError(storageMessages.STORAGE_SERVICE_FAILED({ what: 'read', why: 'the bucket is away' })),
      ),
  };
  const answer = await get('abc123.mp3').finally(() => (instead = {}));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.text()).not.toContain('bucket');
});

test('a slow client slows down reading of the file', async () => {
  const size = 64 * 1024 * 1024;
  let read = 0;
  let closed = false;
  instead = {
    stat: async () => ({ bytes: size, etag: '"big"', modifiedAt: new Date() }),
    stream: async () =>
      new Readable({
        read() {
          const left = size - read;
          read += Math.min(left, 65_536);
          this.push(left > 0 ? Buffer.alloc(Math.min(left, 65_536)) : null);
        },
        destroy(error, done) {
          closed = true;
          done(error);
        },
      }),
  };
  const request = httpRequest(`${url}/download/audio/big.mp3`);
  const response = await new Promise<import('node:http').IncomingMessage>(
    (resolve) => void request.once('response', resolve).end(),
  );
  response.pause();
  let before = -1;
  await expect
    .poll(() => [before, (before = read)].every((value) => value === read), { interval: 100 })
    .toBe(true);
  expect(read).toBeLessThan(size / 2);
  request.destroy();
  await expect.poll(() => closed).toBe(true);
  instead = {};
});

test('the transcript is WebVTT, and removed with its article', async () => {
  const { article, audio } = await make.newsroom();
  await db.prisma.chunk.create({
    data: {
      articleId: article.id,
      version: audio.version,
      position: 0,
      segmentKey: 'k',
      text: 'One sentence.',
      start: 0,
      pauseMs: 0,
    },
  });
  const answer = await get(`${audio.version}.vtt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8']);
  const text = await answer.text();
  expect(text).toMatch(/^WEBVTT/);
  expect(text).toContain('One sentence.');
  expect((await get(`${audio.version}.vtt`, { 'if-none-match': answer.headers.get('etag')! })).status).toBe(
    304,
  );
  await db.prisma.article.update({ where: { id: article.id }, data: { deletedAt: new Date() } });
  expect((await get(`${audio.version}.vtt`)).status).toBe(404);
  expect((await get('unknown.vtt')).status).toBe(404);
});

test('files made for editors are rate limited per network; files for listeners are not', async () => {
  const preview = `preview-${'0'.repeat(32)}.mp3`;
  await diskStorage(folder).put(`audio/${preview}`, Buffer.from('short'));
  const statuses = async (file: string) =>
    Promise.all(
      Array.from({ length: 160 }, async () => {
        const answer = await get(file, { range: 'bytes=0-1' });
        await answer.arrayBuffer();
        return [
          answer.status,
          answer.headers.get('retry-after'),
          answer.headers.get('cache-control'),
        ] as const;
      }),
    );
  const answers = await statuses(preview);
  const refused = answers.filter(([status]) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter(([status]) => status === 206).length).toBeGreaterThanOrEqual(120);
  for (const [, retryAfter, cacheControl] of refused)
    expect([Number(retryAfter) > 0, cacheControl]).toEqual([true, 'private, no-store']);
  expect((await statuses('abc123.mp3')).every(([status]) => status === 206)).toBe(true);
});

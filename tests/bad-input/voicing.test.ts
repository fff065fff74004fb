import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeAudio, sniffAudioFormat } from '../../server/audio/decode.ts';
import { StorageError } from '../../server/storage/storage.ts';
import type { Newsroom } from '../support/factories.ts';
import { hurryJobs } from '../pipeline/pipeline.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { storageMessages } from '../../server/storage/messages.ts';

let server: TestServer;
let room: Newsroom;
let token: string;
beforeAll(async () => {
  server = await startServer({ worker: true });
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
});
afterAll(() => server.close());

const base = (): string => `/api/projects/${room.project.id}/articles`;

async function create(title: string, text: string): Promise<number> {
  const { body } = await server.rest('POST', base(), { token, body: { title, text } });
  if (body.result !== 'ok') throw new Error(JSON.stringify(body));
  return body.article.id;
}

const read = async (id: number): Promise<Record<string, any>> =>
  (await server.rest('GET', `${base()}/${id}`, { token })).body.article;

async function settled(id: number): Promise<Record<string, any>> {
  await expect
    .poll(async () => (await read(id))['status'], { interval: 200 })
    .toMatch(/ready|errored|rejected/);
  return read(id);
}

describe('unusual texts', () => {
  test.each([
    ['right-to-left text', 'مرحبا', 'فتح الميناء اليوم. جاء الجميع.'],
    ['mixed directions', 'Harbour نص', 'It said "فتح الميناء" and then opened.'],
    ['control characters', 'A\u0007 title', 'One\u0008 sentence\u001b[31m here. And\u0085another\u202eone.'],
    ['emoji between words', 'Party 🎉', 'We won 🏆 the cup. 👩‍👩‍👧‍👦 came.'],
    ['only digits', '4711', '1 22 333 4444 55555.'],
    ['markup', '<b>Bold</b> & co', 'x < y && y > z. <script>alert(1)</script> Done.'],
    ['half a character', 'A title', 'A lonely \ud800 half. And more.'],
  ])('audio is generated for %s', async (_, title, text) => {
    const article = await settled(await create(title, text));
    expect([article['status'], article['errors']]).toEqual(['ready', []]);
    const sound = new Uint8Array(await (await fetch(server.url + article['file'])).arrayBuffer());
    const { channels, sampleRate } = await decodeAudio(sound, sniffAudioFormat(sound), false);
    expect(channels[0]!.length / sampleRate).toBeGreaterThan(0.2);
  });

  test('a text of only emoji gets audio, or an error that explains why not', async () => {
    const article = await settled(await create('🎉🎉', '🎉 🏆 👩‍👩‍👧‍👦'));
    if (article['status'] === 'errored') expect(article['errors']).toEqual([expect.stringMatching(/./)]);
    else expect(article['file']).toMatch(/\.mp3$/);
    expect(article['text']).toContain('🏆');
  });
});

test('an invalid MP3 is refused with its name', async () => {
  for (const bytes of [
    randomBytes(50_000),
    Buffer.from('ID3\u0004\0\0\0\0\0\0 no sound here'),
    new Uint8Array(0),
    Buffer.alloc(50_000, 0xff),
  ]) {
    const attempt = async () => decodeAudio(bytes, sniffAudioFormat(bytes), false);
    await expect(attempt()).rejects.toThrow(
      expect.objectContaining({ name: expect.stringMatching(/Error$/), message: expect.stringMatching(/./) }),
    );
  }
});

test('with a full disk, the article waits, a preview reports it, and both continue when there is space', async () => {
  const { storage } = server.app;
  const { put } = storage;
  storage.put = (key) =>
    Promise.reject(
      new StorageError(
        storageMessages.STORAGE_DISK_FAILED({ what: `write ${key}`, why: 'the disk is full' }),
      ),
    );
  let id: number;
  try {
    id = await create('Full disk', 'This sentence finds no room.');
    await expect
      .poll(async () => (await read(id))['errors'], { interval: 200 })
      .toEqual([expect.stringContaining('the disk is full')]);
    expect(await read(id)).toMatchObject({ status: 'retry', text: 'This sentence finds no room.' });
    const preview = await server.rest('POST', '/api/voices/preview', {
      token,
      body: { text: 'No room.', language: 'en-US', provider: 'offline', voice: 'en-US-Otto' },
    });
    expect(preview.body.result).toBe('fail');
  } finally {
    storage.put = put;
  }
  await hurryJobs(server.app.db, 'article');
  expect(await settled(id)).toMatchObject({
    status: 'ready',
    errors: [],
    text: 'This sentence finds no room.',
  });
});

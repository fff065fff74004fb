import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startDocumentedNginx } from '../support/documented-proxies.ts';
import { wav } from '../support/media.ts';
import { upload, useServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';

const files = await mkdtemp(join(tmpdir(), 'parlance-accel-'));
// As `install -d -m 750` makes it.
await chmod(files, 0o750);
afterAll(() => rm(files, { recursive: true }));
const server = useServer({ env: { STORAGE_URL: `file:${files}`, ACCEL_REDIRECT: '/protected' } });
const sound = randomBytes(100_000);
let path: string;

beforeEach(async () => {
  const { audio } = await server.make.newsroom();
  path = `/download/audio/${audio.version}.mp3`;
  await server.app.storage.put(`audio/${audio.version}.mp3`, sound);
});

test('the proxy receives the path of the file to send, and no content', async () => {
  for (let time = 0; time < 20; time++) {
    const answer = await fetch(server.url + path, { headers: { range: 'bytes=0-9' } });
    expect(answer.headers.get('x-accel-redirect')).toBe(`/protected${path.replace('/download', '')}`);
    expect([
      answer.status,
      (await answer.arrayBuffer()).byteLength,
      answer.headers.get('content-type'),
    ]).toEqual([200, 0, 'audio/mpeg']);
  }
  const gone = await fetch(`${server.url}/download/audio/gone.mp3`);
  expect([gone.status, gone.headers.get('x-accel-redirect')]).toEqual([404, null]);
});

test('the nginx configuration of the guide serves sockets, uploads, files and ranges', async () => {
  const url = await startDocumentedNginx([new URL(server.url).port], files);
  const { editor, project } = await server.make.newsroom();
  const token = await server.signIn(editor);

  const whole = await fetch(url + path);
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    server: expect.stringContaining('nginx'),
    'content-type': 'audio/mpeg',
    'content-length': '100000',
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
    'accept-ranges': 'bytes',
  });
  expect(Buffer.from(await whole.arrayBuffer()).equals(sound)).toBe(true);
  const part = await fetch(url + path, { headers: { range: 'bytes=500-999' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 500-999/100000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(sound.subarray(500, 1_000))).toBe(true);
  const known = await fetch(url + path, { headers: { 'if-none-match': whole.headers.get('etag')! } });
  expect(known.status).toBe(304);
  // A file is served only through its endpoint.
  expect((await fetch(`${url}/protected${path.replace('/download', '')}`)).status).toBe(404);

  const socket = await openSocket(url, { token });
  await expect.poll(() => socket.messages).toEqual([{ type: 'connection_ack' }]);
  socket.close();

  const large = wav({ seconds: 14, sampleRate: 96_000, channels: 2, bits: 32 });
  expect(large.length).toBeGreaterThan(10 * 1024 * 1024);
  const { data, errors } = await upload<Record<string, any>>(
    url,
    'mutation ($file: File!, $id: ID!) { uploadSound(input: { project: $id, file: $file }) { __typename } }',
    { id: project.id },
    new File([large], 'large.wav'),
    token,
  );
  expect([errors, data]).toEqual([undefined, { uploadSound: { __typename: 'UploadSoundSuccess' } }]);

  // It is not the user that runs Parlance, where there is a choice: it reads by its group.
  await chmod(join(files, path.replace('/download', '')), 0o600);
  expect((await fetch(url + path)).status).toBe(isRoot ? 403 : 200);
});

const isRoot = process.getuid?.() === 0;

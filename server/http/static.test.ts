import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDashboard } from './static.ts';

const script = `console.log(${JSON.stringify('x'.repeat(5_000))});`;
const page = '<!doctype html><script>theme()</script><script type="module" src="/assets/main-1a2b.js"></script>';
let folder: string;
let server: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-static-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets/main-1a2b.js'), script);
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  server = Fastify();
  await registerDashboard(server, folder);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

test('a hashed file is kept for ever, and sent as the client can unpack it', async () => {
  const plain = await get('/assets/main-1a2b.js');
  expect(plain.body).toBe(script);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  const br = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
  const gz = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gunzipSync(gz.rawPayload).toString()).toBe(script);
  const again = await get('/assets/main-1a2b.js', { 'if-none-match': String(plain.headers.etag), 'accept-encoding': 'br' });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

describe('the page', () => {
  test.each(['/', '/projects/7', '/projects/7/1_none_none_none', '/projects/7/articles/9?tab=log', '/anything'])(
    'answers %s',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(page);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  test('runs no script but its own, and is framed by nobody else', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' });
  });

  test.each(['/api/nothing', '/assets/gone-9z.js', '/graphql/x', '/download/audio/x', '/metrics/x'])('does not answer %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ result: 'fail', message: 'Not found' });
  });

  test("answers in place of the build's own notes", async () => {
    expect((await get('/.vite/manifest.json')).body).toBe(page);
  });

  test('is not for writing', async () => {
    expect((await server.inject({ method: 'POST', url: '/projects/7' })).statusCode).toBe(404);
  });
});

test('without a build it says what to do', async () => {
  const bare = Fastify();
  await registerDashboard(bare, join(folder, 'nowhere'));
  const answer = await bare.inject('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('npm start');
});

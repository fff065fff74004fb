import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchError, expectOk, safeFetch } from '../../server/lib/outbound/safe-fetch.ts';
import type { FixtureSite } from './fixture-site.ts';
import { serveSite } from './fixture-site.ts';

const text = 'A page that is served in several ways. '.repeat(20);
const zeros = Buffer.alloc(40e6);
const bodies: Record<string, [encoding: string, body: Buffer]> = {
  '/gzip': ['gzip', gzipSync(text)],
  '/br': ['br', brotliCompressSync(text)],
  '/deflate': ['deflate', deflateSync(text)],
  '/deflate-raw': ['deflate', deflateRawSync(text)],
  '/gzip-twice': ['gzip, gzip', gzipSync(gzipSync(text))],
  '/not-gzip': ['gzip', Buffer.from(text)],
  '/broken-gzip': ['gzip', Buffer.concat([gzipSync('x').subarray(0, 10), randomBytes(60)])],
  '/cut-gzip': ['gzip', gzipSync(randomBytes(2000)).subarray(0, 1500)],
  '/unknown-coding': ['compress', Buffer.from(text)],
  '/bomb-gzip': ['gzip', gzipSync(zeros)],
  '/bomb-br': ['br', brotliCompressSync(zeros)],
  '/bomb-twice': ['gzip, gzip', gzipSync(gzipSync(zeros))],
};

let site: FixtureSite;
let other: FixtureSite;

beforeAll(async () => {
  other = await serveSite((request, response) =>
    response.end(JSON.stringify({ method: request.method, headers: request.headers })),
  );
  site = await serveSite((request, response) => {
    const path = request.url ?? '';
    const [encoding, body] = bodies[path] ?? [];
    if (body) return response.writeHead(200, { 'content-encoding': encoding ?? '' }).end(body);
    if (path === '/text') return response.end(text);
    if (path === '/echo')
      return response.end(JSON.stringify({ method: request.method, headers: request.headers }));
    if (path === '/declared-huge') return response.writeHead(200, { 'content-length': 300e6 }).write('x');
    if (path === '/huge') {
      const part = Buffer.alloc(1e6, 'x');
      const pour = (): void => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', pour);
      return pour();
    }
    if (path === '/endless') {
      const timer = setInterval(() => response.write('x'), 20);
      return response.on('close', () => clearInterval(timer));
    }
    if (path === '/silent') return undefined;
    if (path === '/silent-body') return response.writeHead(200).write('x');
    if (path === '/cut')
      return response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy());
    if (path === '/headers') return response.writeHead(200, { 'x-large': 'x'.repeat(100_000) }).end();
    if (path === '/status') return response.writeHead(503).end('down');
    if (path === '/missing') return response.writeHead(404).end();
    if (path === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    if (path === '/ping') return response.writeHead(302, { location: '/pong' }).end();
    if (path === '/pong') return response.writeHead(302, { location: '/ping' }).end();
    const level = /^\/deep\/(\d+)$/.exec(path)?.[1];
    if (level !== undefined) return response.writeHead(301, { location: `/deep/${Number(level) + 1}` }).end();
    if (path === '/cookie-wall')
      return request.headers.cookie?.includes('seen=1')
        ? response.end('welcome')
        : response
            .writeHead(302, { location: '/cookie-wall', 'set-cookie': 'seen=1; Path=/; HttpOnly' })
            .end();
    const target = /^\/to\?(.*)$/.exec(path)?.[1];
    if (target !== undefined)
      return response
        .writeHead(Number(request.headers['x-status'] ?? 302), { location: decodeURIComponent(target) })
        .end();
    return response.writeHead(404).end();
  });
});
afterAll(async () => {
  await site.close();
  await other.close();
});

const read = async (path: string, options = {}): Promise<string> =>
  new TextDecoder().decode((await site.fetch(site.url(path), options)).bytes);

describe('successful fetches', () => {
  it.each(['/text', '/gzip', '/br', '/deflate', '/deflate-raw', '/gzip-twice', '/not-gzip'])(
    '%s',
    async (path) => {
      expect(await read(path)).toBe(text);
    },
  );

  it('keeps the received part of a truncated compressed body', async () => {
    expect((await site.fetch(site.url('/cut-gzip'))).bytes.byteLength).toBeGreaterThan(1_000);
  });

  it('returns any status, and `expectOk` turns it into an error', async () => {
    const response = await site.fetch(site.url('/status'));
    expect(response.status).toBe(503);
    expect(() => expectOk(response)).toThrowError(
      expect.objectContaining({ kind: 'status', status: 503, retryable: true }),
    );
    const missing = await site.fetch(site.url('/missing'));
    expect(() => expectOk(missing)).toThrowError(/doesn’t have this page \(HTTP 404\)/);
  });

  it('sends validators and its user agent', async () => {
    const { headers } = JSON.parse(
      await read('/echo', {
        etag: '"a"',
        lastModified: 'Sat, 14 Mar 2026 07:30:00 GMT',
        headers: { Accept: 'text/html' },
      }),
    ) as { headers: Record<string, string> };
    expect(headers).toMatchObject({
      'if-none-match': '"a"',
      'if-modified-since': 'Sat, 14 Mar 2026 07:30:00 GMT',
      accept: 'text/html',
    });
    expect(headers['user-agent']).toContain('Parlance');
  });

  it('follows a cookie wall', async () => {
    expect(await read('/cookie-wall')).toBe('welcome');
  });

  it('connects from the configured local address', async () => {
    expect(await read('/text', { localAddress: '127.0.0.1' })).toBe(text);
    await expect(site.fetch(site.url('/text'), { localAddress: '203.0.113.7' })).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  it('returns the final URL', async () => {
    expect((await site.fetch(site.url('/to?%2Ftext'))).url).toBe(site.url('/text'));
  });
});

describe('redirects to another origin', () => {
  const headers = { authorization: 'Bearer secret', cookie: 'session=secret' };
  it('carry no credentials and no validators', async () => {
    const response = await safeFetch(site.url(`/to?${encodeURIComponent(other.url('/'))}`), {
      headers,
      etag: '"a"',
      allowHosts: [site.host, other.host],
    });
    const seen = JSON.parse(new TextDecoder().decode(response.bytes)) as { headers: Record<string, string> };
    expect(seen.headers['authorization']).toBeUndefined();
    expect(seen.headers['cookie']).toBeUndefined();
    expect(seen.headers['if-none-match']).toBeUndefined();
  });

  it.each([
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('%i makes of POST a %s', async (status, method) => {
    const response = await site.fetch(site.url('/to?%2Fecho'), {
      method: 'POST',
      body: '{}',
      headers: { 'x-status': String(status) },
    });
    expect((JSON.parse(new TextDecoder().decode(response.bytes)) as { method: string }).method).toBe(method);
  });
});

/** What was tried, and the kind of error it ends with. */
const refused: [what: string, path: string, kind: string, options?: object][] = [
  ['300 MB announced', '/declared-huge', 'too-large'],
  ['a body without end, fast', '/huge', 'too-large'],
  ['a body without end, slow', '/endless', 'timeout', { timeoutMs: 400 }],
  ['no answer', '/silent', 'timeout', { idleTimeoutMs: 300 }],
  ['an answer that stops', '/silent-body', 'timeout', { idleTimeoutMs: 300 }],
  ['a body that is cut off', '/cut', 'bad-response'],
  ['headers of 100 KB', '/headers', 'too-large'],
  ['a gzip bomb', '/bomb-gzip', 'too-large'],
  ['a Brotli bomb', '/bomb-br', 'too-large'],
  ['a bomb in a bomb', '/bomb-twice', 'too-large'],
  ['gzip that is none', '/broken-gzip', 'bad-encoding'],
  ['an unknown coding', '/unknown-coding', 'bad-encoding'],
  ['a redirect to itself', '/loop', 'redirect-loop'],
  ['two redirects in a circle', '/ping', 'redirect-loop'],
  ['200 redirects', '/deep/0', 'too-many-redirects', { maxRedirects: 20 }],
  ['a redirect where none may be', '/to?%2Ftext', 'too-many-redirects', { maxRedirects: 0 }],
  ['a redirect to a private literal', '/to?http%3A%2F%2F0x7f.1%2F', 'private-address'],
  ['a redirect to a private name', '/to?http%3A%2F%2Flocalhost%2F', 'private-address'],
  ['a redirect to the metadata service', '/to?http%3A%2F%2F169.254.169.254%2Flatest', 'private-address'],
  ['a redirect to a file', '/to?file%3A%2F%2F%2Fetc%2Fpasswd', 'forbidden-scheme'],
  ['a redirect with a password', '/to?http%3A%2F%2Fa%3Ab%40example.org%2F', 'credentials'],
  ['a redirect to nonsense', '/to?http%3A%2F%2F%5B', 'bad-redirect'],
];

describe('refused fetches', () => {
  it.each(refused)('%s', async (_what, path, kind, options = {}) => {
    const error = await site
      .fetch(site.url(path), { maxBytes: 5e6, ...options })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FetchError);
    expect(error).toMatchObject({ kind });
    expect((error as FetchError).message).toMatch(/^\S.{15,}\.$/);
  });

  it('a different port of an exempt host', async () => {
    await expect(safeFetch(other.url('/'), { allowHosts: [site.host] })).rejects.toMatchObject({
      kind: 'private-address',
    });
    expect(other.requests.filter((path) => path === '/never')).toEqual([]);
  });

  it('a fetch that its caller aborts', async () => {
    const controller = new AbortController();
    const fetching = site.fetch(site.url('/silent'), { signal: controller.signal });
    controller.abort();
    await expect(fetching).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('closes the connection when the body is too large', async () => {
    await expect(site.fetch(site.url('/huge'), { maxBytes: 1e6 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    expect(await read('/text')).toBe(text);
  });
});

/** Requests leave through the proxies of the environment, and private addresses are still refused. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { useEnvironmentProxies } from '../../server/lib/outbound/environment-proxies.ts';
import { safeFetch } from '../../server/lib/outbound/safe-fetch.ts';
import { callService } from '../../server/speech/service-call.ts';
import { parseS3Url, s3Storage } from '../../server/storage/s3.ts';

/** A public address at which nothing is asked: the proxy answers for it. */
const far = '93.184.215.14';
/** What the proxy was asked for. */
const asked: string[] = [];
const proxy = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  request.resume();
  response.writeHead(200, { 'content-type': 'audio/mpeg', etag: '"x"' }).end('answered by the proxy');
});
// A tunnel leads back to this server, as if it were the one that was asked for.
proxy.on('connect', (request, socket) => {
  asked.push(`CONNECT ${request.url}`);
  if (request.url?.endsWith(':443')) return void socket.end('HTTP/1.1 502 No\r\n\r\n');
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  proxy.emit('connection', socket);
});
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
beforeEach(() => void (asked.length = 0));
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

const use = (noProxy = ''): void =>
  onTestFinished(useEnvironmentProxies({ HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: noProxy }));

describe('a page through a proxy', () => {
  test('is fetched through the proxy, and over HTTPS through a tunnel', async () => {
    use();
    const page = await safeFetch(`http://${far}/page`);
    expect([page.status, Buffer.from(page.bytes).toString()]).toEqual([200, 'answered by the proxy']);
    await expect(safeFetch(`https://${far}/page`)).rejects.toThrow();
    expect(asked).toEqual([`GET http://${far}/page`, `CONNECT ${far}:443`]);
  });

  test.each(['http://10.0.0.7/', 'http://localhost/', 'http://[::1]/', 'http://169.254.169.254/'])(
    'at the private address %s is refused before the proxy is contacted',
    async (url) => {
      use();
      await expect(safeFetch(url)).rejects.toMatchObject({ kind: 'private-address' });
      expect(asked).toEqual([]);
    },
  );

  test('of an exempt host is fetched directly', async () => {
    use();
    const { host } = new URL(address);
    await safeFetch(`${address}/own`, { allowHosts: [host] });
    expect(asked).toEqual(['GET /own']);
  });
});

const speak = (url: string) =>
  callService(
    {
      provider: 'test',
      method: 'POST',
      url,
      headers: {},
      body: 'text',
      accept: /audio/,
      maxBytes: 1_000,
      patience: { stallMs: 60_000, timeoutMs: 60_000 },
      secrets: [],
    },
    new AbortController().signal,
  );

test('speech services are called through the proxy', async () => {
  use();
  await speak('http://speech.example.com/v1');
  expect(asked.join(' ')).toContain('speech.example.com');
});

test('hosts in NO_PROXY are called directly', async () => {
  use('127.0.0.1,.internal');
  await speak(`${address}/v1`);
  expect(asked).toEqual(['POST /v1']);
});

test('object storage is accessed through the proxy', async () => {
  use();
  const endpoint = encodeURIComponent('http://s3.example.com');
  const storage = await s3Storage(parseS3Url(`s3://audio?endpoint=${endpoint}`), {
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  expect(await storage.whyNotWritable()).toBeNull();
  expect(asked.join(' ')).toContain('s3.example.com');
});

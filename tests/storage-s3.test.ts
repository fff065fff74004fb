/**
 * The S3 storage against a server that speaks S3's REST protocol and checks each signature, written from
 * Amazon's description.
 */
import { createHash, createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { diskStorage } from '../server/storage/disk.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { parseS3Url, s3Storage } from '../server/storage/s3.ts';
import { StorageError, type Storage } from '../server/storage/storage.ts';
import { startSilentServer } from './support/silent-server.ts';

const account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const region = 'eu-central-1';
const objects = new Map<string, { body: Buffer; type: string }>();
const seen: { method: string; path: string; headers: IncomingMessage['headers'] }[] = [];
/** Statuses that the next requests are answered with instead. */
const failures: number[] = [];

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, content: string): Buffer =>
  createHmac('sha256', key).update(content).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Why a request's AWS Signature Version 4 is not valid, or null. */
function signatureProblem(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method = '' } = request;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'AccessDenied';
  const [, keyId, date, signedRegion, signedHeaders, signature] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (keyId !== account.accessKeyId) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  const payload = headers['x-amz-content-sha256'];
  // A stream's hash is known only once it is sent: S3 takes it unsigned.
  if (payload !== sha256(body) && payload !== 'UNSIGNED-PAYLOAD') return 'XAmzContentSHA256Mismatch';
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name)))
    return 'AccessDenied';
  const url = new URL(request.url ?? '/', 'http://localhost');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${date}/${region}/s3/aws4_request`,
    sha256(canonical),
  ].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${account.secretAccessKey}`, date), region), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

const server = createServer((request, response) => {
  void (async () => {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? '';
    seen.push({ method, path: url.pathname, headers: request.headers });
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(
          method === 'HEAD'
            ? undefined
            : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
        );
    const failure = failures.shift();
    if (failure) return refuse(failure, failure === 507 ? 'InsufficientStorage' : 'InternalError');
    const problem = signatureProblem(request, body);
    if (problem) return refuse(403, problem);
    const [, bucket, ...rest] = url.pathname.split('/');
    if (bucket !== 'sounds') return refuse(404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    if (method === 'PUT') {
      if (Number(request.headers['content-length']) !== body.length)
        return refuse(411, 'MissingContentLength');
      objects.set(key, { body, type: request.headers['content-type'] ?? '' });
      return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (key === '' && url.searchParams.get('list-type') === '2') {
      const [start, keys] = [
        Number(url.searchParams.get('continuation-token') ?? 0),
        [...objects.keys()].filter((one) => one.startsWith(url.searchParams.get('prefix')!)).sort(),
      ];
      const contents = keys
        .slice(start, start + 2)
        .map(
          (one) =>
            `<Contents><Key>${one}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified></Contents>`,
        )
        .join('');
      const more =
        keys.length > start + 2
          ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${start + 2}</NextContinuationToken>`
          : '<IsTruncated>false</IsTruncated>';
      return response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><ListBucketResult>${more}${contents}</ListBucketResult>`);
    }
    const found = objects.get(key);
    if (!found) return refuse(404, 'NoSuchKey');
    const headers = {
      'content-type': found.type,
      etag: `"${createHash('md5').update(found.body).digest('hex')}"`,
      'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
    };
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range)
      return response
        .writeHead(200, { ...headers, 'content-length': found.body.length })
        .end(method === 'HEAD' ? undefined : found.body);
    const part = found.body.subarray(Number(range[1]), Number(range[2]) + 1);
    return response
      .writeHead(206, {
        ...headers,
        'content-length': part.length,
        'content-range': `bytes ${range[1]}-${range[2]}/${found.body.length}`,
      })
      .end(part);
  })();
});

let endpoint: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  objects.clear();
  seen.length = 0;
  failures.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const open = (
  address = `s3://sounds/news?endpoint=${encodeURIComponent(endpoint)}&region=${region}`,
  secret = account.secretAccessKey,
): Promise<Storage> =>
  openStorage({
    storageUrl: address,
    dataDir: '/nowhere',
    env: { S3_ACCESS_KEY_ID: account.accessKeyId, S3_SECRET_ACCESS_KEY: secret },
  });

describe('a bucket', () => {
  test('keeps a file whole, below the prefix, with its type and length', async () => {
    const storage = await open();
    const content = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
    await storage.put('audio/a b+c(1).mp3', content);
    expect([...objects.keys()]).toEqual(['news/audio/a b+c(1).mp3']);
    expect(objects.get('news/audio/a b+c(1).mp3')!.type).toBe('audio/mpeg');
    expect(Buffer.from((await storage.get('audio/a b+c(1).mp3'))!).equals(content)).toBe(true);
    expect(await storage.stat('audio/a b+c(1).mp3')).toEqual({
      bytes: 70_000,
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      modifiedAt: new Date('2026-11-20T10:00:00Z'),
    });
  });

  test('takes a file over without holding it in memory', async () => {
    const storage = await open();
    const folder = await mkdtemp(join(tmpdir(), 'parlance-s3-'));
    try {
      const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
      await writeFile(join(folder, 'file'), content);
      await storage.putFile('audio/a.mp3', join(folder, 'file'));
      expect(Buffer.from((await storage.get('audio/a.mp3'))!).equals(content)).toBe(true);
      failures.push(503);
      await expect(storage.putFile('audio/b.mp3', join(folder, 'file'))).rejects.toThrow(StorageError);
      await expect(storage.putFile('audio/c.mp3', join(folder, 'nowhere'))).rejects.toThrow(StorageError);
      expect([...objects.keys()]).toEqual(['news/audio/a.mp3']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('leaves no descriptor of a file open whose upload fails, however it fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-s3-'));
    const file = join(folder, 'file');
    await writeFile(file, Buffer.alloc(300_000));
    const opened = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(file);
        } catch {
          return false;
        }
      }).length;
    const refusing = `s3://sounds?endpoint=${encodeURIComponent('http://127.0.0.1:1')}&region=${region}`;
    const aborted = AbortSignal.abort(new Error('the job is over'));
    try {
      const [storage, unreachable, disk] = [await open(), await open(refusing), diskStorage(folder)];
      // What is written there cannot be given its name.
      await mkdir(join(folder, 'audio', 'a.mp3', 'taken'), { recursive: true });
      for (let times = 0; times < 10; times++) {
        failures.push(503);
        await expect(storage.putFile('audio/a.mp3', file)).rejects.toThrow(StorageError);
        await expect(unreachable.putFile('audio/a.mp3', file)).rejects.toThrow(StorageError);
        await expect(storage.putFile('audio/a.mp3', file, { signal: aborted })).rejects.toThrow('over');
        await expect(disk.putFile('audio/a.mp3', file)).rejects.toThrow(StorageError);
      }
      await expect.poll(opened).toBe(0);
      await storage.putFile('audio/a.mp3', file);
      await expect.poll(opened).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('tells what lies in a folder, however much', async () => {
    const storage = await open();
    for (const key of ['previews/a.json', 'previews/b.json', 'previews/c.json', 'audio/d.mp3'])
      await storage.put(key, Buffer.from('x'));
    expect(await listed(storage.list('previews'))).toEqual(
      ['a', 'b', 'c'].map((name) => ({
        key: `previews/${name}.json`,
        modifiedAt: new Date('2026-11-20T10:00:00Z'),
      })),
    );
    expect(await listed(storage.list('nothing'))).toEqual([]);
  });

  test('gives ranges', async () => {
    const storage = await open();
    await storage.put('a.mp3', Buffer.from('0123456789'));
    expect((await buffer(await storage.stream('a.mp3', { start: 3, end: 5 }))).toString()).toBe('345');
    expect((await buffer(await storage.stream('a.mp3'))).toString()).toBe('0123456789');
  });

  test('knows what is not there, and forgets what is deleted', async () => {
    const storage = await open();
    expect(await storage.get('a.mp3')).toBeNull();
    expect(await storage.stat('a.mp3')).toBeNull();
    await expect(storage.stream('a.mp3')).rejects.toThrow(StorageError);
    await storage.put('a.mp3', Buffer.from('x'));
    await storage.delete('a.mp3');
    await storage.delete('a.mp3');
    expect(await storage.get('a.mp3')).toBeNull();
  });

  test('is retried after a transient failure', async () => {
    failures.push(503);
    await (await open()).put('a.mp3', Buffer.from('x'));
    expect(seen.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
  });

  test.each([
    ['is full', () => failures.push(507, 507, 507), undefined, undefined],
    ['refuses the secret', () => {}, undefined, 'another secret'],
    ['does not exist', () => {}, 's3://missing', undefined],
  ])('that %s is a StorageError', async (_, prepare, bucket, secret) => {
    prepare();
    const storage = await open(
      bucket && `${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=${region}`,
      secret,
    );
    await expect(storage.put('a.mp3', Buffer.from('x'))).rejects.toThrow(StorageError);
    expect(objects.size).toBe(0);
  });

  test('that cannot be reached is a StorageError', async () => {
    const storage = await open(
      `s3://sounds?endpoint=${encodeURIComponent('http://127.0.0.1:1')}&region=${region}`,
    );
    await expect(storage.get('a.mp3')).rejects.toThrow(/Cannot read a\.mp3/);
  });
});

describe('a bucket checked for write access', () => {
  test('is written to, and not again for a while', async () => {
    const storage = await open();
    expect(await Promise.all([storage.whyNotWritable(), storage.whyNotWritable()])).toEqual([null, null]);
    expect(await storage.whyNotWritable()).toBeNull();
    expect([...objects.keys()]).toEqual(['news/probe']);
    expect(seen).toHaveLength(1);
  });

  test('says when it refuses', async () => {
    const storage = await open(undefined, 'another secret');
    expect(await storage.whyNotWritable()).toMatch(/cannot be written\. Cannot write probe: /);
  });

  test('counts as not writable when it is silent', async () => {
    const silent = await startSilentServer();
    try {
      const place = parseS3Url(`s3://sounds?endpoint=${encodeURIComponent(silent.url)}`);
      const limits = { connectMs: 5_000, idleMs: 30_000, answerMs: 100 };
      const storage = await s3Storage(place, account, limits);
      expect(await storage.whyNotWritable()).toBe('The bucket of STORAGE_URL does not answer.');
    } finally {
      await silent.close();
    }
  });
});

test.each([
  ['s3://', 'must be s3://bucket'],
  ['s3://sounds?endpoint=ftp://example.com', 'endpoint must begin with http'],
  ['s3://sounds?acl=public', 'the unknown parameter acl'],
])('the address %s is refused', (address, message) => {
  expect(() => parseS3Url(address)).toThrow(message);
});

async function listed(
  entries: AsyncIterable<{ key: string; modifiedAt: Date }>,
): Promise<{ key: string; modifiedAt: Date }[]> {
  const found: { key: string; modifiedAt: Date }[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

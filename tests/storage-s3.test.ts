/** The S3 storage against a server that speaks the protocol. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { diskStorage } from '../server/storage/disk.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { parseS3Url, s3Storage } from '../server/storage/s3.ts';
import { StorageError, type Storage } from '../server/storage/storage.ts';
import { account, region, startS3Server } from './support/s3-server.ts';
import { startSilentServer } from './support/silent-server.ts';

const s3 = await startS3Server();
const { endpoint, objects, seen, failures } = s3;
beforeEach(() => {
  objects.clear();
  seen.length = 0;
  failures.length = 0;
});
afterAll(() => s3.close());

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
  test('is created by `create-bucket` if it is missing, and only then', async () => {
    const options = {
      env: {
        ...process.env,
        STORAGE_URL: `s3://sounds?endpoint=${encodeURIComponent(endpoint)}&region=${region}`,
        S3_ACCESS_KEY_ID: account.accessKeyId,
        S3_SECRET_ACCESS_KEY: account.secretAccessKey,
      },
    };
    const run = async (): Promise<string> => {
      const script = ['scripts/create-bucket.ts'];
      return (await promisify(execFile)(process.execPath, script, options)).stdout.trim();
    };
    expect(await run()).toBe('The bucket sounds was created.');
    expect(await run()).toBe('The bucket sounds exists.');
    expect(seen.map(({ method }) => method)).toEqual(['HEAD', 'PUT', 'HEAD']);
  });

  test('stores a complete file under the prefix, with its type and length', async () => {
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

  test('lists the files of all folders under its prefix', async () => {
    const storage = await open();
    for (const key of ['audio/a.mp3', 'images/b', 'playlists/c.json'])
      await storage.put(key, Buffer.from(key));
    await storage.whyNotWritable();
    objects.set('elsewhere/audio/d.mp3', { body: Buffer.from('d'), type: 'audio/mpeg' });
    const found = await Array.fromAsync(storage.listAll());
    expect(found.map(({ key, bytes }) => [key, bytes]).sort()).toEqual([
      ['audio/a.mp3', 11],
      ['images/b', 8],
      ['playlists/c.json', 16],
    ]);
  });

  test('uploads a file without loading it into memory', async () => {
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

  test('closes the file descriptor after any failed upload', async () => {
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

  test('lists a folder of any size', async () => {
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

  test('returns ranges', async () => {
    const storage = await open();
    await storage.put('a.mp3', Buffer.from('0123456789'));
    expect((await buffer(await storage.stream('a.mp3', { start: 3, end: 5 }))).toString()).toBe('345');
    expect((await buffer(await storage.stream('a.mp3'))).toString()).toBe('0123456789');
  });

  test('reports missing files, and deletes files', async () => {
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
  test('is tested by writing, and not again for a while', async () => {
    const storage = await open();
    expect(await Promise.all([storage.whyNotWritable(), storage.whyNotWritable()])).toEqual([null, null]);
    expect(await storage.whyNotWritable()).toBeNull();
    expect([...objects.keys()]).toEqual(['news/probe']);
    expect(seen).toHaveLength(1);
  });

  test('reports refused access', async () => {
    const storage = await open(undefined, 'another secret');
    expect(await storage.whyNotWritable()).toMatch(/cannot be written to\. Cannot write probe: /);
  });

  test('counts as not writable if it does not respond', async () => {
    const silent = await startSilentServer();
    try {
      const place = parseS3Url(`s3://sounds?endpoint=${encodeURIComponent(silent.url)}`);
      const limits = { connectMs: 5_000, idleMs: 30_000, answerMs: 100 };
      const storage = await s3Storage(place, account, limits);
      expect(await storage.whyNotWritable()).toBe('The bucket in STORAGE_URL does not respond.');
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

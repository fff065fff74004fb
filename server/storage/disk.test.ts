import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { diskStorage } from './disk.ts';
import { StorageError } from './storage.ts';
import type { Storage } from './storage.ts';

let root: string;
let storage: Storage;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parlance-storage-'));
  storage = diskStorage(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('stores complete files and no leftovers', async () => {
  await storage.put('audio/a.mp3', Buffer.from('0123456789'));
  expect(Buffer.from((await storage.get('audio/a.mp3'))!).toString()).toBe('0123456789');
  expect((await buffer(await storage.stream('audio/a.mp3', { start: 2, end: 4 }))).toString()).toBe('234');
  const found = await storage.stat('audio/a.mp3');
  expect(found).toMatchObject({ bytes: 10, etag: expect.stringMatching(/^"[\w-]+"$/) });
  await storage.put('audio/a.mp3', Buffer.from('0123456789'));
  expect((await storage.stat('audio/a.mp3'))!.etag).toBe(found!.etag);
  expect(await readdir(join(root, 'audio'))).toEqual(['a.mp3']);
});

test('reports missing files', async () => {
  await storage.put('audio/a.mp3', Buffer.from('x'));
  for (const key of ['audio/b.mp3', 'other/a.mp3', 'audio/a.mp3/c', 'audio']) {
    expect(await storage.get(key), key).toBeNull();
    expect(await storage.stat(key), key).toBeNull();
    if (key !== 'audio') await storage.delete(key);
  }
  await expect(storage.stream('audio/b.mp3')).rejects.toThrow(StorageError);
});

test.each(['../escape', 'audio/../../escape', '', '/../etc/passwd', 'a\0b'])(
  'refuses the key %j',
  async (key) => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(StorageError);
    await expect(storage.get(key)).rejects.toThrow(StorageError);
  },
);

test('a file in place of a folder is a StorageError that names the failed operation', async () => {
  await writeFile(join(root, 'audio'), 'a file');
  await expect(storage.put('audio/a.mp3', Buffer.from('x'))).rejects.toThrow(/^Cannot write audio\/a\.mp3: /);
});

test('concurrent writes of one key leave one complete file', async () => {
  const content = Buffer.alloc(300_000, 'abc');
  await Promise.all(Array.from({ length: 12 }, () => storage.put('segments/k.mp3', content)));
  expect(Buffer.from((await storage.get('segments/k.mp3'))!).equals(content)).toBe(true);
  expect(await readdir(join(root, 'segments'))).toEqual(['k.mp3']);
});

test('stores a file completely, or nothing if it cannot be read', async () => {
  const source = join(root, 'source');
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  await writeFile(source, content);
  await storage.putFile('audio/a.mp3', source);
  expect(Buffer.from((await storage.get('audio/a.mp3'))!).equals(content)).toBe(true);
  await expect(storage.putFile('audio/b.mp3', join(root, 'nowhere'))).rejects.toThrow(StorageError);
  expect(await readdir(join(root, 'audio'))).toEqual(['a.mp3']);
});

test('a read-only folder is a StorageError', async () => {
  await chmod(root, 0o500);
  const attempt = storage.put('audio/a.mp3', Buffer.from('x'));
  // Root may write anywhere.
  if (process.getuid?.() === 0) await attempt;
  else await expect(attempt).rejects.toThrow('no right to');
  await chmod(root, 0o700);
});

test('lists files in a folder that only its owner can read', async () => {
  for (const key of ['listed/a.json', 'listed/b.json', 'listed/below/c.json'])
    await storage.put(key, Buffer.from('x'));
  expect((await listed(storage.list('listed'))).map(({ key }) => key).sort()).toEqual([
    'listed/a.json',
    'listed/b.json',
  ]);
  expect(await listed(storage.list('nothing'))).toEqual([]);
  expect([
    (await stat(join(root, 'listed'))).mode & 0o777,
    (await stat(join(root, 'listed/a.json'))).mode & 0o777,
  ]).toEqual([0o700, 0o600]);
});

test('lists the files of all folders, without partial ones', async () => {
  await storage.put('audio/a.mp3', Buffer.from('0123456789'));
  await storage.put('images/below/b', Buffer.from('x'));
  await writeFile(join(root, 'audio/c.mp3.0123456789ab.tmp'), 'partial');
  const found = await Array.fromAsync(storage.listAll());
  expect(found.map(({ key, bytes }) => [key, bytes]).sort()).toEqual([
    ['audio/a.mp3', 10],
    ['images/below/b', 1],
  ]);
  expect(await Array.fromAsync(diskStorage(join(root, 'nowhere')).listAll())).toEqual([]);
});

test('lists the files behind links, and fails for a link to a disk that is not mounted', async () => {
  const linked = join(root, 'linked');
  const elsewhere = join(root, 'elsewhere');
  await diskStorage(elsewhere).put('below/b.mp3', Buffer.from('x'));
  await mkdir(linked);
  await symlink(elsewhere, join(linked, 'audio'));
  await symlink(join(elsewhere, 'below/b.mp3'), join(linked, 'c.mp3'));
  const keys = async () => (await Array.fromAsync(diskStorage(linked).listAll())).map(({ key }) => key);
  expect((await keys()).sort()).toEqual(['audio/below/b.mp3', 'c.mp3']);
  await rm(elsewhere, { recursive: true });
  await expect(keys()).rejects.toMatchObject({ name: 'StorageError', trouble: 'absent' });
});

test('the web server’s group can read the files that it serves, for any umask', async () => {
  const mask = process.umask(0o077);
  onTestFinished(() => void process.umask(mask));
  await diskStorage(join(root, 'new'), { forGroup: true }).put('below/this/a.mp3', Buffer.from('x'));
  const modes = ['new', 'new/below', 'new/below/this', 'new/below/this/a.mp3'].map(
    async (path) => (await stat(join(root, path))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o750, 0o750, 0o750, 0o640]);
  // What was there before is the operator's.
  expect((await stat(root)).mode & 0o777).toBe(0o700);
});

async function listed(
  entries: AsyncIterable<{ key: string; modifiedAt: Date }>,
): Promise<{ key: string; modifiedAt: Date }[]> {
  const found: { key: string; modifiedAt: Date }[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { keyIdOf, objectName, openStream, sealStream } from './sealed-stream.ts';

const key = 'a key of a backup that has enough characters';
const place = 'data/20261129T010700Z/table-1';
const seal = (content: Buffer): Promise<Buffer> =>
  buffer(Readable.from([content]).pipe(sealStream(key, place)));
/** Arrives in small pieces, as from a network. */
async function open(sealed: Buffer, secret = key, from = place): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(sealed.length / 10_000) }, (_, index) =>
    sealed.subarray(index * 10_000, (index + 1) * 10_000),
  );
  const opening = openStream(secret, from);
  const read = buffer(opening);
  Readable.from(pieces)
    .on('error', () => {})
    .pipe(opening);
  return read;
}

test.each([0, 1, 65_535, 65_536, 65_537, 300_000])('opens %i bytes as they were sealed', async (length) => {
  const content = Buffer.from(Array.from({ length }, (_, index) => index % 251));
  const sealed = await seal(content);
  expect((await open(sealed)).equals(content)).toBe(true);
  expect(sealed.subarray(8).includes(content.subarray(0, 32)) && length > 32).toBe(false);
});

test('refuses what was changed, cut off, reordered, or sealed with another key or for another place', async () => {
  const sealed = await seal(Buffer.alloc(200_000, 'text'));
  const frame = 4 + 65_536 + 16;
  const [first, second] = [sealed.subarray(24, 24 + frame), sealed.subarray(24 + frame, 24 + 2 * frame)];
  const changed = Buffer.from(sealed);
  changed[100_000]! ^= 1;
  await expect(open(changed)).rejects.toThrow(/damaged/);
  await expect(open(sealed.subarray(0, 24 + frame))).rejects.toThrow(/damaged/);
  await expect(open(sealed.subarray(0, -1))).rejects.toThrow(/cut off/);
  await expect(open(Buffer.concat([sealed.subarray(0, 24), second, first]))).rejects.toThrow(/damaged/);
  await expect(open(sealed, `${key}!`)).rejects.toThrow(/BACKUP_KEY is not the key/);
  await expect(open(sealed, key, 'data/20261129T010700Z/table-2')).rejects.toThrow(/damaged/);
  await expect(open(Buffer.from('plain text that was never sealed'))).rejects.toThrow(/not encrypted/);
});

test('names neither keys nor contents in a way that reveals them', () => {
  expect(keyIdOf(key)).not.toBe(keyIdOf(`${key}!`));
  expect(objectName('ab', null)).toBe('ab');
  expect(objectName('ab', key)).toMatch(/^[0-9a-f]{64}$/);
});

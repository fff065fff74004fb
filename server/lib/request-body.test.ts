import { PassThrough, Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { BodyError, readBytes } from './request-body.ts';

afterEach(() => void vi.useRealTimers());

const pieces = (count: number, size: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(size, 'x')), { objectMode: true });

it('joins what came', async () => {
  expect(Buffer.from(await readBytes(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), 4)).toString()).toBe('abcd');
});

it('reads to its end what is too large, and cuts off what goes on and on', async () => {
  const large = pieces(3_000, 1_000);
  await expect(readBytes(large, 1_048_576)).rejects.toThrow(new BodyError(413, 'This is larger than the 1 MB that can be sent.'));
  expect(large.readableEnded).toBe(true);
  const endless = pieces(3_000, 1_000);
  await expect(readBytes(endless, 100_000)).rejects.toThrow(BodyError);
  expect([endless.readableEnded, endless.destroyed]).toEqual([false, true]);
});

it.each([
  ['stalls', 31_000, 1],
  ['comes a byte at a time', 20_000, 40],
])('gives up on what %s', async (_, step, steps) => {
  vi.useFakeTimers();
  const body = new PassThrough();
  const read = expect(readBytes(body, 1_000)).rejects.toMatchObject({ name: 'BodyError', statusCode: 408 });
  for (let i = 0; i < steps; i++) {
    if (!body.destroyed) body.write('x');
    await vi.advanceTimersByTimeAsync(step);
  }
  await read;
  expect(body.destroyed).toBe(true);
});

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BodyError, queueBodyRead, readBytes, watchPace } from './request-body.ts';

afterEach(() => void vi.useRealTimers());

const pieces = (count: number, size: number) =>
  Readable.from(
    Array.from({ length: count }, () => Buffer.alloc(size, 'x')),
    { objectMode: true },
  );

it('joins the received chunks', async () => {
  expect(
    Buffer.from(await readBytes(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), 4)).toString(),
  ).toBe('abcd');
});

it('drains a body that is too large, and closes an endless one', async () => {
  const large = pieces(3_000, 1_000);
  await expect(readBytes(large, 1_048_576)).rejects.toThrow(
    new BodyError(413, 'The request is larger than the maximum of 1 MB.'),
  );
  expect(large.readableEnded).toBe(true);
  const endless = pieces(3_000, 1_000);
  await expect(readBytes(endless, 100_000)).rejects.toThrow(BodyError);
  expect([endless.readableEnded, endless.destroyed]).toEqual([false, true]);
});

/** Creates a request that sends bytes or stalls. */
function sending() {
  const request = { complete: false, destroyed: false, socket: { bytesRead: 0 } };
  return {
    request: request as unknown as IncomingMessage,
    send: (bytes: number) => void (request.socket.bytesRead += bytes),
    end: () => void (request.complete = true),
  };
}

describe('a client that sends a request body', () => {
  it.each([
    ['stalls', 0, 12],
    ['sends a few bytes a second', 100, 12],
    ['takes more than ten minutes', 100_000, 602],
  ])('is disconnected if it %s', async (_, rate, seconds) => {
    vi.useFakeTimers();
    const { request, send } = sending();
    let cutAfter = Infinity;
    watchPace(request, () => (cutAfter = second));
    let second = 0;
    for (; second < 700 && cutAfter === Infinity; second++) {
      send(rate);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(cutAfter).toBeGreaterThan(seconds - 4);
    expect(cutAfter).toBeLessThanOrEqual(seconds);
  });

  it('is not disconnected while it is steady, pauses briefly or has finished', async () => {
    vi.useFakeTimers();
    const [steady, pausing, ended] = [sending(), sending(), sending()];
    const tooSlow = vi.fn();
    for (const { request } of [steady, pausing, ended]) watchPace(request, tooSlow);
    ended.end();
    for (let second = 0; second < 120; second++) {
      steady.send(20_000);
      if (second % 8 === 0) pausing.send(200_000);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(tooSlow).not.toHaveBeenCalled();
    for (const { end } of [steady, pausing]) end();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not timed out while it is queued', async () => {
    vi.useFakeTimers();
    const holders = Array.from({ length: 6 }, (_, index) => ({
      ...sending(),
      caller: `tenant ${index >> 1}`,
      done: Promise.withResolvers<void>(),
    }));
    const held = holders.map(({ request, caller, done }) =>
      queueBodyRead(request, caller, () => done.promise),
    );
    const waiting = sending();
    const tooSlow = vi.fn();
    watchPace(waiting.request, tooSlow);
    const turn = Promise.withResolvers<void>();
    const read = queueBodyRead(waiting.request, 'another', () => turn.promise);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(tooSlow).not.toHaveBeenCalled();
    holders[0]!.done.resolve();
    await vi.advanceTimersByTimeAsync(13_000);
    expect(tooSlow).toHaveBeenCalledOnce();
    for (const { done } of [...holders, { done: turn }]) done.resolve();
    await Promise.all([...held, read]);
  });

  it('cannot fill the queue for other callers', async () => {
    const done = Promise.withResolvers<void>();
    const greedy = Array.from({ length: 8 }, () =>
      queueBodyRead(sending().request, 'greedy', () => done.promise),
    );
    expect(await queueBodyRead(sending().request, 'another', async () => 'read')).toBe('read');
    done.resolve();
    await Promise.all(greedy);
  });
});

import { expect, it } from 'vitest';
import { Gate, GateFullError } from './gate.ts';

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let begun = false;
  return { run: () => ((begun = true), promise), end: resolve, fail: reject, begun: () => begun };
}

it('lets so many in at once, others in turn, and refuses when too many wait', async () => {
  const gate = new Gate(2, 1);
  const [a, b, c] = [work(), work(), work()];
  const [first, second, third] = [gate.run(a.run), gate.run(b.run), gate.run(c.run)];
  await expect(gate.run(async () => 'no')).rejects.toThrow(GateFullError);
  expect([a.begun(), b.begun(), c.begun()]).toEqual([true, true, false]);
  a.end('a');
  expect(await first).toBe('a');
  await expect.poll(c.begun).toBe(true);
  b.end('b');
  c.end('c');
  expect(await Promise.all([second, third])).toEqual(['b', 'c']);
});

it('gives the place of what failed to the next', async () => {
  const gate = new Gate(1, 1);
  const failing = work();
  const first = gate.run(failing.run);
  const second = gate.run(async () => 'second');
  failing.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe('second');
  expect(await gate.run(async () => 'third')).toBe('third');
});

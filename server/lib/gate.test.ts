import { expect, it } from 'vitest';
import { Gate, GateFullError } from './gate.ts';

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let begun = false;
  return { run: () => ((begun = true), promise), end: resolve, fail: reject, begun: () => begun };
}

it('lets so many in at once, others in turn, and refuses when too many wait', async () => {
  const gate = new Gate({ atOnce: 2, waitingMax: 1 });
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
  const gate = new Gate({ atOnce: 1, waitingMax: 1 });
  const failing = work();
  const first = gate.run(failing.run);
  const second = gate.run(async () => 'second');
  failing.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe('second');
  expect(await gate.run(async () => 'third')).toBe('third');
});

it('gives callers turns, lets lower ranks go first, and keeps places free for others', async () => {
  const gate = new Gate({ atOnce: 2, waitingMax: 100, perCaller: { atOnce: 1, waitingMax: 3 } });
  const begun: string[] = [];
  const visit = (caller: string, rank?: number) => gate.run(async () => void begun.push(caller), { caller, ...(rank !== undefined && { rank }) });
  const blocker = work();
  const first = gate.run(blocker.run, { caller: 'greedy', rank: 1 });
  const greedy = [1, 2, 3].map(() => visit('greedy', 1));
  await expect(visit('greedy', 1)).rejects.toThrow(GateFullError);
  // The second place is not the greedy one's, so that another finds it free.
  await visit('other', 1);
  expect(begun).toEqual(['other']);
  const held = work();
  const second = gate.run(held.run, { caller: 'holder' });
  const rest = [visit('a', 1), visit('a', 1), visit('b', 1), visit('person', 0)];
  held.end('');
  blocker.end('');
  await Promise.all([first, second, ...greedy, ...rest]);
  expect(begun.slice(1)).toEqual(expect.arrayContaining(['a', 'b', 'greedy', 'person']));
  expect(begun[1]).toBe('person');
  expect(begun.lastIndexOf('b')).toBeLessThan(begun.lastIndexOf('greedy'));
  expect(gate.inside).toBe(0);
});

it('sends away whoever has waited too long, and gives the place to the next', async () => {
  const standings: number[] = [];
  const gate = new Gate({ atOnce: 1, waitingMax: 9, patience: (standing) => (standings.push(standing), 20) });
  const holder = work();
  const first = gate.run(holder.run);
  await expect(gate.run(async () => 'late', { caller: 'a' })).rejects.toThrow('too long');
  expect(standings).toEqual([0]);
  holder.end('done');
  expect(await first).toBe('done');
  expect(await gate.run(async () => 'next', { caller: 'a' })).toBe('next');
});

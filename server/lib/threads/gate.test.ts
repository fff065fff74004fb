import { globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Gate, GateFullError } from './gate.ts';

/** Creates work that ends when the test ends it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let begun = false;
  return { run: () => ((begun = true), promise), end: resolve, fail: reject, begun: () => begun };
}

it('admits up to the concurrency limit, queues others, and refuses when the queue is full', async () => {
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

it('gives the place of a failed task to the next', async () => {
  const gate = new Gate({ atOnce: 1, waitingMax: 1 });
  const failing = work();
  const first = gate.run(failing.run);
  const second = gate.run(async () => 'second');
  failing.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe('second');
  expect(await gate.run(async () => 'third')).toBe('third');
});

it('alternates between callers, admits lower ranks first, and reserves places for others', async () => {
  const gate = new Gate({ atOnce: 2, waitingMax: 100, perCaller: { share: 0.5, waitingMax: 3 } });
  const begun: string[] = [];
  const visit = (caller: string, rank?: number) =>
    gate.run(async () => void begun.push(caller), { caller, ...(rank !== undefined && { rank }) });
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

it('rejects a caller that has waited too long, and admits the next', async () => {
  const gate = new Gate({ atOnce: 1, waitingMax: 9, patience: () => 20 });
  const holder = work();
  const first = gate.run(holder.run);
  await expect(gate.run(async () => 'late', { caller: 'a' })).rejects.toThrow('too long');
  holder.end('done');
  expect(await first).toBe('done');
  expect(await gate.run(async () => 'next', { caller: 'a' })).toBe('next');
});

it('reserves places for higher ranks', async () => {
  const gate = new Gate({ atOnce: 4, waitingMax: 9, rankShares: [1, 0.75, 0.5] });
  const held = Array.from({ length: 3 }, work);
  const strangers = held.map(({ run }, index) => gate.run(run, { caller: String(index), rank: 2 }));
  await new Promise(setImmediate);
  expect(held.map(({ begun }) => begun())).toEqual([true, true, false]);
  await gate.run(async () => 'program', { rank: 1 });
  const person = work();
  const first = gate.run(person.run, { rank: 0 });
  await new Promise(setImmediate);
  expect(person.begun()).toBe(true);
  for (const { end } of [...held, person]) end('');
  await Promise.all([...strangers, first]);
});

describe('a gate under three times its capacity', () => {
  afterEach(() => void vi.useRealTimers());

  /** A request arrives at a fixed interval for a while; each admitted one takes `takes`. */
  async function come(gate: Gate, { every, takes, forMs }: { every: number; takes: number; forMs: number }) {
    const waits: { at: number; wait: number; served: boolean }[] = [];
    const all: Promise<unknown>[] = [];
    for (let at = 0; at < forMs; at += every) {
      const came = performance.now();
      const told = (served: boolean) => void waits.push({ at, wait: performance.now() - came, served });
      all.push(
        gate
          .run(() => (told(true), new Promise((resolve) => setTimeout(resolve, takes))))
          .catch(() => told(false)),
      );
      await vi.advanceTimersByTimeAsync(every);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all(all);
    return waits;
  }
  const options = {
    atOnce: (overloaded: boolean) => (overloaded ? 2 : 4),
    waitingMax: 50,
    patience: (overloaded: boolean) => (overloaded ? 8 : 1_000),
  };

  it('admits a burst in order', async () => {
    vi.useFakeTimers();
    const waits = await come(new Gate(options), { every: 0.5, takes: 20, forMs: 25 });
    expect(waits.every(({ served }) => served)).toBe(true);
  });

  it('admits or rejects immediately', async () => {
    vi.useFakeTimers();
    const gate = new Gate(options);
    // Two at once that take 20 ms each are a hundred in a second; three hundred come.
    const waits = await come(gate, { every: 10 / 3, takes: 20, forMs: 6_000 });
    const standing = waits.filter(({ at }) => at > 2_500);
    const served = standing.filter(({ served }) => served);
    expect(Math.max(...standing.map(({ wait }) => wait))).toBeLessThanOrEqual(8.5);
    expect(served.length / standing.length).toBeGreaterThan(0.3);
    expect(gate.overloaded).toBe(false);
  });

  it('queues a caller without other requests in progress, regardless of others’ load', async () => {
    vi.useFakeTimers();
    const gate = new Gate({
      ...options,
      perCaller: { share: 0.5, waitingMax: 10 },
      patience: (overloaded, others) => (!overloaded ? 1_000 : others === 0 ? 40 : 8),
    });
    const told: boolean[] = [];
    const ask = (caller: string) =>
      gate
        .run(() => new Promise<void>((resolve) => setTimeout(resolve, 20)), { caller })
        .then(
          () => true,
          () => false,
        );
    for (let at = 0; at < 4_000; at += 2) {
      void ask(`flood ${at % 3}`);
      if (at > 2_000 && at % 100 === 0) void ask('quiet').then((served) => told.push(served));
      await vi.advanceTimersByTimeAsync(2);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(Array(19).fill(true));
  });

  it('rejects only callers that would wait behind their own requests', async () => {
    vi.useFakeTimers();
    const gate = new Gate({ ...options, perCaller: { share: 1 } });
    const stay = (caller: string) => void gate.run(() => new Promise(() => {}), { caller }).catch(() => {});
    for (let count = 0; count < 4; count++) stay('flood');
    stay('flood');
    expect(gate.turnAway({ caller: 'flood' })).toBe(false);
    await vi.advanceTimersByTimeAsync(990);
    stay('flood');
    await vi.advanceTimersByTimeAsync(20);
    expect([gate.overloaded, gate.turnAway({ caller: 'flood' }), gate.turnAway({ caller: 'quiet' })]).toEqual(
      [true, true, false],
    );
    // Turned-away visitors count as refused: while there are any, the gate stays overloaded.
    for (let time = 0; time < 3_000; time += 500) {
      stay('flood');
      expect(gate.turnAway({ caller: 'flood' })).toBe(true);
      await vi.advanceTimersByTimeAsync(500);
      stay('flood');
    }
  });

  it('never rejects a caller with nothing queued because others have long queues', async () => {
    const gate = new Gate({ atOnce: 1, waitingMax: 3, perCaller: { share: 1 } });
    const leave = await gate.enter({ caller: 'flood' });
    const order: string[] = [];
    const wait = (caller: string) => gate.run(async () => void order.push(caller), { caller });
    const waiting = [wait('flood'), wait('flood'), wait('flood')];
    await expect(wait('flood')).rejects.toThrow(GateFullError);
    waiting.push(wait('quiet'));
    leave();
    await Promise.all(waiting);
    expect(order).toEqual(['flood', 'quiet', 'flood', 'flood']);
  });
});

it('every gate is shared per caller, and every wait for a pool or service names its caller', () => {
  const root = new URL('../../../', import.meta.url).pathname;
  const sources = globSync('server/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, code: readFileSync(root + file, 'utf8') }));
  /** Files with something of this kind, and whether each of it names whom it is shared among. */
  const sharing = (made: RegExp, shared: RegExp): Record<string, boolean> =>
    Object.fromEntries(
      sources
        .filter(({ code }) => made.test(code))
        .map(({ file, code }) => [file.replace('server/', ''), shared.test(code)]),
    );
  expect(sharing(/new Gate\(/, /perCaller/)).toEqual({
    'alexa/signing-certificate.ts': true,
    'kernel/run-interactive.ts': true,
    'areas/articles/article-record/waveform.ts': true,
    'areas/library/sounds/normalise-sound.ts': true,
    'areas/listening/statistics/report-file.ts': true,
    'graphql/response-size-limit.ts': true,
    'http/request-queue.ts': true,
    'http/graphql-socket.ts': true,
    'lib/security/crypto.ts': true,
    'lib/database/fair-pool.ts': true,
    'lib/requests/request-body.ts': true,
    'lib/threads/task-pool.ts': true,
  });
  expect(sharing(/new TaskPool</, /caller/)).toEqual({
    'extraction/extraction-threads.ts': true,
    'kernel/file-readers.ts': true,
    'kernel/lexicon-threads.ts': true,
    'pipeline/cut-text.ts': true,
    'speech/local/local-provider.ts': true,
    // A command of the operator, alone in its process.
    'speech/local/measure-voice.ts': false,
    'speech/offline-recognition.ts': true,
    'speech/threads.ts': true,
  });
  expect(sharing(/new ProviderQueue\(/, /tenant: request\.tenant/)).toEqual({
    'language-models/open-language-model.ts': true,
    'speech/providers.ts': true,
    'speech/recognition.ts': true,
  });
});

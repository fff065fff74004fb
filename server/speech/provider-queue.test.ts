import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProviderError, ProviderWaitError, type ProviderErrorKind } from './provider-errors.ts';
import { ProviderQueue, QUEUE_DEFAULTS, type ProviderQueueOptions } from './provider-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;
const queueOf = (options: Partial<ProviderQueueOptions> = {}): ProviderQueue =>
  new ProviderQueue('test', { concurrency: 2, random: () => 1, ...options });
const failure = (kind: ProviderErrorKind, retryAfterMs?: number): ProviderError =>
  new ProviderError('test', kind, 'said so', { retryAfterMs });
const elapsed = (): number => Date.now() - Date.parse('2026-11-20T12:00:00Z');

/**
 * Service with scripted responses: an error to throw, or nothing for success. Records the time of each
 * request.
 */
function service(...script: (ProviderError | undefined)[]) {
  const askedAt: number[] = [];
  return {
    askedAt,
    ask: async (): Promise<string> => {
      askedAt.push(elapsed());
      const error = script.shift();
      if (error) throw error;
      return 'sound';
    },
  };
}

/** A request that ends on command. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { run: vi.fn(() => promise), resolve: () => resolve('sound'), reject };
}

const settled = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('limits', () => {
  test('the caller with the fewest requests in progress is next, so that no batch blocks others', async () => {
    const queue = queueOf();
    const [batch, other] = [Array.from({ length: 5 }, pending), pending()];
    const answers = batch.map(({ run }) => queue.run(run, never, { tenant: 'a' }));
    const answer = queue.run(other.run, never, { tenant: 'b' });
    batch[0]!.resolve();
    await answers[0];
    await vi.advanceTimersByTimeAsync(0);
    expect([...batch, other].map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0, 0, 0, 1]);
    for (const { resolve } of [...batch, other]) resolve();
    await Promise.all([...answers, answer]);
  });

  test('requests stay within the concurrency limit, urgent ones first', async () => {
    const queue = queueOf();
    const requests = [pending(), pending(), pending(), pending()];
    const answers = requests.map((request, index) => queue.run(request.run, never, { urgent: index === 3 }));
    expect(requests.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0, 0]);
    expect(queue.snapshot()).toMatchObject({ active: 2, waiting: 2 });
    requests[0]!.resolve();
    await answers[0];
    await vi.advanceTimersByTimeAsync(0);
    expect(requests.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0, 1]);
    for (const request of requests) request.resolve();
    expect(await Promise.all(answers)).toEqual(['sound', 'sound', 'sound', 'sound']);
    expect(queue.snapshot()).toMatchObject({
      active: 0,
      waiting: 0,
      started: 4,
      succeeded: 4,
      circuit: 'closed',
      heldBack: null,
      retryAt: null,
    });
  });

  test('requests stay within the rate limit in every minute', async () => {
    const queue = queueOf({ requestsPerMinute: 2, longestWaitMs: 600_000 });
    const { ask, askedAt } = service();
    const all = Promise.all(Array.from({ length: 5 }, () => queue.run(ask, never)));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(askedAt).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(120_000);
    await all;
    expect(askedAt).toEqual([0, 0, 60_000, 60_000, 120_000]);
  });

  test('a caller that would exceed the wait limit gets a retry time', async () => {
    const queue = queueOf({ requestsPerMinute: 1 });
    const { ask } = service();
    await queue.run(ask, never);
    const error = await settled(queue.run(ask, never));
    expect(error).toBeInstanceOf(ProviderWaitError);
    expect(error).toMatchObject({ reason: 'rate_limited', retryAt: new Date('2026-11-20T12:01:00Z') });
  });

  test('an aborted request leaves the queue', async () => {
    const queue = queueOf({ concurrency: 1 });
    const [first, second, third] = [pending(), pending(), pending()];
    const controller = new AbortController();
    const answers = [
      queue.run(first.run, never),
      settled(queue.run(second.run, controller.signal)),
      queue.run(third.run, never),
    ];
    controller.abort(new Error('left'));
    expect(await answers[1]).toEqual(new Error('left'));
    first.resolve();
    third.resolve();
    await Promise.all(answers);
    expect(second.run).not.toHaveBeenCalled();
  });
});

describe('rate limits of the service', () => {
  test('Retry-After delays all requests, and the refused one is repeated', async () => {
    const queue = queueOf({ concurrency: 1 });
    const { ask, askedAt } = service(failure('rate_limited', 7000));
    const answers = Promise.all([queue.run(ask, never), queue.run(ask, never)]);
    await vi.advanceTimersByTimeAsync(6999);
    expect(askedAt).toEqual([0]);
    expect(queue.snapshot()).toMatchObject({
      heldBack: 'rate_limited',
      circuit: 'closed',
      retryAt: new Date('2026-11-20T12:00:07Z'),
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(await answers).toEqual(['sound', 'sound']);
    expect(askedAt).toEqual([0, 7000, 7000]);
    expect(queue.snapshot()).toMatchObject({ retried: 1, failures: { rate_limited: 1 } });
  });

  test('a long Retry-After rejects all callers until then', async () => {
    const queue = queueOf({ concurrency: 1 });
    const { ask, askedAt } = service(failure('rate_limited', 300_000));
    const errors = await Promise.all([settled(queue.run(ask, never)), settled(queue.run(ask, never))]);
    for (const error of errors)
      expect(error).toMatchObject({
        name: 'ProviderWaitError',
        reason: 'rate_limited',
        retryAt: new Date('2026-11-20T12:05:00Z'),
      });
    expect(askedAt).toEqual([0]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await queue.run(ask, never)).toBe('sound');
  });

  test.each(['rate_limited', 'unavailable'] as const)(
    'a long Retry-After rejects new callers, and a year is treated as an hour (%s)',
    async (kind) => {
      const queue = queueOf({ concurrency: 1 });
      const { ask, askedAt } = service(failure(kind, 365 * 24 * 3_600_000));
      const errors = await Promise.all([settled(queue.run(ask, never)), settled(queue.run(ask, never))]);
      for (const error of errors)
        expect(error).toMatchObject({
          name: 'ProviderWaitError',
          reason: kind,
          retryAt: new Date('2026-11-20T13:00:00Z'),
        });
      expect(queue.snapshot()).toMatchObject({ heldBack: kind, circuit: 'closed', waiting: 0 });
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(await queue.run(ask, never)).toBe('sound');
      expect(askedAt).toEqual([0, 3_600_000]);
    },
  );

  test('a response counts even if its caller has left', async () => {
    const queue = queueOf();
    const [left, next] = [pending(), service()];
    const controller = new AbortController();
    const gone = new Error('gone');
    const leaving = settled(queue.run(left.run, controller.signal));
    controller.abort(gone);
    left.reject(failure('rate_limited', 5000));
    expect(await leaving).toBe(gone);
    const answer = queue.run(next.ask, never);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await answer).toBe('sound');
    expect(next.askedAt).toEqual([5000]);
    expect(left.run).toHaveBeenCalledTimes(1);
  });

  test('without Retry-After the pause doubles; simultaneous refusals count once', async () => {
    const queue = queueOf({ concurrency: 2 });
    const limited = failure('rate_limited');
    const { ask, askedAt } = service(limited, limited, limited, limited);
    const answers = Promise.all([queue.run(ask, never), queue.run(ask, never)]);
    await vi.advanceTimersByTimeAsync(60_000);
    await answers;
    expect(askedAt).toEqual([0, 0, 1000, 1000, 3000, 3000]);
  });

  test('a Retry-After of zero does not cause a request storm', async () => {
    const queue = queueOf({ concurrency: 1 });
    const { ask, askedAt } = service(failure('rate_limited', 0));
    const answer = queue.run(ask, never);
    await vi.advanceTimersByTimeAsync(1000);
    await answer;
    expect(askedAt).toEqual([0, 1000]);
  });
});

describe('failures', () => {
  test('an unavailable service is retried with exponential back-off', async () => {
    const queue = queueOf();
    const { ask, askedAt } = service(failure('unavailable'), failure('unavailable'));
    const answer = queue.run(ask, never);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBe('sound');
    expect(askedAt).toEqual([0, 1000, 3000]);
  });

  test('the back-off is jittered', async () => {
    const queue = queueOf({ random: () => 0.25 });
    const { ask, askedAt } = service(failure('unavailable'), failure('unavailable'));
    const answer = queue.run(ask, never);
    await vi.advanceTimersByTimeAsync(10_000);
    await answer;
    expect(askedAt).toEqual([0, 250, 750]);
  });

  test('the jitter is random by default', async () => {
    const waits = new Set<number>();
    for (let i = 0; i < 20; i++) {
      const queue = queueOf(QUEUE_DEFAULTS);
      const begun = elapsed();
      const { ask, askedAt } = service(failure('unavailable'));
      const answer = queue.run(ask, never);
      await vi.advanceTimersByTimeAsync(1000);
      await answer;
      waits.add(askedAt[1]! - begun);
    }
    expect(waits.size).toBeGreaterThan(10);
    for (const ms of waits) expect(ms).toBeLessThanOrEqual(1000);
  });

  test('after the last attempt the caller is told to wait, not that the text is invalid', async () => {
    const queue = queueOf();
    const down = failure('unavailable');
    const answer = settled(queue.run(service(down, down, down).ask, never));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatchObject({
      name: 'ProviderWaitError',
      reason: 'unavailable',
      retryAt: new Date('2026-11-20T12:00:07Z'),
      cause: down,
    });
  });

  test('an invalid request is not repeated', async () => {
    const { ask, askedAt } = service(failure('bad_request'));
    const queue = queueOf();
    expect(await settled(queue.run(ask, never))).toMatchObject({
      name: 'ProviderError',
      kind: 'bad_request',
    });
    expect(askedAt).toEqual([0]);
    expect(queue.snapshot()).toMatchObject({
      circuit: 'closed',
      lastError: { kind: 'bad_request', message: 'test: said so' },
    });
  });

  test('invalid audio is requested again, then reported', async () => {
    const silence = failure('bad_audio');
    const queue = queueOf();
    const { ask, askedAt } = service(silence, silence, silence);
    const answer = settled(queue.run(ask, never));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBe(silence);
    expect(askedAt).toHaveLength(3);
  });

  test('an error that is not the service’s is rethrown unchanged', async () => {
    const bug = new TypeError('bug');
    const queue = queueOf();
    expect(await settled(queue.run(() => Promise.reject(bug), never))).toBe(bug);
    expect(queue.snapshot()).toMatchObject({ active: 0, circuit: 'closed' });
  });
});

describe('circuit', () => {
  const down = failure('unavailable');
  const options = { attempts: 1, circuit: { ...QUEUE_DEFAULTS.circuit, failures: 3, openMs: 40_000 } };
  const broken = async (queue: ProviderQueue, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) await settled(queue.run(() => Promise.reject(down), never));
  };

  test('opens after consecutive failures, and then sends no requests', async () => {
    const queue = queueOf(options);
    await broken(queue, 2);
    await queue.run(service().ask, never);
    await broken(queue, 2);
    expect(queue.snapshot().circuit).toBe('closed');
    await broken(queue, 1);
    expect(queue.snapshot()).toMatchObject({
      circuit: 'open',
      heldBack: 'unavailable',
      retryAt: new Date('2026-11-20T12:00:40Z'),
    });
    const { ask, askedAt } = service();
    expect(await settled(queue.run(ask, never))).toMatchObject({
      name: 'ProviderWaitError',
      retryAt: new Date('2026-11-20T12:00:40Z'),
    });
    expect(askedAt).toEqual([]);
    expect(queue.snapshot().postponed).toBe(6);
  });

  test('sends one trial request when half-open, and closes when it succeeds', async () => {
    const queue = queueOf({ ...options, concurrency: 5 });
    await broken(queue, 3);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(queue.snapshot().circuit).toBe('half-open');
    const trials = [pending(), pending(), pending()];
    const answers = trials.map(({ run }) => queue.run(run, never));
    expect(trials.map(({ run }) => run.mock.calls.length)).toEqual([1, 0, 0]);
    trials[0]!.resolve();
    await answers[0];
    await vi.advanceTimersByTimeAsync(0);
    expect(queue.snapshot().circuit).toBe('closed');
    expect(trials.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 1]);
    for (const trial of trials) trial.resolve();
    await Promise.all(answers);
  });

  test('reopens for twice as long after a failed trial, up to a maximum', async () => {
    const queue = queueOf({ ...options, circuit: { ...options.circuit, longestOpenMs: 100_000 } });
    await broken(queue, 3);
    const openFor: number[] = [];
    for (let i = 0; i < 3; i++) {
      openFor.push(queue.snapshot().retryAt!.getTime() - Date.now());
      await vi.advanceTimersByTimeAsync(openFor.at(-1)!);
      await broken(queue, 1);
    }
    openFor.push(queue.snapshot().retryAt!.getTime() - Date.now());
    expect(openFor).toEqual([40_000, 80_000, 100_000, 100_000]);
  });

  test('ignores requests that were in progress when it opened', async () => {
    const queue = queueOf({ ...options, concurrency: 5 });
    await Promise.all(Array.from({ length: 5 }, () => settled(queue.run(() => Promise.reject(down), never))));
    expect(queue.snapshot()).toMatchObject({
      circuit: 'open',
      started: 5,
      retryAt: new Date('2026-11-20T12:00:40Z'),
    });
  });

  test('treats a rate-limited trial as success', async () => {
    const queue = queueOf(options);
    await broken(queue, 3);
    await vi.advanceTimersByTimeAsync(40_000);
    const answer = queue.run(service(failure('rate_limited', 2000)).ask, never);
    await vi.advanceTimersByTimeAsync(0);
    expect(queue.snapshot()).toMatchObject({ circuit: 'closed', heldBack: 'rate_limited' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answer).toBe('sound');
  });

  test('serves queued requests if the service recovers in time', async () => {
    const queue = queueOf({ ...options, circuit: { ...options.circuit, openMs: 5000 } });
    await broken(queue, 3);
    const { ask, askedAt } = service();
    const answer = queue.run(ask, never);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await answer).toBe('sound');
    expect(askedAt).toEqual([5000]);
  });

  test('stops all requests at once when credentials are refused, also queued ones', async () => {
    const queue = queueOf({ concurrency: 1 });
    const [refused, other] = [pending(), pending()];
    const answers = [settled(queue.run(refused.run, never)), settled(queue.run(other.run, never))];
    refused.reject(failure('credentials'));
    for (const error of await Promise.all(answers))
      expect(error).toMatchObject({
        name: 'ProviderWaitError',
        reason: 'credentials',
        retryAt: new Date('2026-11-20T12:15:00Z'),
      });
    expect(other.run).not.toHaveBeenCalled();
    expect(queue.snapshot()).toMatchObject({ circuit: 'open', heldBack: 'credentials' });
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(await queue.run(service().ask, never)).toBe('sound');
    expect(queue.snapshot()).toMatchObject({ circuit: 'closed', heldBack: null });
  });

  test('opens after responses that are not audio', async () => {
    const queue = queueOf(options);
    for (let i = 0; i < 3; i++) await settled(queue.run(() => Promise.reject(failure('bad_audio')), never));
    expect(queue.snapshot().circuit).toBe('open');
  });
});

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ProviderError, ProviderWaitError } from './provider-errors.ts';
import { ProviderQueue } from './provider-queue.ts';
import { runs } from '../../tests/support/full.ts';

/** What the service does with one request, and after how many milliseconds. */
const answer = fc.record({
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('sound' as const) },
    fc.constantFrom('bad_request', 'credentials', 'rate_limited', 'unavailable', 'bad_audio'),
  ),
  after: fc.integer({ min: 0, max: 3000 }),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined }),
});
const request = fc.record({
  arrives: fc.integer({ min: 0, max: 120_000 }),
  leaves: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
  urgent: fc.boolean(),
});

test('limits and pauses hold, and every caller gets a response, for any behavior of the service', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 40 }),
        fc.array(request, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
        async (answers, requests, concurrency, requestsPerMinute) => {
          vi.setSystemTime(0);
          const queue = new ProviderQueue('test', { concurrency, requestsPerMinute, random: () => 0.5 });
          const startedAt: number[] = [];
          let active = 0;
          let quietUntil = 0;
          let asked = 0;
          const ask = async (): Promise<string> => {
            const now = Date.now();
            expect(now).toBeGreaterThanOrEqual(quietUntil);
            expect(++active).toBeLessThanOrEqual(concurrency);
            startedAt.push(now);
            if (requestsPerMinute)
              expect(startedAt.filter((at) => at > now - 60_000).length).toBeLessThanOrEqual(
                requestsPerMinute,
              );
            const { does, after, retryAfterMs } = answers[asked++ % answers.length]!;
            await new Promise((resolve) => setTimeout(resolve, after));
            active--;
            if (does === 'sound') return does;
            if (does === 'rate_limited') quietUntil = Math.max(quietUntil, Date.now() + (retryAfterMs ?? 0));
            throw new ProviderError('test', does, 'said so', { retryAfterMs });
          };
          const outcomes = requests.map(async ({ arrives, leaves, urgent }) => {
            await new Promise((resolve) => setTimeout(resolve, arrives));
            const controller = new AbortController();
            const gone = new Error('gone');
            const timer = leaves === undefined ? undefined : setTimeout(() => controller.abort(gone), leaves);
            const outcome = await queue
              .run(ask, controller.signal, { urgent })
              .catch((error: unknown) => error);
            clearTimeout(timer);
            if (outcome instanceof ProviderWaitError)
              expect(outcome.retryAt.getTime()).toBeGreaterThan(Date.now());
            // The other kinds are the provider's trouble, not the request's.
            else if (outcome instanceof ProviderError)
              expect(['bad_request', 'bad_audio']).toContain(outcome.kind);
            else expect(['sound', gone]).toContain(outcome);
          });
          const all = Promise.all(outcomes);
          let done = false;
          void all.finally(() => (done = true)).catch(() => undefined);
          for (let minutes = 0; minutes < 60 && !done; minutes++) await vi.advanceTimersByTimeAsync(60_000);
          expect(done).toBe(true);
          await all;
          expect(queue.snapshot()).toMatchObject({ active: 0, waiting: 0 });
        },
      ),
      { numRuns: runs(50, 300) },
    );
  } finally {
    vi.useRealTimers();
  }
});

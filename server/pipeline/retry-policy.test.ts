import { extractionMessages } from '../extraction/messages.ts';
import { persistError } from '../lib/persisted-message.ts';
import { fetchMessages } from '../lib/messages.ts';
import { rejectionMessages } from './messages.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ExtractionError } from '../extraction/extraction-error.ts';
import { FetchError } from '../lib/outbound/safe-fetch-error.ts';
import { ThreadEndedError } from '../lib/threads/start-thread.ts';
import { ProviderError, ProviderWaitError } from '../speech/provider-errors.ts';
import { StorageError } from '../storage/storage.ts';
import { failureVerdict, maxAttempts } from './retry-policy.ts';
import { DailyLimitError, OutOfCharactersError } from '../areas/access/accounts/ledger.ts';
import { NothingToVoiceError } from '../areas/voice/voicing/voicing-plan.ts';
import { StaleRunError } from '../areas/articles/articles/article-states.ts';
import { RejectedPageError } from './check-page-belongs.ts';
import { spendingMessages } from '../areas/access/accounts/messages.ts';
import { runMessages } from '../areas/articles/articles/messages.ts';
import { voiceMessages } from '../areas/voice/voicing/messages.ts';
import { storageMessages } from '../storage/messages.ts';

const half = () => 0.5;
// The clock is frozen, so waits are exact however busy the machine is.
const now = Date.now();
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterAll(() => void vi.useRealTimers());

describe('a transient failure postpones the article, after any number of attempts', () => {
  test.each([
    [
      'a provider that is paused',
      new ProviderWaitError('openai', 'unavailable', new Date(now + 60_000)),
      60_500,
    ],
    [
      'a provider that is paused for long',
      new ProviderWaitError('openai', 'credentials', new Date(now + 86_400_000)),
      900_000,
    ],
    [
      'a provider that is no longer paused',
      new ProviderWaitError('openai', 'rate_limited', new Date(0)),
      1_000,
    ],
    [
      'a rate limit',
      new ProviderError('openai', 'rate_limited', 'slow down', { retryAfterMs: 7_000 }),
      7_500,
    ],
    ['a provider that is down', new ProviderError('openai', 'unavailable', 'down'), 30_500],
    [
      'a full disk',
      new StorageError(storageMessages.STORAGE_DISK_FAILED({ what: 'write', why: 'the disk is full' })),
      8_500,
    ],
  ])('%s', (_, error, waitMs) => {
    for (const attempts of [0, maxAttempts + 10]) {
      const verdict = failureVerdict(error, attempts, 0, half);
      expect(verdict).toEqual({
        kind: 'postpone',
        reason: persistError(error),
        waitMs,
        countsAsAttempt: false,
      });
    }
  });
});

describe('a possibly random failure is retried with growing delays, then final', () => {
  test.each([
    ['a refused text', new ProviderError('openai', 'bad_request', 'refused'), 'openai: refused'],
    ['invalid audio', new ProviderError('openai', 'bad_audio', 'empty'), 'openai: empty'],
    [
      'a server that fails',
      new FetchError('status', fetchMessages.FETCH_HOST_IN_TROUBLE({ host: 'a.example', status: 503 }), {
        status: 503,
      }),
      'a.example reports a server error (HTTP 503).',
    ],
    [
      'an internal error',
      new TypeError('x is not a function'),
      'Something went wrong in Parlance. See the server log for details.',
    ],
  ])('%s', (_, error, reason) => {
    const waits = Array.from({ length: maxAttempts - 1 }, (__, attempts) => {
      const verdict = failureVerdict(error, attempts, 0, half);
      expect(verdict).toMatchObject({ kind: 'postpone', reason: { text: reason }, countsAsAttempt: true });
      return (verdict as { waitMs: number }).waitMs;
    });
    expect(waits).toEqual([1_500, 3_000, 6_000, 12_000]);
    expect(failureVerdict(error, maxAttempts - 1, 0, half)).toMatchObject({
      kind: 'fail',
      reason: { text: reason },
    });
  });
});

test.each([
  [
    'a text without words',
    new NothingToVoiceError(voiceMessages.VOICE_HAS_NOTHING_TO_SAY()),
    { kind: 'fail', reason: { notices: [{ code: 'VOICE_HAS_NOTHING_TO_SAY', parameters: {} }] } },
  ],
  [
    'an account without characters',
    new OutOfCharactersError(),
    {
      kind: 'fail',
      reason: { text: 'out of chars', notices: [{ code: 'SPENDING_OUT_OF_CHARACTERS', parameters: {} }] },
    },
  ],
  [
    'a page that is gone',
    new FetchError('status', fetchMessages.FETCH_NO_SUCH_PAGE({ host: 'a.example', status: 404 }), {
      status: 404,
    }),
    {
      kind: 'fail',
      reason: {
        text: 'a.example doesn’t have this page (HTTP 404).',
        notices: [{ code: 'FETCH_NO_SUCH_PAGE', parameters: { host: 'a.example', status: 404 } }],
      },
    },
  ],
  [
    'a private address',
    new FetchError('private-address', fetchMessages.FETCH_NOT_PUBLIC({ host: '10.0.0.1' })),
    { kind: 'fail', reason: { text: '10.0.0.1 is not an address on the public internet.' } },
  ],
  [
    'a page that is not an article',
    new RejectedPageError(rejectionMessages.PAGE_IS_NO_ARTICLE({ confidence: 12 })),
    { kind: 'reject', reason: { text: 'The page is probably not an article (confidence 12%).' } },
  ],
  [
    'the daily limit',
    new DailyLimitError(spendingMessages.SPENDING_DAILY_LIMIT_REACHED({ limit: 9 })),
    {
      kind: 'limit',
      reason: { notices: [{ code: 'SPENDING_DAILY_LIMIT_REACHED', parameters: { limit: 9 } }] },
    },
  ],
  ['a stale run', new StaleRunError(runMessages.RUN_IS_OVER({ run: 1, article: 1 })), { kind: 'stale' }],
  [
    'a database that restarts',
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    { kind: 'queue' },
  ],
  [
    'an unreachable database',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    { kind: 'queue' },
  ],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), { kind: 'queue' }],
])('%s is final immediately', (_, error, verdict) => {
  expect(failureVerdict(error, 0, 0)).toMatchObject(verdict);
});

test('a thread that crashes on an article is retried once, not twice', () => {
  const error = new ExtractionError('out-of-memory', extractionMessages.PAGE_NEEDS_MEMORY(), {
    cause: new ThreadEndedError('The process ended with SIGABRT.', { outOfMemory: true }),
  });
  expect(failureVerdict(error, 0, 0, half)).toMatchObject({
    kind: 'postpone',
    crashed: true,
    countsAsAttempt: true,
    reason: { text: error.message },
  });
  expect(failureVerdict(error, 0, 1, half)).toMatchObject({
    kind: 'fail',
    reason: { text: expect.stringContaining('crashed twice') },
  });
  expect(
    failureVerdict(new ExtractionError('timeout', extractionMessages.PAGE_TOO_SLOW()), 0, 1, half),
  ).not.toHaveProperty('crashed');
});

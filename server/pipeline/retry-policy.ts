import { persistMessages, persistError, type PersistedMessage } from '../lib/persisted-message.ts';
import { voicingMessages } from './messages.ts';
import { isDatabaseAbsent, isDatabaseFull, isDatabaseTimeout } from '../lib/database/database-errors.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { ThreadEndedError } from '../lib/threads/start-thread.ts';
import { product } from '../product.ts';

/** Failed attempts after which an article is errored. */
export const maxAttempts = 5;
/** Threads that may die of an article before it is errored: it is no chance then, and others would suffer. */
export const maxCrashes = 2;
const firstBackoffMs = 2_000;
const longestBackoffMs = 10 * 60_000;
/** Pauses that a provider or a full disk can impose are kept within these bounds. */
const shortestWaitMs = 1_000;
const longestWaitMs = 15 * 60_000;

/** What happens to an article's run after an error. Reasons are for editors. */
export type Verdict =
  /** Another run has the article, or it is no longer needed. */
  | { kind: 'stale' }
  /** The queue runs the job again; nothing can be recorded now. */
  | { kind: 'queue' }
  | {
      kind: 'postpone';
      reason: PersistedMessage;
      waitMs: number;
      countsAsAttempt: boolean;
      crashed?: boolean;
    }
  | { kind: 'limit'; reason: PersistedMessage }
  | { kind: 'reject'; reason: PersistedMessage }
  | { kind: 'fail'; reason: PersistedMessage };

/**
 * Classifies an error by its own statement. After a temporary one (a provider that is down, a full disk) the
 * article waits without using up its attempts. A possibly transient or an unexpected one is retried a few
 * times, each time later. A permanent one ends the article at once.
 * @param attempts failed ones before this
 * @param crashes threads that it crashed before this
 */
export function failureVerdict(
  error: unknown,
  attempts: number,
  crashes: number,
  random: () => number = Math.random,
): Verdict {
  if (
    !isExpectedError(error) &&
    (isDatabaseAbsent(error) || isDatabaseTimeout(error) || isDatabaseFull(error))
  )
    return { kind: 'queue' };
  const voicing = isExpectedError(error) ? error.onVoicing : 'retry';
  if (voicing === 'stale') return { kind: 'stale' };
  const reason = isExpectedError(error)
    ? persistError(error)
    : persistMessages([voicingMessages.VOICING_WENT_WRONG({ product: product.name })]);
  if (typeof voicing === 'object')
    return {
      kind: 'postpone',
      reason,
      waitMs: clamp(voicing.waitMs + random() * 1_000),
      countsAsAttempt: false,
    };
  const crashed = threadDied(error);
  if (crashed && crashes + 1 >= maxCrashes)
    return { kind: 'fail', reason: persistMessages([voicingMessages.VOICING_CRASHED()]) };
  if (voicing !== 'retry') return { kind: voicing, reason };
  if (attempts + 1 >= maxAttempts) return { kind: 'fail', reason };
  const backoff = Math.min(firstBackoffMs * 2 ** attempts, longestBackoffMs);
  return {
    kind: 'postpone',
    reason,
    waitMs: backoff * (0.5 + random() / 2),
    countsAsAttempt: true,
    ...(crashed && { crashed }),
  };
}

/** Whether the error is or wraps, as its cause, the death of a thread. */
function threadDied(error: unknown): boolean {
  for (let reason = error; reason instanceof Error; reason = reason.cause)
    if (reason instanceof ThreadEndedError) return true;
  return false;
}

/** Whether an error says something to an editor; others are for the log. */
export const isExpectedError = (error: unknown): error is ExpectedError => error instanceof ExpectedError;

const clamp = (ms: number): number => Math.min(Math.max(ms, shortestWaitMs), longestWaitMs);

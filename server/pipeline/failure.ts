import { AudioError } from '../audio/audio-error.ts';
import { ExtractionError } from '../extraction/extraction-error.ts';
import { UrlReplacementError } from '../extraction/replace-url.ts';
import { FetchError } from '../lib/safe-fetch-error.ts';
import { product } from '../product.ts';
import { isOutage, ProviderError, ProviderWaitError, UnknownProviderError } from '../speech/provider-errors.ts';
import { NothingToSpeakError } from '../speech/offline-text.ts';
import { OfflineVoiceError } from '../speech/offline-voices.ts';
import { StorageError } from '../storage/storage.ts';
import { isDatabaseAbsent, isDatabaseFull, isDatabaseLate } from '../lib/database-errors.ts';
import { DailyLimitError, OutOfCharactersError } from '../areas/accounts/ledger.ts';
import { UnknownVoiceError } from './delivery.ts';
import { NothingToVoiceError } from './plan.ts';
import { MissingSoundError } from './sound/file-content.ts';
import { StaleRunError } from '../areas/articles/states.ts';
import { RejectedPageError } from './steps/extract.ts';
import { SegmentsBusyError } from './steps/synthesise.ts';
import { VoiceTagError } from '../text/voice-tags.ts';

/** Failed attempts after which an article is errored. */
export const maxAttempts = 5;
const firstBackoffMs = 2_000;
const longestBackoffMs = 10 * 60_000;
/** Pauses that a provider or a full disk can impose are kept within these bounds. */
const shortestWaitMs = 1_000;
const longestWaitMs = 15 * 60_000;
const outageMs = 30_000;

/** What becomes of an article's run after an error. Reasons are for editors. */
export type Verdict =
  /** Somebody else is at it, or nobody needs it any more. */
  | { kind: 'stale' }
  /** The queue runs the job again; nothing can be recorded now. */
  | { kind: 'queue' }
  | { kind: 'postpone'; reason: string; waitMs: number; countsAsAttempt: boolean }
  | { kind: 'limit'; reason: string }
  | { kind: 'reject'; reason: string }
  | { kind: 'fail'; reason: string };

/**
 * Judges an error. What will pass by itself (a provider that is down, a full disk) makes the article wait without using up
 * its attempts; what may be chance is tried again a few times, each time later; what is certain errors it at once.
 * @param attempts failed ones before this
 */
export function judge(error: unknown, attempts: number, random: () => number = Math.random): Verdict {
  if (error instanceof StaleRunError) return { kind: 'stale' };
  if (isDatabaseAbsent(error) || isDatabaseLate(error) || isDatabaseFull(error)) return { kind: 'queue' };
  if (error instanceof DailyLimitError) return { kind: 'limit', reason: error.message };
  if (error instanceof OutOfCharactersError) return { kind: 'fail', reason: error.message };
  if (error instanceof RejectedPageError) return { kind: 'reject', reason: error.message };

  const wait = (reason: string, waitMs: number): Verdict => ({ kind: 'postpone', reason, waitMs: clamp(waitMs + random() * 1_000), countsAsAttempt: false });
  if (error instanceof ProviderWaitError) return wait(error.message, error.retryAt.getTime() - Date.now());
  if (error instanceof ProviderError && isOutage(error)) {
    return wait(error.message, error.retryAfterMs ?? outageMs);
  }
  if (error instanceof SegmentsBusyError) return wait(error.message, 5_000);
  if (error instanceof StorageError) return wait(error.message, outageMs);

  if (isCertain(error)) return { kind: 'fail', reason: reasonOf(error) };
  if (attempts + 1 >= maxAttempts) return { kind: 'fail', reason: reasonOf(error) };
  const backoff = Math.min(firstBackoffMs * 2 ** attempts, longestBackoffMs);
  return { kind: 'postpone', reason: reasonOf(error), waitMs: backoff * (0.5 + random() / 2), countsAsAttempt: true };
}

/** Whether the same would happen again as long as nobody changes the article or the project. */
function isCertain(error: unknown): boolean {
  if (error instanceof FetchError) return !error.retryable;
  if (error instanceof ProviderError) return error.kind === 'gone';
  if (error instanceof ExtractionError) return error.kind !== 'timeout' && error.kind !== 'failed' && error.kind !== 'out-of-memory';
  return [NothingToVoiceError, NothingToSpeakError, UnknownVoiceError, UnknownProviderError, OfflineVoiceError, VoiceTagError, MissingSoundError, UrlReplacementError].some((type) => error instanceof type);
}

/** Errors that are made for people. */
const explained = [
  DailyLimitError, OutOfCharactersError, RejectedPageError, ProviderWaitError, SegmentsBusyError, StorageError, ProviderError, FetchError,
  ExtractionError, AudioError, NothingToVoiceError, NothingToSpeakError, UnknownVoiceError, UnknownProviderError, OfflineVoiceError, VoiceTagError,
  MissingSoundError, UrlReplacementError,
];

/** Whether an error says something to an editor; others are for the log. */
export const isForeseen = (error: unknown): boolean => explained.some((type) => error instanceof type);

function reasonOf(error: unknown): string {
  return isForeseen(error) ? (error as Error).message : `Something went wrong inside ${product.name}; the log of the server says more.`;
}

const clamp = (ms: number): number => Math.min(Math.max(ms, shortestWaitMs), longestWaitMs);

import type { Message } from './declare-messages.ts';

/**
 * What happens to an article that an error stops on its way to audio:
 * - `fail`: it is errored; the error recurs until the article, its project or the account is changed.
 * - `retry`: the error may be transient; a few more attempts follow, each later than the one before.
 * - `waitMs`: the error is temporary; the article is retried after this many milliseconds, without a limit on
 *   attempts.
 * - `reject`: the project's rules reject it as an article.
 * - `limit`: it resumes when the project's day is over.
 * - `stale`: another run has the article, or it is no longer needed.
 */
export type VoicingConsequence = 'fail' | 'retry' | 'reject' | 'limit' | 'stale' | { waitMs: number };

/**
 * Expected error: carries a declared message for the caller that it stops, and says what it means for an
 * article.
 */
export abstract class ExpectedError extends Error {
  abstract readonly onVoicing: VoicingConsequence;
  /** What it tells. */
  readonly told: Message;

  constructor(told: Message, options?: ErrorOptions) {
    super(told.message, options);
    this.told = told;
  }
}

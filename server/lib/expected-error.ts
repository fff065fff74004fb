import type { Message } from './declare-messages.ts';

/**
 * What becomes of an article that an error stops on its way to sound:
 * - `fail`: it is errored; the same would happen again as long as nobody changes the article, its project or
 *   the account.
 * - `retry`: it may be chance; a few more attempts follow, each later than the one before.
 * - `waitMs`: it passes by itself; asked again after so many milliseconds, however often it takes.
 * - `reject`: the project's rules say that it is no article.
 * - `limit`: it goes on when the project's day is over.
 * - `stale`: somebody else is at it, or nobody needs it any more.
 */
export type VoicingConsequence = 'fail' | 'retry' | 'reject' | 'limit' | 'stale' | { waitMs: number };

/**
 * An error that somebody thought of: it tells whoever it stops a declared message, and says what it means to
 * an article.
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

import { ForeseenError, type Voicing } from '../../lib/foreseen-error.ts';

/**
 * What an answer of Amazon's means:
 * - `setup`: this server has no credentials for Amazon, or wrong ones.
 * - `unlinked`: there is no linked account, or Amazon no longer accepts the link.
 * - `throttled`: too many requests; worth another try after a while.
 * - `unavailable`: Amazon cannot be reached or has a problem; worth another try.
 * - `missing`: there is no such thing (a skill that was deleted there).
 * - `conflict`: something else is being done with it.
 * - `refused`: what was sent is wrong, or not allowed.
 */
export type AmazonProblem =
  'setup' | 'unlinked' | 'throttled' | 'unavailable' | 'missing' | 'conflict' | 'refused';

/**
 * A call of Amazon that failed. The message is ours, a sentence for an editor; `said` is what Amazon says.
 */
export class AmazonError extends ForeseenError {
  override readonly name = 'AmazonError';
  readonly problem: AmazonProblem;
  /** In Amazon's words, where it had any. */
  readonly said: string | null;
  /** Milliseconds after which Amazon asks us to come again. */
  readonly retryAfterMs: number | null;

  constructor(
    problem: AmazonProblem,
    message: string,
    {
      said = null,
      retryAfterMs = null,
      cause,
    }: { said?: string | null; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.problem = problem;
    this.said = said;
    this.retryAfterMs = retryAfterMs;
  }

  /** Both together, to be shown. */
  get words(): string {
    return this.said === null ? this.message : `${this.message} Amazon says: “${this.said}”`;
  }

  get voicing(): Voicing {
    return 'fail';
  }
}

import type { Message } from '../../../lib/declare-messages.ts';
import { amazonMessages } from './messages.ts';
import { ExpectedError, type VoicingConsequence } from '../../../lib/expected-error.ts';

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
export class AmazonError extends ExpectedError {
  override readonly name = 'AmazonError';
  readonly problem: AmazonProblem;
  /** What kept its answer away, where it is known. */
  readonly because: Message | null;
  /** In Amazon's words, where it had any. */
  readonly said: string | null;
  /** Milliseconds after which Amazon accepts another request. */
  readonly retryAfterMs: number | null;

  constructor(
    problem: AmazonProblem,
    told: Message,
    {
      said = null,
      because = null,
      retryAfterMs = null,
      cause,
    }: { said?: string | null; because?: Message | null; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(told, cause === undefined ? {} : { cause });
    this.because = because;
    this.problem = problem;
    this.said = said;
    this.retryAfterMs = retryAfterMs;
  }

  /** All of it, to be shown one after another. */
  get says(): Message[] {
    return [
      this.told,
      ...(this.because === null ? [] : [this.because]),
      ...(this.said === null ? [] : [amazonMessages.AMAZON_SAYS({ said: this.said })]),
    ];
  }

  get words(): string {
    return this.says.map(({ message }) => message).join(' ');
  }

  get onVoicing(): VoicingConsequence {
    return 'fail';
  }
}

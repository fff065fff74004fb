import { ExpectedError } from '../lib/expected-error.ts';
import type { Message } from '../lib/declare-messages.ts';

/**
 * Consequence of an unsent email:
 * - `later`: it is retried.
 * - `refused`: the address accepts no email; retrying does not help.
 * - `failed`: it cannot be sent as it is.
 * - `unknown`: it may have arrived. A retry might deliver it twice, so a person decides.
 */
export type MailOutcome = 'later' | 'refused' | 'failed' | 'unknown';

/** Email that was not sent, or whose delivery is unknown. */
export class MailError extends ExpectedError {
  override name = 'MailError';
  readonly onVoicing = 'fail';
  readonly outcome: MailOutcome;

  constructor(outcome: MailOutcome, told: Message, options?: ErrorOptions) {
    super(told, options);
    this.outcome = outcome;
  }
}

import { ExpectedError } from '../lib/expected-error.ts';
import type { Message } from '../lib/declare-messages.ts';

/**
 * What follows when a mail was not sent:
 * - `later`: it is tried again.
 * - `refused`: that address takes none; trying again is of no use.
 * - `failed`: it cannot be sent as it is.
 * - `unknown`: it may have arrived. Trying again might send it twice, so somebody decides.
 */
export type MailOutcome = 'later' | 'refused' | 'failed' | 'unknown';

/** A mail that was not sent, or of which that is not known. */
export class MailError extends ExpectedError {
  override name = 'MailError';
  readonly onVoicing = 'fail';
  readonly outcome: MailOutcome;

  constructor(outcome: MailOutcome, told: Message, options?: ErrorOptions) {
    super(told, options);
    this.outcome = outcome;
  }
}

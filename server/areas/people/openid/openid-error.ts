import { ExpectedError } from '../../../lib/expected-error.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** A sign-in with an OpenID provider that came to nothing; the person is told why on the sign-in page. */
export class OpenIdError extends ExpectedError {
  override name = 'OpenIdError';
  readonly onVoicing = 'fail';
  declare readonly told: Message;

  constructor(told: Message, options?: ErrorOptions) {
    super(told, options);
  }
}

/** A confirmation at an OpenID provider of who somebody is that came to nothing. */
export class IdentityConfirmationError extends OpenIdError {}

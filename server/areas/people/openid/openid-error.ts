import { ExpectedError } from '../../../lib/expected-error.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** Failed sign-in with an OpenID provider; the sign-in page shows the reason. */
export class OpenIdError extends ExpectedError {
  override name = 'OpenIdError';
  readonly onVoicing = 'fail';
  declare readonly told: Message;

  constructor(told: Message, options?: ErrorOptions) {
    super(told, options);
  }
}

/** Failed confirmation of a person's identity at an OpenID provider. */
export class IdentityConfirmationError extends OpenIdError {}

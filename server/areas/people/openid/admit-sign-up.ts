import type { App } from '../../../kernel/app.ts';
import { LimitReachedError } from '../../../kernel/errors.ts';
import { countAgainstNetworkRate, countAgainstRate } from '../../../kernel/rate-limit.ts';
import { mailboxOf } from '../../../text/mailbox-of.ts';
import type { ClientInfo } from '../../access/identity/security-log.ts';
import { isDisposable } from '../sign-up/disposable-email.ts';
import { signUpMessages } from '../sign-up/messages.ts';
import { signUpRates } from '../sign-up/sign-up.ts';
import { OpenIdError } from './openid-error.ts';

/**
 * Admits a sign-up for the studio through a provider, within the limits of sign-ups by email.
 * @throws OpenIdError
 */
export async function admitSignUp(app: App, email: string, { remoteAddress }: ClientInfo): Promise<void> {
  if (isDisposable(email, app.config.signUp.blockedDomains))
    throw new OpenIdError(signUpMessages.SIGN_UP_DISPOSABLE_ADDRESS());
  try {
    await countAgainstRate(app, signUpRates.mailbox, mailboxOf(email), signUpMessages.SIGN_UP_TOO_MANY());
    await countAgainstNetworkRate(app, signUpRates.network, remoteAddress, signUpMessages.SIGN_UP_TOO_MANY());
  } catch (error) {
    if (error instanceof LimitReachedError) throw new OpenIdError(signUpMessages.SIGN_UP_TOO_MANY());
    throw error;
  }
}

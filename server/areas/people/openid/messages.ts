import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about signing in with an OpenID provider. */
export const openIdMessages = declareMessages({
  OPENID_NOT_SET_UP: 'Signing in this way is not set up on this server.',
  OPENID_UNREACHABLE: 'The service that you sign in with cannot be reached. Please try again later.',
  OPENID_REFUSED: 'The sign-in was refused or has taken too long. Please try again.',
  OPENID_EMAIL_UNVERIFIED: 'The service that you sign in with has not verified your e-mail address.',
  OPENID_NO_ACCOUNT: 'There is no account for you here yet. Ask for an invitation.',
  IDENTITY_OF_ANOTHER: 'This identity already belongs to another account.',
  IDENTITY_NOT_FOUND: 'This identity does not exist.',
  IDENTITY_LINK_USED: 'This link is no longer valid. Please sign in again.',
  IDENTITY_LINK_ELSEWHERE: 'Please open the link in the browser that asked for it.',
  IDENTITY_LAST: 'Without it you could no longer sign in. Set a password first.',
});

import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about signing in with an OpenID provider. */
export const openIdMessages = declareMessages({
  OPENID_NOT_SET_UP: 'This sign-in method isn’t set up on this server.',
  OPENID_UNREACHABLE: 'Your sign-in service can’t be reached. Try again later.',
  OPENID_REFUSED: 'The sign-in was refused or took too long. Try again.',
  OPENID_EMAIL_UNVERIFIED: 'Your sign-in service hasn’t verified your email address.',
  OPENID_NO_ACCOUNT: 'You don’t have an account here yet. Ask for an invitation.',
  IDENTITY_OF_ANOTHER: 'This sign-in method already belongs to another account.',
  IDENTITY_NOT_FOUND: 'This sign-in method does not exist.',
  IDENTITY_LINK_USED: 'This link is no longer valid. Sign in again.',
  IDENTITY_LINK_ELSEWHERE: 'Open the link in the browser that requested it.',
  IDENTITY_LAST: 'You need this to sign in. Set a password first.',
});

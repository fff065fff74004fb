import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages for people who sign up. */
export const signUpMessages = declareMessages({
  SIGN_UP_NOT_OFFERED: 'Accounts on this server are by invitation only.',
  SIGN_UP_NO_ADDRESS: 'Enter a valid email address.',
  SIGN_UP_DISPOSABLE_ADDRESS: 'Use a permanent email address. Disposable addresses aren’t allowed.',
  SIGN_UP_LINK_USED: 'This link is no longer valid. Sign up again.',
  SIGN_UP_ELSEWHERE: 'Enter the password you chose when you signed up, or set a new one.',
  SIGN_UP_OTHER_PASSWORD: 'This isn’t the password you chose when you signed up. Set a new one instead.',
  SIGN_UP_TOO_MANY: 'Too many attempts. Try again later.',
});

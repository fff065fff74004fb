import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages for people who sign up. */
export const signUpMessages = declareMessages({
  SIGN_UP_NOT_OFFERED: 'Accounts are opened by invitation here.',
  SIGN_UP_NO_ADDRESS: 'This is no e-mail address.',
  SIGN_UP_DISPOSABLE_ADDRESS: 'Please use an address that you keep: throw-away addresses cannot be used.',
  SIGN_UP_LINK_USED: 'This link is no longer valid. Please sign up again.',
  SIGN_UP_ELSEWHERE: 'Enter the password that you chose when you signed up, or set a new one.',
  SIGN_UP_OTHER_PASSWORD: 'This is not the password that was chosen at sign-up. Set a new one instead.',
  SIGN_UP_TOO_MANY: 'Too many attempts. Please try again later.',
});

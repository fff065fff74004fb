import { declareMessages } from '../../lib/declare-messages.ts';

/** What is said of people, sessions and passwords. */
export const identityMessages = declareMessages({
  TOO_MANY_FAILED_SIGN_INS: 'Too many failed attempts. Please try again in a moment.',
  TOO_MANY_SIGN_INS: 'Too many people are signing in. Please try again in a moment.',
  WRONG_CREDENTIALS: 'The e-mail address or the password is wrong.',
  WRONG_TOKEN: 'The token is invalid or has expired.',
  WRONG_PASSWORD: 'The current password is wrong.',
  PASSWORD_IS_EMAIL: 'Your e-mail address cannot be your password.',
  PASSWORD_UNCHANGED: 'The new password must differ from the current one.',
  USER_NOT_FOUND: 'This user does not exist.',
  ADMINISTRATOR_NOT_FOUND: 'An administrator does not exist.',
  ADMINISTRATOR_OF_EMAIL_NOT_FOUND: 'An administrator {email} does not exist.',
  SEVERAL_ADMINISTRATORS: 'There are several administrators. Choose one of them: {emails}',
  LAST_ADMINISTRATOR: 'The platform needs at least one administrator. Appoint another one first.',
  USERS_ONLY: 'Only signed-in users can do this.',
  ADMINISTRATORS_ONLY: 'Only administrators can do this.',
  SESSION_NOT_FOUND: 'This session does not exist.',
  TOO_MANY_RESETS: 'Too many requests. Please try again later.',
  RESET_LINK_USED: 'This link is no longer valid. Please ask for a new one.',
  SECOND_FACTOR_NEEDED: 'Enter the code of your authenticator app.',
  SECOND_FACTOR_WRONG: 'The code is wrong, or was used before.',
  SIGNED_IN_TWICE: 'An operation can sign in only once.',
});

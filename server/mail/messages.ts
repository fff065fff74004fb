import { declareMessages } from '../lib/declare-messages.ts';

/** Why a mail was not sent. */
export const mailMessages = declareMessages({
  MAIL_SERVER_UNREACHABLE: 'The mail server can’t be reached ({code}).',
  MAIL_SERVER_SIGN_IN: 'The mail server didn’t accept the user name and password of SMTP_URL.',
  MAIL_SERVER_NOT_SECURE: 'The mail server offers no encrypted connection, but SMTP_URL contains a password.',
  MAIL_PUT_OFF: 'The mail server deferred the email: {answer}',
  MAIL_REFUSED: 'The mail server refused the email: {answer}',
  MAIL_RECIPIENT_REFUSED: 'The address doesn’t accept email: {answer}',
  MAIL_HANDED_OVER: 'The connection ended while the email was being sent. It may or may not have arrived.',
  MAIL_NOT_WANTED: 'This address has unsubscribed from these emails.',
  MAIL_NOT_WRITTEN: 'The email couldn’t be written to the outbox ({code}).',
  MAIL_UNREADABLE: 'The email was encrypted with a key that this server no longer has (JWT_SECRET).',
});

import { declareMessages } from '../lib/declare-messages.ts';

/** Why a mail was not sent. */
export const mailMessages = declareMessages({
  MAIL_SERVER_UNREACHABLE: 'The mail server could not be reached ({code}).',
  MAIL_SERVER_SIGN_IN: 'The mail server did not accept the user name and password of SMTP_URL.',
  MAIL_SERVER_NOT_SECURE: 'The mail server offers no encrypted connection, and SMTP_URL has a password.',
  MAIL_PUT_OFF: 'The mail server put the mail off: {answer}',
  MAIL_REFUSED: 'The mail server refused the mail: {answer}',
  MAIL_RECIPIENT_REFUSED: 'The address does not take mails: {answer}',
  MAIL_HANDED_OVER: 'The connection ended while the mail was handed over. Whether it arrived is not known.',
  MAIL_NOT_WANTED: 'This address has unsubscribed from these emails.',
  MAIL_NOT_WRITTEN: 'The mail could not be written to the outbox ({code}).',
  MAIL_UNREADABLE: 'The mail was sealed with a key that this server no longer has (JWT_SECRET).',
});

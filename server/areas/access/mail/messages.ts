import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about emails for administrators. */
export const mailAreaMessages = declareMessages({
  MAIL_NOT_FOUND: 'This mail does not exist.',
  MAIL_NOT_STOPPED: 'This mail has been sent, or is about to be.',
  MAIL_NO_LONGER_KEPT: 'What this mail said is no longer kept.',
  TOO_MANY_TEST_MAILS: 'Too many test mails. Please try again in a moment.',
});

import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about emails for administrators. */
export const mailAreaMessages = declareMessages({
  MAIL_NOT_FOUND: 'We couldn’t find this email.',
  MAIL_NOT_STOPPED: 'This email was sent or is about to be sent, so it can’t be stopped.',
  MAIL_NO_LONGER_KEPT: 'The content of this email is no longer stored, so it can’t be sent again.',
  TOO_MANY_TEST_MAILS: 'Too many test emails. Try again in a moment.',
});

import { declareMessages } from '../lib/declare-messages.ts';

/** What every area says. */
export const kernelMessages = declareMessages({
  INVALID_INPUT: 'The input is invalid.',
  NOT_SIGNED_IN: 'Please sign in.',
  NOT_PERMITTED: 'You do not have permission to do this.',
  FEATURE_NOT_BOOKED: 'This feature is not enabled in your organization. Want to unlock it?',
});

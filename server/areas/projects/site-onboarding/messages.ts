import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about setting up a site. */
export const siteOnboardingMessages = declareMessages({
  TOO_MANY_LOOKS: 'Too many addresses were looked at. Please try again in a moment.',
});

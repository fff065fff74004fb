import { declareMessages } from '../../../lib/declare-messages.ts';

/** What is said of addresses that are looked at first. */
export const siteOnboardingMessages = declareMessages({
  TOO_MANY_LOOKS: 'Too many addresses were looked at. Please try again in a moment.',
});

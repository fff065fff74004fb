import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about setting up a site. */
export const siteOnboardingMessages = declareMessages({
  TOO_MANY_LOOKS: 'Too many sites were checked. Try again in a moment.',
});

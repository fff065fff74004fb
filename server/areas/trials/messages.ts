import { declareMessages } from '../../lib/declare-messages.ts';

/** What is said of drafts that are tried. */
export const trialMessages = declareMessages({
  TRIAL_OF_ONE_DRAFT: 'One draft is tried at a time: entries, a rule, or a prompt.',
});

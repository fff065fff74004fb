import { declareMessages } from '../../../lib/declare-messages.ts';

/** Why making a project's teasers stopped. */
export const teaserMessages = declareMessages({
  TEASERS_OUT_OF_CHARACTERS: 'There are no characters left for the invitation to subscribe.',
});

import { declareMessages } from '../../../lib/declare-messages.ts';

/** Why an article cannot be paid for. */
export const spendingMessages = declareMessages({
  SPENDING_ARTICLE_ABOVE_DAILY_LIMIT:
    "This article has {characters, number, ::group-off} characters to voice, more than the project's daily limit of {limit, number, ::group-off}.",
  SPENDING_DAILY_LIMIT_REACHED:
    "The project's daily limit of {limit, number, ::group-off} characters is reached. Voicing goes on after midnight (UTC).",
  SPENDING_OUT_OF_CHARACTERS: 'out of chars',
});

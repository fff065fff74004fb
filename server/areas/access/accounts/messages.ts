import { declareMessages } from '../../../lib/declare-messages.ts';

/** Why an article cannot be paid for. */
export const spendingMessages = declareMessages({
  SPENDING_ARTICLE_ABOVE_DAILY_LIMIT:
    'This article needs {characters, number, ::group-off} characters, more than the project’s daily limit of {limit, number, ::group-off}. Raise the limit in the settings.',
  SPENDING_DAILY_LIMIT_REACHED:
    'The project’s daily limit of {limit, number, ::group-off} characters is reached. Audio generation continues after midnight (UTC).',
  SPENDING_OUT_OF_CHARACTERS: 'out of chars',
});

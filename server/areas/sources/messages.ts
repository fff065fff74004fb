import { declareMessages } from '../../lib/declare-messages.ts';

/** Why an item of a source cannot be voiced. */
export const itemMessages = declareMessages({
  ITEM_TEXT_TOO_LONG:
    'The text has {characters, number, ::group-off} characters; an article can have at most {limit, number, ::group-off}.',
});

import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about a source's item: why its audio can't be generated, or why it is not public yet. */
export const itemMessages = declareMessages({
  ITEM_SCHEDULED: 'The feed gives {day} as the date of this article, so it’s published then.',
  ITEM_TEXT_TOO_LONG:
    'The text has {characters, number, ::group-off} characters. An article can have up to {limit, number, ::group-off}.',
});

/** Messages about sources. */
export const sourceMessages = declareMessages({
  SOURCE_NOT_FOUND: 'This source does not exist.',
  NOT_A_PERCENTAGE: 'Enter a whole number from 0 to 100.',
  SOURCE_NOT_READABLE: 'Only feeds and websites can be read.',
  SOURCE_WITHOUT_KEY: 'Only sources of the types “API” and “API, read-only” have an API key.',
  TOO_MANY_SOURCES: 'A project can have up to {most, number, ::group-off} sources.',
});

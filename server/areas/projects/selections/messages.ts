import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about bulk changes of articles. */
export const selectionMessages = declareMessages({
  ARTICLE_BEING_VOICED: 'Audio of this article is already being generated.',
  SELECTED_ARTICLE_NOT_FOUND: 'We couldn’t find this article.',
  SELECTION_CHANGED:
    'The filter now matches {count, number, ::group-off} articles instead of {expected, number, ::group-off}. Check the selection and try again.',
  NOTHING_SELECTED: 'Choose articles or a filter.',
  TOO_MANY_SELECTED: 'Choose up to {most, number, ::group-off} articles at a time.',
});

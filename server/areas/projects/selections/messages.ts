import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about bulk changes of articles. */
export const selectionMessages = declareMessages({
  ARTICLE_BEING_VOICED: 'The article is being voiced already.',
  SELECTED_ARTICLE_NOT_FOUND: 'This article was not found.',
  SELECTION_CHANGED:
    'The filter matches {count, number, ::group-off} articles by now, not {expected, number, ::group-off}.',
  NOTHING_SELECTED: 'Either articles or a filter is needed.',
  TOO_MANY_SELECTED: 'At most {most, number, ::group-off} articles at a time.',
});

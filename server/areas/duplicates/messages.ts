import { declareMessages } from '../../lib/declare-messages.ts';

/** What the logs of articles say of their duplicates. */
export const duplicateMessages = declareMessages({
  DUPLICATE_OF_ARTICLE: 'From article {article, number, ::group-off} of the project “{project}”.',
  DUPLICATED_TO_ARTICLE: 'To article {article, number, ::group-off} of the project “{project}”.',
  DUPLICATE_ORIGINAL_DELETED: 'Its original was deleted.',
});

import { declareMessages } from '../../../lib/declare-messages.ts';

/** Log entries of articles about their duplicates. */
export const duplicateMessages = declareMessages({
  DUPLICATE_OF_ARTICLE: 'From article {article, number, ::group-off} of the project “{project}”.',
  DUPLICATED_TO_ARTICLE: 'To article {article, number, ::group-off} of the project “{project}”.',
  DUPLICATE_ORIGINAL_DELETED: 'Its original was deleted.',
  DUPLICATE_ORIGINAL_RESTORED: 'Its original was restored.',
});

/** Messages about the projects to which articles are duplicated. */
export const childMessages = declareMessages({
  TOO_MANY_CHILDREN: 'Choose up to {most, number, ::group-off} projects.',
  CHILD_OF_ANOTHER_ORGANIZATION: 'Articles can only be copied to projects of the same organization.',
  CHILD_DUPLICATES_BACK:
    'One of these projects copies its articles to this project, so articles would be copied in circles.',
});

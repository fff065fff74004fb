import { declareMessages } from '../../../lib/declare-messages.ts';

/** What the logs of articles say of their duplicates. */
export const duplicateMessages = declareMessages({
  DUPLICATE_OF_ARTICLE: 'From article {article, number, ::group-off} of the project “{project}”.',
  DUPLICATED_TO_ARTICLE: 'To article {article, number, ::group-off} of the project “{project}”.',
  DUPLICATE_ORIGINAL_DELETED: 'Its original was deleted.',
  DUPLICATE_ORIGINAL_RESTORED: 'Its original was brought back.',
});

/** Messages about the projects to which articles are duplicated. */
export const childMessages = declareMessages({
  TOO_MANY_CHILDREN: 'At most {most, number, ::group-off} projects.',
  CHILD_OF_ANOTHER_ORGANIZATION:
    'Articles can only be duplicated to other projects of the same organization.',
  CHILD_DUPLICATES_BACK:
    'One of these projects duplicates its articles to this project, so articles would come back.',
});

import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about articles, their lists and their files. */
export const articleMessages = declareMessages({
  ARTICLE_NOT_FOUND: 'This article does not exist.',
  ARTICLE_CHANGED: 'This article was changed by someone else in the meantime.',
  ARTICLE_NOT_DELETED: 'This article is there: it was brought back already, or never deleted.',
  ARTICLE_DELETED: 'The article with this ID has been deleted.',
  ARTICLE_TITLE_MISSING: 'Title needs to be filled',
  PUBLISHED_AT_UNLIKELY: 'Must be a date from 1900 on, at most a year ahead.',
  PUBLISH_AT_UNLIKELY: 'Must be a moment to come, at most a year ahead.',
  ARTICLE_WITHOUT_URL: 'The article has no URL to read again.',
  ARTICLE_WAITS_FOR_REVIEW: 'This article is played once it has been reviewed.',
  ARTICLE_WITHOUT_AUDIO: 'There is no audio for this article.',
  TOO_MANY_LABELS: 'At most {most, number, ::group-off} labels.',
  LABEL_TOO_LONG: 'A label can have at most {most, number, ::group-off} characters.',
  TOO_MANY_FILES_REQUESTED: 'Too many files were requested. Please try again in a moment.',
  OFFSET_WITH_CURSOR: 'Cannot be combined with a cursor.',
});

/** Why a run of an article ends without a result: for the log of the server alone. */
export const runMessages = declareMessages({
  RUN_IS_OVER: 'Run {run, number, ::group-off} of article {article, number, ::group-off} is over.',
  RUN_STANDS_ELSEWHERE:
    'Run {run, number, ::group-off} of article {article, number, ::group-off} is not where “{change}” is possible.',
  ARTICLE_NOT_HELD: 'Nothing holds article {article, number, ::group-off}.',
});

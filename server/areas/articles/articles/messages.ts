import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about articles, their lists and their files. */
export const articleMessages = declareMessages({
  ARTICLE_NOT_FOUND: 'This article does not exist.',
  ARTICLE_CHANGED: 'Someone else has changed this article in the meantime.',
  ARTICLE_VERSION_NOT_FOUND: 'This version does not exist, or its text was not stored.',
  ARTICLE_NOT_DELETED: 'This article isn’t deleted. It may have been restored already.',
  ARTICLE_DELETED: 'The article with this ID has been deleted.',
  ARTICLE_TITLE_MISSING: 'Title needs to be filled',
  PUBLISHED_AT_UNLIKELY: 'Enter a date between 1900 and one year from now.',
  PUBLISH_AT_UNLIKELY: 'Enter a time in the future, at most a year ahead.',
  ARTICLE_WITHOUT_URL: 'This article has no URL, so its page can’t be read again.',
  ARTICLE_WAITS_FOR_REVIEW: 'This article goes live after review.',
  ARTICLE_WITHOUT_AUDIO: 'There is no audio for this article.',
  TOO_MANY_LABELS: 'Use up to {most, number, ::group-off} labels.',
  LABEL_TOO_LONG: 'Labels can have up to {most, number, ::group-off} characters.',
  TOO_MANY_FILES_REQUESTED: 'Too many file requests. Try again in a moment.',
  OFFSET_WITH_CURSOR: 'Cannot be combined with a cursor.',
});

/** Why a run of an article ends without a result: for the log of the server alone. */
export const runMessages = declareMessages({
  RUN_IS_OVER: 'Run {run, number, ::group-off} of article {article, number, ::group-off} has ended.',
  RUN_STANDS_ELSEWHERE:
    '“{change}” isn’t possible for run {run, number, ::group-off} of article {article, number, ::group-off} in its current state.',
  ARTICLE_NOT_HELD: 'Article {article, number, ::group-off} isn’t on hold.',
});

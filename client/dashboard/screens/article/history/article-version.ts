import type { ArticleVersionsQuery$data } from '../../../__generated__/ArticleVersionsQuery.graphql.ts';

/** A stored version of an article's audio. */
export type ArticleVersion = NonNullable<
  NonNullable<ArticleVersionsQuery$data['article']>['versions']
>[number];

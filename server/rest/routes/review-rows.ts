import { graphql } from '../document.ts';
import { integer, read } from '../request-input.ts';
import { row } from '../row.ts';
import { articleReply, unset } from './article-rows.ts';

export const reviewRows = [
  row({
    method: 'GET',
    path: '/api/projects/{id}/articlesQA',
    document: graphql(`query reviewed($id: ID!, $offset: Int) {
      project(id: $id) {
        reviewCounters { reviewedTotal needReview reviewedToday avgQuality }
        articles(first: 20, offset: $offset, qaStatus: REVIEWED) { totalCount edges { node { ...ArticleRow } } }
      }
    }`),
    variables: ({ params, query }) => ({
      ...params,
      ...(unset(query['offset']) !== undefined && read(query, { offset: integer })),
    }),
    reply: ({ project: { reviewCounters, articles } }) => ({
      articles: articles.edges.map(({ node }) => articleReply(node)),
      total: articles.totalCount,
      counters: reviewCounters,
    }),
  }),
];

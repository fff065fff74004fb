import { graphql } from '../document.ts';
import { dateObject } from '../rest-dates.ts';
import { integer, list, optionalText, read, record, words } from '../request-input.ts';
import { row } from '../row.ts';
import { articleReply, unsetFilter } from './article-rows.ts';

/** An article with its review, as entries of the list and the review screen have it. */
export const reviewedArticle = graphql(`fragment ReviewedArticle on Article {
  ...ArticleRow text
  review { rating comment pronunciation finishedAt reviewedBy { name } }
  smartQaWords { bad total replacements { oldContext newContext replacement } }
}`);

interface Reviewed {
  review: {
    rating: number;
    comment: string | null;
    pronunciation: string | null;
    finishedAt: string;
    reviewedBy: { name: string } | null;
  } | null;
  smartQaWords: {
    bad: number;
    total: number;
    replacements: readonly { oldContext: string; newContext: string; replacement: string }[];
  } | null;
}

function reviewedReply({ review, smartQaWords, ...article }: Reviewed & Parameters<typeof articleReply>[0]) {
  return {
    ...articleReply(article),
    attributes: [
      { name: 'qa_rating', value: review?.rating ?? null },
      { name: 'qa_comment', value: review?.comment ?? null },
      { name: 'qa_pronunciation', value: review?.pronunciation ?? null },
      { name: 'qa_review_finished_date', value: dateObject(review?.finishedAt) },
      { name: 'qa_reviewed_by', value: review?.reviewedBy?.name ?? null },
      {
        name: 'smartqa_words',
        value: smartQaWords && {
          bad: smartQaWords.bad,
          total: smartQaWords.total,
          matrix: smartQaWords.replacements.map(({ oldContext, newContext, replacement }) => ({
            old: oldContext,
            new: newContext,
            replacement,
          })),
        },
      },
    ],
  };
}

/** What a review says, by the names of an article's attributes. */
const reviewed = { qa_rating: integer, qa_comment: optionalText, qa_pronunciation: optionalText };

/**
 * The fields of the form; clients that send the article's attributes back have them as a list of names and
 * values.
 */
function formIn(body: unknown) {
  const { attributes = [], ...form } = read(body, {
    ...reviewed,
    attributes: list(record({ name: words, value: (value) => value })),
  });
  return {
    ...read(Object.fromEntries(attributes.map(({ name, value }) => [name, value])), reviewed),
    ...form,
  };
}

export const reviewRows = [
  row({
    method: 'GET',
    path: '/api/projects/{id}/articlesQA',
    document: graphql(`query reviewed($id: ID!, $offset: Int) {
      project(id: $id) {
        reviewCounters { reviewedTotal needReview reviewedToday avgQuality: averageRating }
        articles(first: 20, offset: $offset, qaStatus: REVIEWED) { totalCount edges { node { ...ReviewedArticle } } }
      }
    }`),
    variables: ({ params, query }) => ({
      ...params,
      ...(unsetFilter(query['offset']) !== undefined && read(query, { offset: integer })),
    }),
    reply: ({ project: { reviewCounters, articles } }) => ({
      articles: articles.edges.map(({ node }) => reviewedReply(node)),
      total: articles.totalCount,
      counters: reviewCounters,
    }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/articlesQA/next',
    document: graphql(`mutation claimNextReview($input: ClaimNextReviewInput!) {
      claimNextReview(input: $input) { __typename ...Failed ... on ClaimNextReviewSuccess { article { databaseId } } }
    }`),
    variables: ({ params }) => ({ input: { project: params.id } }),
    reply: ({ claimNextReview: { article } }) => ({ article: article && { id: article.databaseId } }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/articlesQA/{articleId}',
    document: graphql(`query reviewedArticle($articleId: ID!) {
      article(id: $articleId) { project { databaseId } ...ReviewedArticle }
    }`),
    variables: ({ params }) => params,
    belongs: ({ article }, { params }) => String(article?.project.databaseId) === params.id,
    reply: ({ article }) => ({ article: reviewedReply(article) }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/articlesQA/submit/{articleId}',
    document: graphql(`query ofProject($articleId: ID!) { article(id: $articleId) { project { databaseId } } }
      mutation submitReview($input: SubmitReviewInput!) {
      submitReview(input: $input) { __typename ...Failed ... on SubmitReviewSuccess { article { databaseId } } }
    }`),
    variables: ({ params, body }) => {
      const { qa_rating, qa_comment, qa_pronunciation } = formIn(body);
      return {
        ...params,
        input: {
          article: params.articleId,
          rating: qa_rating,
          comment: qa_comment,
          pronunciation: qa_pronunciation,
        },
      };
    },
    belongs: ({ article }, { params }) => String(article?.project.databaseId) === params.id,
    reply: () => ({ result: 'ok' }),
  }),
];

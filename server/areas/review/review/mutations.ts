import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ConflictError, ValidationError } from '../../../kernel/errors.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { claimNextReview } from './next-review.ts';
import { acceptFinding, claimReview, claimSeconds, submitReview } from './review.ts';

const needs =
  'Requires a signed-in user with the role `QA` in the project, or any role in a project with the feature `QA`. Not available to API clients.';
const claimed = `for ${claimSeconds / 60} minutes, or until they sign out`;
const articleId = 'Global ID or database ID of the article.';

builder.relayMutationField(
  'claimNextReview',
  {
    description: 'The project.',
    inputFields: (t) => ({ project: t.id({ description: 'Global ID or database ID of the project.' }) }),
  },
  {
    description: `Assigns the caller the newest article to review that no one else is reviewing, ${claimed}. ${needs}`,
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => ({
      article: await claimNextReview(app, actor, databaseId('Project', input.project)),
    }),
  },
  {
    name: 'ClaimNextReviewSuccess',
    description: 'The article is assigned to the caller for review, if there is one.',
    outputFields: (t) => ({
      article: t.expose('article', {
        type: ArticleType,
        nullable: true,
        description: 'The article. Null if none is left.',
      }),
    }),
  },
);

builder.relayMutationField(
  'claimReview',
  { description: 'The article.', inputFields: (t) => ({ article: t.id({ description: articleId }) }) },
  {
    description: `Assigns the caller this article to review, ${claimed}. Another call extends the time. ${needs}`,
    errors: { types: [...accessErrors, ConflictError] },
    resolve: async (_, { input }, { app, actor }) => ({
      article: await claimReview(app, actor, databaseId('Article', input.article)),
    }),
  },
  {
    name: 'ClaimReviewSuccess',
    description: 'The article is assigned to the caller for review.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The article.' }),
    }),
  },
);

builder.relayMutationField(
  'submitReview',
  {
    description: 'The review.',
    inputFields: (t) => ({
      article: t.id({ description: articleId }),
      rating: t.int({ required: false, description: 'Rating in stars, 1 to 5. Required.' }),
      comment: t.string({ required: false, description: 'Comment. At most 5,000 characters.' }),
      pronunciation: t.string({
        required: false,
        description: 'Remarks on the pronunciation. At most 5,000 characters.',
      }),
    }),
  },
  {
    description: `Records a review. An article on hold for review goes live. ${needs}`,
    errors: { types: [...accessErrors, ConflictError, ValidationError] },
    resolve: async (_, { input: { article, ...input } }, { app, actor }) => ({
      article: await submitReview(app, actor, { ...input, articleId: databaseId('Article', article) }),
    }),
  },
  {
    name: 'SubmitReviewSuccess',
    description: 'The article has been reviewed.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The reviewed article.' }),
    }),
  },
);

builder.relayMutationField(
  'acceptFinding',
  {
    description: 'The finding.',
    inputFields: (t) => ({
      article: t.id({ description: articleId }),
      position: t.int({ description: 'Number of the finding.' }),
    }),
  },
  {
    description: `Marks a finding as correct: its word is no longer reported in the project. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { article, position } }, { app, actor }) => ({
      article: await acceptFinding(app, actor, { articleId: databaseId('Article', article), position }),
    }),
  },
  {
    name: 'AcceptFindingSuccess',
    description: 'The finding has been dismissed.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The article.' }),
    }),
  },
);

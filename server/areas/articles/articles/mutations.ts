import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { ConflictError, LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import {
  createArticle,
  deleteArticle,
  recrawlArticle,
  releaseArticle,
  retryArticle,
  revoiceArticle,
  updateArticle,
} from './articles.ts';
import { requestHighRes } from './high-res.ts';
import { restoreArticle } from './restore-article.ts';
import { ArticleEdgeType, ArticleType, HighResFormatType, HighResStatusType } from './types.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';

const needs = 'Requires write access to the project.';

builder.relayMutationField(
  'createArticle',
  {
    description: 'The project and the new article.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      title: t.string({ description: 'Title. Must not be empty; at most 500 characters.' }),
      url: t.field({
        type: 'URL',
        required: false,
        description: 'URL of the page, which identifies it to the web player.',
      }),
      text: t.string({
        required: false,
        description: "Text, with blank lines between paragraphs. Defaults to the page's text.",
      }),
      labels: t.stringList({
        required: false,
        description: 'At most 50 labels of at most 100 characters each.',
      }),
      imageUrl: t.field({
        type: 'URL',
        required: false,
        description: 'URL of its picture. Defaults to the one on its page.',
      }),
      publishAt: t.field({
        type: 'DateTime',
        required: false,
        description:
          'End of the embargo, at most a year ahead. Audio is generated, but until then only users who ' +
          'can read the project get it.',
      }),
      guid: t.string({
        required: false,
        description:
          'Article ID in your system, by which players find it (`data-external-id`). Adding it again returns the existing article.',
      }),
    }),
  },
  {
    description: `Adds an article and starts generating its audio. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { project, ...input } }, { app, actor }) => ({
      article: await createArticle(app, actor, { ...input, projectId: databaseId('Project', project) }),
    }),
  },
  {
    name: 'CreateArticleSuccess',
    description: 'The article has been added; audio follows.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The new article.' }),
      edge: t.expose('article', {
        type: ArticleEdgeType,
        description: 'The new article as an edge, for lists.',
      }),
    }),
  },
);

builder.relayMutationField(
  'updateArticle',
  {
    description: 'Changes to an article. Omitted fields are left unchanged.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the article.' }),
      revision: t.int({
        required: false,
        description:
          'Revision that the changes are based on. If there is a newer one, the result is a `ConflictError`. Omit it to overwrite.',
      }),
      title: t.string({ required: false, description: 'Title. Must not be empty; at most 500 characters.' }),
      url: t.field({
        type: 'URL',
        required: false,
        description: "URL of the article's page. Null removes it.",
      }),
      text: t.string({
        required: false,
        description: "Text. Existing text can't be emptied; `recrawlArticle` reads the page again.",
      }),
      labels: t.stringList({
        required: false,
        description: 'The complete list; at most 50 labels of at most 100 characters each.',
      }),
      author: t.string({
        required: false,
        description: 'Author; at most 200 characters. Null or empty for none.',
      }),
      imageUrl: t.field({
        type: 'URL',
        required: false,
        description:
          'URL of its picture, shown in players and JSON feeds. Kept when the page is read again. Null ' +
          'if none.',
      }),
      publishedAt: t.field({
        type: 'DateTime',
        required: false,
        description:
          'Publication date shown in feeds and podcasts, from 1900 to at most a year ahead. Null if ' +
          'unknown.',
      }),
      publishAt: t.field({
        type: 'DateTime',
        required: false,
        description:
          'End of the embargo, at most a year ahead; `publishedAt` is then set to it. Null publishes ' +
          'the article now.',
      }),
      rssAutoUpdate: t.boolean({
        required: false,
        description: 'Whether the article is updated when its feed item changes.',
      }),
    }),
  },
  {
    description: `Updates an article. If the title or text changes, only changed sentences are regenerated; other changes cost nothing. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, ConflictError] },
    resolve: async (_, { input }, { app, actor }) => ({
      article: await updateArticle(app, actor, { ...input, id: databaseId('Article', input.id) }),
    }),
  },
  {
    name: 'UpdateArticleSuccess',
    description: 'The article has been updated.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The updated article.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteArticle',
  {
    description: 'The article to delete.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the article.' }) }),
  },
  {
    description: `Deletes an article for everyone. It is not imported from its feed again, and can be restored for some days. ${needs}`,
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Article', input.id);
      await deleteArticle(app, actor, id);
      return { id };
    },
  },
  {
    name: 'DeleteArticleSuccess',
    description: 'The article has been deleted.',
    outputFields: (t) => ({
      deletedId: t.globalID({
        description: 'Global ID of the deleted article.',
        resolve: ({ id }) => ({ id, type: 'Article' }),
      }),
    }),
  },
);

builder.relayMutationField(
  'restoreArticle',
  {
    description: 'The deleted article.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the article.' }) }),
  },
  {
    description:
      'Restores a deleted article as it was: its audio is available again, and unfinished audio generation continues. Nothing is charged. ' +
      `If it is not deleted, the result is a \`ConflictError\`. ${needs}`,
    errors: { types: [...accessErrors, ConflictError] },
    resolve: async (_, { input }, { app, actor }) => ({
      article: await restoreArticle(app, actor, databaseId('Article', input.id)),
    }),
  },
  {
    name: 'RestoreArticleSuccess',
    description: 'The article has been restored.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The article.' }),
    }),
  },
);

builder.relayMutationField(
  'recrawlArticle',
  {
    description: 'The article.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the article.' }) }),
  },
  {
    description: `Schedules the article's page to be read again in a minute. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      article: await recrawlArticle(app, actor, databaseId('Article', input.id)),
    }),
  },
  {
    name: 'RecrawlArticleSuccess',
    description: 'The page will be read.',
    outputFields: (t) => ({
      article: t.expose('article', {
        type: ArticleType,
        description: 'The article with the scheduled time.',
      }),
    }),
  },
);

/** Article mutations that need no input except the id. */
const askings = [
  {
    name: 'retry',
    act: retryArticle,
    done: 'The article is being retried.',
    description:
      'Immediately retries an article that errored, was rejected or reached a limit. Articles that ' +
      'are ready or in progress are left unchanged.',
  },
  {
    name: 'release',
    act: releaseArticle,
    done: 'The article has been released.',
    description:
      'Releases an article that a processing rule put on hold: its audio is generated or, if it ' +
      'exists, can be played. Articles on hold for review are released only by their review: the ' +
      'result is a `NotAllowedError`. Others are left unchanged.',
  },
  {
    name: 'revoice',
    act: revoiceArticle,
    done: 'The article is being regenerated.',
    description:
      "Regenerates an article's audio with the project's current rules and settings. Audio that " +
      'already exists is not charged again. Articles in progress are left unchanged.',
  },
];

for (const { name, act, description, done } of askings) {
  builder.relayMutationField(
    `${name}Article`,
    {
      description: 'The article.',
      inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the article.' }) }),
    },
    {
      description: `${description} ${needs}`,
      errors: { types: [...accessErrors] },
      resolve: async (_, { input }, { app, actor }) => ({
        article: await act(app, actor, databaseId('Article', input.id)),
      }),
    },
    {
      name: `${name.charAt(0).toUpperCase()}${name.slice(1)}ArticleSuccess`,
      description: done,
      outputFields: (t) => ({
        article: t.expose('article', { type: ArticleType, description: 'The updated article.' }),
      }),
    },
  );
}

builder.relayMutationField(
  'requestHighRes',
  {
    description: 'The article and the file format.',
    inputFields: (t) => ({
      article: t.id({ description: 'Global ID or database ID of the article.' }),
      format: t.field({
        type: HighResFormatType,
        required: false,
        description: 'File format. Defaults to MP3.',
      }),
    }),
  },
  {
    description:
      "Requests a high-resolution file (44.1 kHz) of an article's current audio. Call it again to " +
      'check the progress. Requires the `DOWNLOAD_HIGHRES` feature.',
    errors: { types: [...accessErrors, LimitReachedError] },
    resolve: (_, { input }, { app, actor }) =>
      requestHighRes(app, actor, databaseId('Article', input.article), input.format ?? undefined),
  },
  {
    name: 'RequestHighResSuccess',
    description: 'Progress of the file.',
    outputFields: (t) => ({
      status: t.expose('status', { type: HighResStatusType, description: 'State of the file.' }),
      progress: t.exposeInt('progress', { description: 'Progress in percent.' }),
      url: t.expose('url', {
        type: 'URL',
        nullable: true,
        description: 'Path of the file. Null until it is ready.',
      }),
      error: t.exposeString('error', {
        nullable: true,
        description: 'Why the file could not be created. Null if no error.',
      }),
      errorNotices: t.field({
        type: [NoticeType],
        nullable: true,
        description: noticesDescription('error'),
        resolve: ({ errorNotices }) => noticesIn(errorNotices),
      }),
    }),
  },
);

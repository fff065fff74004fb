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
        description: 'Text, with blank lines between paragraphs. If empty, the page is read.',
      }),
      labels: t.stringList({
        required: false,
        description: 'At most 50 labels of at most 100 characters each.',
      }),
      imageUrl: t.field({
        type: 'URL',
        required: false,
        description: 'URL of its picture. If omitted, the one that its page names.',
      }),
      publishAt: t.field({
        type: 'DateTime',
        required: false,
        description:
          'Until when it is kept back, at most a year ahead: it is voiced, but only those who can read the project get it before.',
      }),
      guid: t.string({
        required: false,
        description: 'Article ID in your system. Adding it again returns the existing article.',
      }),
    }),
  },
  {
    description: `Adds an article and starts voicing it. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { project, ...input } }, { app, actor }) => ({
      article: await createArticle(app, actor, { ...input, projectId: databaseId('Project', project) }),
    }),
  },
  {
    name: 'CreateArticleSuccess',
    description: 'The article has been added and will be voiced.',
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
        description: 'Text. One that is there cannot be emptied; `recrawlArticle` reads the page again.',
      }),
      labels: t.stringList({
        required: false,
        description: 'The complete list; at most 50 labels of at most 100 characters each.',
      }),
      author: t.string({
        required: false,
        description: 'Who wrote it; at most 200 characters. Null or empty: nobody is named.',
      }),
      imageUrl: t.field({
        type: 'URL',
        required: false,
        description:
          'URL of its picture, which players and JSON feeds show. It stays when the page is read again. Null: none.',
      }),
      publishedAt: t.field({
        type: 'DateTime',
        required: false,
        description:
          'When it was published, from 1900 on and at most a year ahead: feeds and podcasts show it. Null: unknown.',
      }),
      publishAt: t.field({
        type: 'DateTime',
        required: false,
        description:
          'Until when it is kept back, at most a year ahead; `publishedAt` becomes that moment then. Null publishes it now.',
      }),
      rssAutoUpdate: t.boolean({
        required: false,
        description: 'Whether the article is updated when its feed item changes.',
      }),
    }),
  },
  {
    description: `Updates an article. If the title or text changes, only the changed parts are voiced again; anything else costs nothing. ${needs}`,
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
    description: `Deletes an article for everyone. Its feed does not bring it back; it can be restored for some days. ${needs}`,
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
      'Brings a deleted article back as it was: its audio is served again, and what was being voiced goes on. Nothing is charged for it. ' +
      `If it is not deleted, the result is a \`ConflictError\`. ${needs}`,
    errors: { types: [...accessErrors, ConflictError] },
    resolve: async (_, { input }, { app, actor }) => ({
      article: await restoreArticle(app, actor, databaseId('Article', input.id)),
    }),
  },
  {
    name: 'RestoreArticleSuccess',
    description: 'The article is there again.',
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
    done: 'The article is tried again.',
    description:
      'Retries an article that errored, was rejected or reached a limit, at once. Articles that are ready or being voiced are left ' +
      'unchanged.',
  },
  {
    name: 'release',
    act: releaseArticle,
    done: 'The article has been released.',
    description:
      'Releases an article that a processing rule holds, so that it is voiced or, if already voiced, can be played. What waits to be ' +
      'reviewed is released by its review alone: the result is a `NotAllowedError`. Other articles are left unchanged.',
  },
  {
    name: 'revoice',
    act: revoiceArticle,
    done: 'The article is being voiced again.',
    description:
      "Voices an article again with the project's current rules and settings. Audio that already exists is not charged again. Articles " +
      'that are being voiced are left unchanged.',
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
      'Requests a high-resolution file (44.1 kHz) of the audio that an article plays now. Call it again to check the progress. Requires ' +
      'the `DOWNLOAD_HIGHRES` feature.',
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
        description: 'Why making the file failed. Null when it did not.',
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

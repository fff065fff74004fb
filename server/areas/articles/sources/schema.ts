import { builder } from '../../../graphql/builder.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import {
  ConflictError,
  LimitReachedError,
  ValidationError,
  ReauthenticationRequiredError,
} from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ArticleType } from '../articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { dismissBurst, releaseBurst, waitingArticles } from './burst-articles.ts';
import { createSource, readSources, refreshApiKey, updateSource } from './sources.ts';
import { pollSource } from './poll-source.ts';
import { ArticleSourceType, SourceTypeType } from './types.ts';

const bySource = ({ sourceId }: { sourceId: number }): number => sourceId;

refetchable(ArticleSourceType, ({ app, actor }, ids, query) => readSources(app, actor, ids, query));

builder.prismaObjectFields(ArticleSourceType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'Database ID of the source, as used in REST.' }),
  type: t.expose('type', { type: SourceTypeType, description: 'How articles are added.' }),
  url: t.expose('url', {
    type: 'URL',
    nullable: true,
    description: 'URL of the feed or website. Null if it has none of its own.',
  }),
  apiKeyPrefix: t.exposeString('apiKeyPrefix', {
    nullable: true,
    description:
      'First characters of the key, to tell keys apart. The full key is shown only once. Null if ' +
      'the source has no key.',
  }),
  polledAt: t.expose('polledAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was last checked. Null if never.',
  }),
  nextPollAt: t.expose('nextPollAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it is checked next. Null if it is not checked.',
  }),
  honoursRobots: t.exposeBoolean('honoursRobots', {
    nullable: true,
    description:
      'Whether to respect robots.txt and X-Robots-Tag. Null (the default) respects them only on ' +
      "sites that are not the publisher's own, according to the project's main URL.",
  }),
  confidenceLimit: t.exposeInt('confidenceLimit', {
    description:
      'Confidence in percent below which an article read from its page is put on hold. 0 for never.',
  }),
  readsSubtitles: t.exposeBoolean('readsSubtitles', {
    description:
      "Whether text between a page's headline and its body is read with the article: subtitles and " +
      'key points.',
  }),
  pageNotice: t.exposeString('pageNotice', {
    nullable: true,
    description:
      "Changes noticed on the pages of the source's articles, in plain language: texts that became " +
      "shorter or longer, or can't be distinguished from their surroundings. Null if none.",
  }),
  pageNotices: t.field({
    type: [NoticeType],
    nullable: true,
    description: noticesDescription('pageNotice'),
    select: { pageNotices: true },
    resolve: ({ pageNotices }) => noticesIn(pageNotices),
  }),
  waitingArticles: t.int({
    description:
      'Number of articles that were read and are on hold until `releaseBurst` or `dismissBurst`, ' +
      'because more than usual for the source arrived.',
    select: { id: true },
    resolve: async ({ id }, _, context) =>
      (await loadBatched(context, waitingArticles, bySource, id))[0]?.count ?? 0,
  }),
  error: t.exposeString('error', {
    nullable: true,
    description: 'Why the last check failed. Null if it did not.',
  }),
  errorNotices: t.field({
    type: [NoticeType],
    nullable: true,
    description: noticesDescription('error'),
    select: { errorNotices: true },
    resolve: ({ errorNotices }) => noticesIn(errorNotices),
  }),
}));

builder.prismaObjectField(ProjectType, 'sources', (t) =>
  t.relation('sources', {
    description: "Sources of the project's articles, oldest first.",
    query: { orderBy: { id: 'asc' } },
  }),
);

builder.prismaObjectField(ProjectType, 'sourceTypes', (t) =>
  t.field({
    type: [SourceTypeType],
    description: 'How articles are added to the project: the type of each source, oldest first.',
    select: { sources: { select: { type: true }, orderBy: { id: 'asc' } } },
    resolve: ({ sources }) => sources.map(({ type }) => type),
  }),
);

builder.prismaObjectField(ArticleType, 'source', (t) =>
  t.relation('source', {
    nullable: true,
    description: 'Source of the article. Null if it had none or the source has been deleted.',
  }),
);

const keyDescription =
  'The key, for `Authorization: Bearer`. It cannot be read again. Null when the source has no key.';

builder.relayMutationField(
  'createSource',
  {
    description: 'The project and the new source.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      type: t.field({ type: SourceTypeType, description: 'How articles are added.' }),
      url: t.field({
        type: 'URL',
        required: false,
        description: "URL of the feed or website. A website defaults to the project's main URL.",
      }),
    }),
  },
  {
    description:
      'Adds a source to a project. A feed or website is checked immediately. Requires permission to ' +
      "change the project's settings.",
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: (_, { input: { project, ...input } }, { app, actor }) =>
      createSource(app, actor, { ...input, projectId: databaseId('Project', project) }),
  },
  {
    name: 'CreateSourceSuccess',
    description: 'The source has been added.',
    outputFields: (t) => ({
      source: t.expose('source', { type: ArticleSourceType, description: 'The new source.' }),
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
      apiKey: t.exposeString('apiKey', { nullable: true, description: keyDescription }),
    }),
  },
);

builder.relayMutationField(
  'updateSource',
  {
    description: 'Changes to a source. Omitted fields are left unchanged.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the source.' }),
      type: t.field({ type: SourceTypeType, required: false, description: 'New type of the source.' }),
      url: t.field({
        type: 'URL',
        required: false,
        description: "URL of the feed, or of the website's main page. Null removes it.",
      }),
      honoursRobots: t.boolean({
        required: false,
        description:
          "Whether to respect robots.txt and X-Robots-Tag. Null: only on sites that are not the publisher's own.",
      }),
      confidenceLimit: t.int({
        required: false,
        description: 'Confidence in percent, 0 to 100, below which articles are put on hold. 0 for never.',
      }),
      readsSubtitles: t.boolean({
        required: false,
        description:
          'Whether subtitles and key points of pages are read with their articles. Applies to pages ' +
          'read from now on.',
      }),
      revision: t.int({
        required: false,
        description:
          '`settingsRevision` of the project that a change of type or URL is based on. If there is a newer one, the result is a ' +
          '`ConflictError`. Omit it to overwrite.',
      }),
    }),
  },
  {
    description: "Updates a source. Requires permission to change the project's settings.",
    errors: { types: [...accessErrors, ValidationError, ConflictError] },
    resolve: (_, { input }, { app, actor }) =>
      updateSource(app, actor, { ...input, id: databaseId('Source', input.id) }),
  },
  {
    name: 'UpdateSourceSuccess',
    description: 'The source has been updated.',
    outputFields: (t) => ({
      source: t.expose('source', { type: ArticleSourceType, description: 'The updated source.' }),
      project: t.expose('project', {
        type: ProjectType,
        description: 'Its project, with the new `settingsRevision`.',
      }),
    }),
  },
);

builder.relayMutationField(
  'refreshApiKey',
  {
    description: 'The source whose key is replaced.',
    inputFields: (t) => ({
      source: t.id({ description: 'Global ID or database ID of a source of type `API` or `API_READONLY`.' }),
    }),
  },
  {
    description:
      "Creates a new key for a source. The old key stops working immediately. Requires permission to change the project's settings.",
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: (_, { input }, { app, actor }) => refreshApiKey(app, actor, databaseId('Source', input.source)),
  },
  {
    name: 'RefreshApiKeySuccess',
    description: 'The source has a new key.',
    outputFields: (t) => ({
      source: t.expose('source', {
        type: ArticleSourceType,
        description: 'The source, with the first characters of the new key.',
      }),
      apiKey: t.exposeString('apiKey', {
        description: "The key, for `Authorization: Bearer`. It can't be shown again.",
      }),
    }),
  },
);

builder.relayMutationField(
  'pollSource',
  {
    description: 'The source to check.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of a source of type `RSS` or `PARSER`.' }),
    }),
  },
  {
    description:
      'Checks a feed or website now instead of at its scheduled time. Requires permission to ' +
      "change the project's settings.",
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, { app, actor }) => ({
      source: await pollSource(app, actor, databaseId('Source', input.id)),
    }),
  },
  {
    name: 'PollSourceSuccess',
    description: 'The check was made. If it failed, `error` of the source says why.',
    outputFields: (t) => ({
      source: t.expose('source', { type: ArticleSourceType, description: 'The updated source.' }),
    }),
  },
);

/** What is done with the articles of a source that wait because too many came at once. */
const settlings = [
  {
    name: 'releaseBurst',
    success: 'ReleaseBurstSuccess',
    settle: releaseBurst,
    description:
      'Releases the articles of a source that are on hold because more arrived at once than usual: ' +
      'audio is generated. From then on, this number per day counts as usual. Requires permission to edit ' +
      'articles.',
    done: 'The articles have been released.',
  },
  {
    name: 'dismissBurst',
    success: 'DismissBurstSuccess',
    settle: dismissBurst,
    description:
      'Deletes the articles of a source that are on hold because more arrived at once than usual. ' +
      'No audio is generated, and the source does not add them again. Requires permission to edit ' +
      'articles.',
    done: 'The articles have been deleted.',
  },
] as const;

for (const { name, success, settle, description, done } of settlings)
  builder.relayMutationField(
    name,
    {
      description: 'Source whose articles are on hold.',
      inputFields: (t) => ({ source: t.id({ description: 'Global ID or database ID of the source.' }) }),
    },
    {
      description,
      errors: { types: [...accessErrors] },
      resolve: async (_, { input }, { app, actor }) => ({
        source: await settle(app, actor, databaseId('Source', input.source)),
      }),
    },
    {
      name: success,
      description: done,
      outputFields: (t) => ({
        source: t.expose('source', { type: ArticleSourceType, description: 'The source.' }),
      }),
    },
  );

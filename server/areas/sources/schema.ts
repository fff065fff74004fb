import { builder } from '../../graphql/builder.ts';
import { databaseId } from '../../graphql/ids.ts';
import { refetchable } from '../../graphql/refetchable.ts';
import { ArticleType } from '../articles/types.ts';
import { ProjectType } from '../projects/types.ts';
import { createSource, readSource, refreshApiKey, updateSource } from './sources.ts';
import { pollSource } from './poll.ts';
import { ArticleSourceType, SourceTypeType } from './types.ts';

refetchable(ArticleSourceType, ({ app, actor }, id, query) => readSource(app, actor, id, query));

builder.prismaObjectFields(ArticleSourceType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'The id in addresses and in REST.' }),
  type: t.expose('type', { type: SourceTypeType, description: 'How articles come in.' }),
  url: t.exposeString('url', { nullable: true, description: "The feed, or the website's main page; null: none, or the project's main URL." }),
  apiKeyPrefix: t.exposeString('apiKeyPrefix', {
    nullable: true,
    description: 'The first characters of the key, to tell keys apart; null: it has none. The key itself is shown once.',
  }),
  polledAt: t.expose('polledAt', { type: 'DateTime', nullable: true, description: 'When it was last read; null: never.' }),
  nextPollAt: t.expose('nextPollAt', { type: 'DateTime', nullable: true, description: 'When it is read next; null: it is not read.' }),
  honoursRobots: t.exposeBoolean('honoursRobots', {
    nullable: true,
    description: "Whether robots.txt and X-Robots-Tag decide which pages are read. Null: on sites that are not the publisher's own, going by the project's main URL.",
  }),
  pageNotice: t.exposeString('pageNotice', {
    nullable: true,
    description: 'What has changed on the pages of its articles, in words for an editor: they shrink, swell, or cannot be told from what surrounds them. Null: nothing.',
  }),
  error: t.exposeString('error', { nullable: true, description: 'Why reading it failed the last time, in words for an editor; null: it did not.' }),
}));

builder.prismaObjectField(ProjectType, 'sources', (t) =>
  t.relation('sources', { description: 'Where its articles come from, in the order in which they were added.', query: { orderBy: { id: 'asc' } } }),
);

builder.prismaObjectField(ArticleType, 'source', (t) =>
  t.relation('source', { nullable: true, description: 'Where it came from; null: that source is gone, or there was none.' }),
);

const keyDescription = 'The credential, for `Authorization: Bearer`. Nobody can read it again; null: the source has none.';

builder.relayMutationField(
  'createSource',
  {
    description: 'What to add, and to which project.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global or database id.' }),
      type: t.field({ type: SourceTypeType, description: 'How articles come in.' }),
      url: t.string({ required: false, description: "Of the feed, or of the website's main page (absent: the project's main URL)." }),
    }),
  },
  {
    description: 'Adds a source to a project. Needs the right to change its settings. A feed or website is read at once.',
    errors: {},
    resolve: (_, { input: { project, ...input } }, { app, actor }) => createSource(app, actor, { ...input, projectId: databaseId('Project', project) }),
  },
  {
    name: 'CreateSourceSuccess',
    description: 'The source is there.',
    outputFields: (t) => ({
      source: t.expose('source', { type: ArticleSourceType, description: 'The new source.' }),
      project: t.expose('project', { type: ProjectType, description: 'Its project.' }),
      apiKey: t.exposeString('apiKey', { nullable: true, description: keyDescription }),
    }),
  },
);

builder.relayMutationField(
  'updateSource',
  {
    description: 'What is absent stays.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      type: t.field({ type: SourceTypeType, required: false, description: 'How articles come in from now on.' }),
      url: t.string({ required: false, description: "Of the feed, or of the website's main page; null: none." }),
      honoursRobots: t.boolean({ required: false, description: "Whether robots.txt and X-Robots-Tag decide which pages are read; null: on sites that are not the publisher's own." }),
    }),
  },
  {
    description: 'Changes a source. Needs the right to change the settings of its project.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ source: await updateSource(app, actor, { ...input, id: databaseId('Source', input.id) }) }),
  },
  {
    name: 'UpdateSourceSuccess',
    description: 'The source is changed.',
    outputFields: (t) => ({ source: t.expose('source', { type: ArticleSourceType, description: 'As it is now.' }) }),
  },
);

builder.relayMutationField(
  'refreshApiKey',
  {
    description: 'Whose key.',
    inputFields: (t) => ({ source: t.id({ description: 'Global or database id of an api or api_readonly source.' }) }),
  },
  {
    description: 'Makes a new key; the old one is worth nothing from then on. Needs the right to change the settings of the project.',
    errors: {},
    resolve: (_, { input }, { app, actor }) => refreshApiKey(app, actor, databaseId('Source', input.source)),
  },
  {
    name: 'RefreshApiKeySuccess',
    description: 'There is a new key.',
    outputFields: (t) => ({
      source: t.expose('source', { type: ArticleSourceType, description: 'With the beginning of the new key.' }),
      apiKey: t.exposeString('apiKey', { description: 'The credential, for `Authorization: Bearer`. Nobody can read it again.' }),
    }),
  },
);

builder.relayMutationField(
  'pollSource',
  {
    description: 'Which source.',
    inputFields: (t) => ({ source: t.id({ description: 'Global or database id of an rss or parser source.' }) }),
  },
  {
    description: 'Reads a feed or website now instead of at its time. Needs the right to change the settings of the project.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ source: await pollSource(app, actor, databaseId('Source', input.source)) }),
  },
  {
    name: 'PollSourceSuccess',
    description: 'It was read, or could not be: see the error of the source.',
    outputFields: (t) => ({ source: t.expose('source', { type: ArticleSourceType, description: 'As it is now.' }) }),
  },
);

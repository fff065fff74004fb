import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma, Project } from '../../../prisma/generated/client/client.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { selectedFieldNames } from '@pothos/selection-mapper';
import { askedOnce } from '../../graphql/asked-once.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionById, pageCost } from '../../graphql/connection-by-id.ts';
import type { Context } from '../../graphql/context.ts';
import { nullIfNotFound } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import { refetchable } from '../../graphql/refetchable.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { countCap, pageSize } from '../../product.ts';
import { ProjectType, readTogether } from '../projects/types.ts';
import { readArticle } from './article.ts';
import { createArticle, deleteArticle, recrawlArticle, releaseArticle, retryArticle, revoiceArticle, updateArticle } from './articles.ts';
import { isEditable, isOpen, readChunkPage, readChunks, readChunkSummary, readHighlight, readLog, readParagraphs, readSpokenText, rightsOf, type LogKind } from './detail.ts';
import { cursorOf, listArticles, listReadableArticles, type ArticlePage } from './list.ts';
import { requestHighRes } from './high-res.ts';
import {
  ArticleEdgeType, ArticleEventType, ArticleLogEntryType, ArticleLogKindType, ArticleStatusType, ArticleType, ChunkSummaryType, ChunkType, HighResFormatType, HighResStatusType, ParagraphPositionType, pathOf, WordTimingType,
} from './types.ts';
import { watchArticle, watchProjectArticles } from './watch.ts';

/** Of a log, whose entries hold whole texts. */
const logCost = { field: 200, multiplier: 20 };
const logAccess = 'Null unless you are an administrator or the organization has the feature `article-log`.';
const rights = (_: object, { actor }: Context) => rightsOf(actor);

refetchable(ArticleType, ({ app, actor }, id, query) => readArticle(app, actor, id, query));

builder.prismaObjectFields(ArticleType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'The id in addresses and in REST.' }),
  project: t.relation('project', { description: 'The project that it belongs to.' }),
  title: t.exposeString('title', { description: 'Spoken before the text.' }),
  url: t.exposeString('url', { nullable: true, description: "Its page, which the web player knows it by; null: none." }),
  text: t.exposeString('text', { complexity: 20, description: 'What is read aloud, paragraphs separated by blank lines; may hold `<voice>` tags. Empty: its page was not read yet.' }),
  status: t.expose('status', { type: ArticleStatusType, description: 'How far it has come.' }),
  error: t.exposeString('error', { nullable: true, description: 'Why it is errored or waits for another attempt, in words for an editor; null: it does not.' }),
  heldBy: t.exposeString('heldBy', { nullable: true, description: 'Name of the processing rule that stopped it; it waits for `releaseArticle`. Null: none did.' }),
  labels: t.exposeStringList('labels', { description: 'What editors or the source called it.' }),
  file: t.string({ nullable: true, description: 'Path of the MP3 file that can be played; null: none yet.', select: { audio: true }, resolve: ({ audio }) => audio && pathOf(audio) }),
  audio: t.relation('playable', { nullable: true, description: 'The file that can be played; null: none yet. While a new version is made, it is the one before.' }),
  confidence: t.exposeFloat('confidence', {
    nullable: true,
    description: 'How sure Parlance is that the text it read from the page is the article, the whole of it and nothing else: 0 to 1. Null: the text does not come from a page.',
  }),
  rssAutoUpdate: t.exposeBoolean('rssAutoUpdate', { description: 'Whether it follows changes of its item in the feed.' }),
  recrawlTime: t.expose('recrawlTime', { type: 'DateTime', nullable: true, description: 'When its page is read again; null: nobody asked for that.' }),
  addedAt: t.expose('addedAt', { type: 'DateTime', description: 'When it came in; the order of the lists.' }),
  updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When anything of it, its status too, last changed.' }),
  publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true, description: 'When the publisher published it; null: not known.' }),
  canEdit: t.boolean({
    description: 'Whether the caller may change it.',
    select: rights,
    resolve: (article, _, { actor }) => isEditable(actor, article),
  }),
  canReadLogs: t.boolean({ description: 'Whether the caller sees its log and chunks.', select: rights, resolve: (article, _, { actor }) => isOpen(actor, article) }),
  logConnection: t.connection({
    type: ArticleLogEntryType,
    nullable: true,
    complexity: pageCost(logCost.field),
    description: `One of the article's logs, newest entries first. ${logAccess}`,
    args: { kind: t.arg({ type: ArticleLogKindType, description: 'The log to read.' }) },
    select: rights,
    resolve: (article, { kind, ...args }, context, info) =>
      connectionById(args, (page) =>
        readLog(context.app, context.actor, article, kind, queryFromInfo({ context, info, typeName: 'ArticleLogEntry', paths: [['edges', 'node']] }), page)),
  }),
  chunksConnection: t.connection({
    type: ChunkType,
    nullable: true,
    complexity: pageCost(50),
    description: `Its chunks of every version that is kept, newest version first, each in order. ${logAccess}`,
    select: rights,
    resolve: (article, args, { app, actor }) => connectionById(args, (page) => readChunkPage(app, actor, article, page)),
  }),
  chunks: t.field({
    deprecationReason: 'Use `chunksConnection`, which is paginated.',
    type: [ChunkType],
    nullable: true,
    complexity: { field: 500, multiplier: 50 },
    description: `Its chunks of every version that is kept, newest version first, each in order. ${logAccess}`,
    select: rights,
    resolve: (article, _, { app, actor }) => readChunks(app, actor, article),
  }),
  chunkSummary: t.field({
    type: ChunkSummaryType,
    nullable: true,
    description: `All its chunks together. ${logAccess}`,
    select: (_, { actor }) => ({ ...rightsOf(actor), audio: true }),
    resolve: (article, _, { app, actor }) => readChunkSummary(app, actor, article),
  }),
  paragraphs: t.field({
    type: [ParagraphPositionType],
    complexity: { field: 200, multiplier: 10 },
    description: 'When each paragraph of the file sounds; empty: there is none yet.',
    select: { audio: true },
    resolve: (article, _, { app }) => readParagraphs(app, article),
  }),
  spokenText: t.string({
    nullable: true,
    complexity: 100,
    description: 'What the audio file says, title and text, with their punctuation and paragraphs. Positions in `highlight` and `paragraphs` count in it. Null: no audio yet.',
    select: { audio: true },
    resolve: (article, _, { app }) => readSpokenText(app, article),
  }),
  highlight: t.field({
    type: [WordTimingType],
    complexity: { field: 500, multiplier: 20 },
    description: 'When each word of the audio file is spoken, in order. Empty: no audio yet.',
    select: { audio: true },
    resolve: (article, _, { app }) => readHighlight(app, article),
  }),
}));

const logs: [field: string, kind: LogKind, description: string][] = [
  ['log', 'log', 'What was done to it'],
  ['updateLog', 'update', 'What changed in it'],
  ['recrawlLog', 'recrawl', 'How its page was read'],
];

for (const [field, kind, description] of logs) {
  builder.prismaObjectField(ArticleType, field, (t) =>
    t.field({
      type: [ArticleLogEntryType],
      deprecationReason: `Use \`logConnection(kind: ${kind})\`, which is paginated.`,
      nullable: true,
      complexity: logCost,
      description: `${description}, newest first. ${logAccess}`,
      select: rights,
      resolve: (article, _, context, info) => readLog(context.app, context.actor, article, kind, queryFromInfo({ context, info })),
    }),
  );
}

ArticleEdgeType.implement({
  description: "An article's place in a list.",
  fields: (t) => ({
    cursor: t.string({ description: 'For `after` and `before`.', resolve: cursorOf }),
    node: t.field({ type: ArticleType, description: 'The article.', resolve: (article) => article }),
  }),
});

const ConnectionType = builder.objectRef<ArticlePage>('ProjectArticlesConnection').implement({
  description: "A page of a project's articles, newest first.",
  fields: (t) => ({
    edges: t.field({ type: [ArticleEdgeType], complexity: { multiplier: 1 }, description: 'The articles with their places.', resolve: ({ articles }) => articles }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Where the page stands.',
      resolve: ({ articles, hasNextPage, hasPreviousPage }) => {
        const [first, last] = [articles[0], articles.at(-1)];
        return { hasNextPage, hasPreviousPage, startCursor: first ? cursorOf(first) : null, endCursor: last ? cursorOf(last) : null };
      },
    }),
    totalCount: t.int({ description: `How many match; ${countCap} where there are more.`, resolve: ({ total }) => total!.count }),
    totalIsCapped: t.boolean({ description: 'Whether more match than were counted.', resolve: ({ total }) => total!.isCapped }),
  }),
});

const isCounted = (asked: ReadonlySet<string>): boolean => asked.has('totalCount') || asked.has('totalIsCapped');

/** Of projects that were read together with their list. */
const pages = new WeakMap<object, ArticlePage>();

readTogether.push((context, info, id) => {
  const asked = askedOnce(info, 'articles');
  if (!asked) return null;
  const { app, actor } = context;
  const article = queryFromInfo({ context, info, typeName: 'Article', paths: [['articles', 'edges', 'node']] });
  const read = async () => {
    const page = await listReadableArticles(app, actor, id, asked.args, asked.args, { article, total: isCounted(asked.names) });
    if (!page) return null;
    // Nothing else of it was asked for.
    const project = { id } as Project;
    pages.set(project, page);
    return project;
  };
  // What is wrong with the arguments is told where they are.
  return read().catch((error: unknown) => {
    if (error instanceof ValidationError) return undefined;
    throw error;
  });
});

builder.prismaObjectField(ProjectType, 'articles', (t) =>
  t.field({
    type: ConnectionType,
    description: 'Its articles, newest first, 20 unless asked for more, at most 100.',
    complexity: ({ first, last }) => ({ field: 5, multiplier: first ?? last ?? pageSize }),
    args: {
      first: t.arg.int({ required: false, description: 'How many from the start, `after` or `offset`.' }),
      after: t.arg.string({ required: false, description: 'Cursor after which they stand.' }),
      last: t.arg.int({ required: false, description: 'How many before the end or `before`.' }),
      before: t.arg.string({ required: false, description: 'Cursor before which they stand.' }),
      offset: t.arg.int({ required: false, description: 'How many to leave out, for page numbers. Not together with a cursor.' }),
      query: t.arg.string({ required: false, description: 'In the title: anywhere with three characters or more, at the beginning of a word with fewer.' }),
      dateFrom: t.arg({ type: 'Date', required: false, description: 'First day (UTC) on which they were added.' }),
      dateTo: t.arg({ type: 'Date', required: false, description: 'Last day (UTC) on which they were added.' }),
      status: t.arg({ type: ArticleStatusType, required: false, description: 'Only those.' }),
      qaStatus: t.arg.string({ required: false, description: '`new`: not reviewed yet; `reviewed`.' }),
    },
    resolve: (project, args, context, info) => {
      const asked = selectedFieldNames(context, info);
      return pages.get(project) ?? listArticles(context.app, project, args, args, {
        article: queryFromInfo({ context, info, typeName: 'Article', paths: [['edges', 'node']] }),
        total: isCounted(asked),
      });
    },
  }),
);

builder.queryFields((t) => ({
  article: t.prismaField({
    type: ArticleType,
    nullable: true,
    description: 'An article by global or database id; null: it does not exist or you may not read it.',
    args: { id: t.arg.id({ description: 'Global or database id.' }) },
    resolve: (query, _, { id }, { app, actor }) => nullIfNotFound((async () => readArticle(app, actor, databaseId('Article', id), query))()),
  }),
}));

const needs = 'Needs the right to write in its project.';

builder.relayMutationField(
  'createArticle',
  {
    description: 'What to read aloud, and in which project.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global or database id.' }),
      title: t.string({ description: 'Not empty; at most 500 characters.' }),
      url: t.string({ required: false, description: 'Its page. The web player knows it by that.' }),
      text: t.string({ required: false, description: 'Paragraphs separated by blank lines. Empty: the page is read.' }),
      labels: t.stringList({ required: false, description: 'At most 50 of 100 characters.' }),
      guid: t.string({ required: false, description: "The article's id in your system: adding it again answers the article that is there." }),
    }),
  },
  {
    description: `Adds an article and begins to voice it. ${needs}`,
    errors: {},
    resolve: async (_, { input: { project, ...input } }, { app, actor }) => ({ article: await createArticle(app, actor, { ...input, projectId: databaseId('Project', project) }) }),
  },
  {
    name: 'CreateArticleSuccess',
    description: 'The article is there and will be voiced.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The new article.' }),
      edge: t.expose('article', { type: ArticleEdgeType, description: 'The same, for lists.' }),
    }),
  },
);

builder.relayMutationField(
  'updateArticle',
  {
    description: 'What is absent stays.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      title: t.string({ required: false, description: 'Not empty; at most 500 characters.' }),
      url: t.string({ required: false, description: 'Its page; null: none.' }),
      text: t.string({ required: false, description: 'Empty: the page is read again.' }),
      labels: t.stringList({ required: false, description: 'All of them; at most 50 of 100 characters.' }),
      rssAutoUpdate: t.boolean({ required: false, description: 'Whether it follows changes of its item in the feed.' }),
    }),
  },
  {
    description: `Changes an article. A new title or text is voiced anew, only what changed of it. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ article: await updateArticle(app, actor, { ...input, id: databaseId('Article', input.id) }) }),
  },
  {
    name: 'UpdateArticleSuccess',
    description: 'The article is changed.',
    outputFields: (t) => ({ article: t.expose('article', { type: ArticleType, description: 'As it is now.' }) }),
  },
);

builder.relayMutationField(
  'deleteArticle',
  { description: 'Which article.', inputFields: (t) => ({ id: t.id({ description: 'Global or database id.' }) }) },
  {
    description: `Deletes an article for everybody; its feed does not bring it back. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Article', input.id);
      await deleteArticle(app, actor, id);
      return { id };
    },
  },
  {
    name: 'DeleteArticleSuccess',
    description: 'The article no longer exists.',
    outputFields: (t) => ({ deletedId: t.globalID({ description: 'Its global id.', resolve: ({ id }) => ({ id, type: 'Article' }) }) }),
  },
);

/** What can be asked of an article without saying more. */
const askings = [
  {
    name: 'recrawl', act: recrawlArticle, done: 'The page will be read.', after: 'With the time when it is due.',
    description: 'Asks for its page to be read again in a minute.',
  },
  {
    name: 'retry', act: retryArticle, done: 'It is tried again.', after: 'As it is now.',
    description: 'Tries an article again, now, that errored, was rejected or reached a limit. One that is ready or under way stays as it is.',
  },
  {
    name: 'release', act: releaseArticle, done: 'It goes on.', after: 'As it is now.',
    description: 'Lets an article go on that a processing rule holds: to be voiced, or when it is voiced already, to be played. Any other stays as it is.',
  },
  {
    name: 'revoice', act: revoiceArticle, done: 'It is voiced anew.', after: 'As it is now.',
    description: 'Voices an article anew, by the rules and settings that its project has now; what was voiced already is not paid for again. One that is under way stays as it is.',
  },
];

for (const { name, act, description, done, after } of askings) {
  builder.relayMutationField(
    `${name}Article`,
    { description: 'Which article.', inputFields: (t) => ({ id: t.id({ description: 'Global or database id.' }) }) },
    {
      description: `${description} ${needs}`,
      errors: {},
      resolve: async (_, { input }, { app, actor }) => ({ article: await act(app, actor, databaseId('Article', input.id)) }),
    },
    {
      name: `${name.charAt(0).toUpperCase()}${name.slice(1)}ArticleSuccess`,
      description: done,
      outputFields: (t) => ({ article: t.expose('article', { type: ArticleType, description: after }) }),
    },
  );
}

builder.relayMutationField(
  'requestHighRes',
  {
    description: 'Which article, and which file.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      format: t.field({ type: HighResFormatType, required: false, description: 'MP3 unless said otherwise.' }),
    }),
  },
  {
    description: 'Asks for a high-resolution file (44.1 kHz) of what an article plays now; asked again, tells how far it is. Takes the feature download-highres.',
    errors: {},
    resolve: (_, { input }, { app, actor }) => requestHighRes(app, actor, databaseId('Article', input.id), input.format ?? undefined),
  },
  {
    name: 'RequestHighResSuccess',
    description: 'How far the file is.',
    outputFields: (t) => ({
      status: t.expose('status', { type: HighResStatusType, description: 'State of the file.' }),
      progress: t.exposeInt('progress', { description: 'Percent.' }),
      url: t.exposeString('url', { nullable: true, description: 'Path of the file; null until it is there.' }),
      error: t.exposeString('error', { nullable: true, description: 'Why it failed; null when it did not.' }),
    }),
  },
);

/** What is asked of an event's article, and what tells one state of it from another. */
function eventQuery(context: Context, info: GraphQLResolveInfo): Prisma.ArticleDefaultArgs {
  const { select } = queryFromInfo({ context, info, typeName: 'Article', path: ['article'], select: { id: true } });
  return { select: { ...select, updatedAt: true } };
}

builder.subscriptionFields((t) => ({
  projectArticles: t.field({
    type: ArticleEventType,
    description: 'Every article of a project: added, changed, deleted. How the newest and the unfinished ones stand comes first.',
    args: { project: t.arg.id({ description: 'Global or database id.' }) },
    subscribe: (_, { project }, context, info) => watchProjectArticles(context.app, context.actorNow, databaseId('Project', project), eventQuery(context, info)),
    resolve: (event) => event,
  }),
  article: t.field({
    type: ArticleEventType,
    description: 'One article, until it is deleted. How it stands comes first.',
    args: { id: t.arg.id({ description: 'Global or database id.' }) },
    subscribe: (_, { id }, context, info) => watchArticle(context.app, context.actorNow, databaseId('Article', id), eventQuery(context, info)),
    resolve: (event) => event,
  }),
}));

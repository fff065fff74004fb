import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { selectedFieldNames } from '@pothos/selection-mapper';
import { builder } from '../../../graphql/builder.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';
import type { Context } from '../../../graphql/context.ts';
import { nullIfNotFound } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { pageCost } from '../../../graphql/connection-by-id.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { pageSizes, searchCountCap } from '../../../product.ts';
import {
  deletedConnection,
  DeletedItemsConnectionType,
  DeletedItemType,
} from '../../access/deleted-items/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { readArticle, readArticles } from './article.ts';
import { isEditable, mayReadLog, rightsOf } from './article-rights.ts';
import { embargoOf } from './schedule-embargo.ts';
import { lastVoicing } from './last-voicing.ts';
import { cursorOf, listArticles, type ArticlePage } from './list.ts';
import { isCounted, pageAhead } from './loaders.ts';
import { listDeletedArticles } from './restore-article.ts';
import {
  ArticleEdgeType,
  ArticleEventType,
  ArticleQaFilterType,
  ArticleSortType,
  ArticleStatusType,
  ArticleType,
  HoldReasonType,
  LastVoicingType,
  pathOf,
} from './types.ts';
import { watchArticle, watchProjectArticles } from './watch.ts';

const rights = (_: object, { actor }: Context) => rightsOf(actor);

refetchable(ArticleType, ({ app, actor }, ids, query) => readArticles(app, actor, ids, query));

// What the article says, and where it comes from.
builder.prismaObjectFields(ArticleType, (t) => ({
  databaseId: t.exposeInt('id', {
    description: 'Database ID of the article, as used in REST and in dashboard URLs.',
  }),
  project: t.relation('project', { description: 'Project that the article belongs to.' }),
  title: t.exposeString('title', { description: 'Title, spoken before the text.' }),
  url: t.expose('url', {
    type: 'URL',
    nullable: true,
    description: 'URL of the page, which identifies it to the web player. Null if none.',
  }),
  guid: t.exposeString('guid', {
    nullable: true,
    description:
      'ID of the article in the system it comes from: GUID in the feed, canonical URL of the page, or the ID given by API. Players find the article by it. Null for none.',
  }),
  text: t.exposeString('text', {
    complexity: 20,
    description:
      'Text to read. Blank lines separate paragraphs; may contain `<voice>` tags. Empty until the page is read.',
  }),
  revision: t.exposeInt('revision', {
    description: 'Number that increases with each edit. Send it back when saving to detect conflicts.',
  }),
  labels: t.exposeStringList('labels', { description: 'Labels from editors or the source.' }),
  addedAt: t.expose('addedAt', {
    type: 'DateTime',
    description: 'When the article was added. Lists are sorted by it by default.',
  }),
  updatedAt: t.expose('updatedAt', {
    type: 'DateTime',
    description: 'When the article or its status last changed.',
  }),
  author: t.exposeString('author', {
    nullable: true,
    description:
      'Author, as named by the page or an editor; several are separated by commas. Null if unknown.',
  }),
  imageUrl: t.expose('imageUrl', {
    type: 'URL',
    nullable: true,
    description: 'URL of its picture, from its page, its feed or an editor. Null if it has none.',
  }),
  publishedAt: t.expose('publishedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Publication date, from its source or an editor. Null if unknown.',
  }),
}));

// How far it is, and what it waits for.
builder.prismaObjectFields(ArticleType, (t) => ({
  status: t.expose('status', { type: ArticleStatusType, description: 'Status of the article.' }),
  error: t.exposeString('error', {
    nullable: true,
    description: 'Why the article failed or is waiting for a retry. Null if neither.',
  }),
  errorNotices: t.field({
    type: [NoticeType],
    nullable: true,
    description: noticesDescription('error'),
    select: { errorNotices: true },
    resolve: ({ errorNotices }) => noticesIn(errorNotices),
  }),
  holdReason: t.expose('holdReason', {
    type: HoldReasonType,
    nullable: true,
    description: 'Why the article is on hold. Null if it is not on hold.',
  }),
  heldBy: t.exposeString('heldBy', {
    nullable: true,
    description:
      'Name of the processing rule that put the article on hold, or `holdReason` in words. Null if ' +
      'it is not on hold.',
  }),
  isBurst: t.exposeBoolean('isBurst', {
    description:
      'Whether it arrived in a larger batch than usual for its source. Its page is read, but it is ' +
      'on hold until `releaseArticle` or `releaseBurst`.',
  }),
  isUnsure: t.exposeBoolean('isUnsure', {
    description:
      "Whether its `confidence` is below its source's `confidenceLimit`. Its page is read, but it " +
      'is on hold until `releaseArticle`.',
  }),
  awaitsReview: t.exposeBoolean('awaitsReview', {
    description:
      'Whether it is on hold until it has been reviewed. `submitReview` releases it, ' +
      '`releaseArticle` does not.',
  }),
  doubtfulPassage: t.exposeString('doubtfulPassage', {
    nullable: true,
    description:
      'First doubtful passage of the audio that is on hold before it becomes public, for example ' +
      '`3/4`. `releaseArticle` publishes that audio. Null if nothing doubtful holds it.',
  }),
  confidence: t.exposeFloat('confidence', {
    nullable: true,
    description:
      'How confident Parlance is that the text read from the page is the complete article and ' +
      'nothing else, from 0 to 1. Null if the text does not come from a page.',
  }),
  rssAutoUpdate: t.exposeBoolean('rssAutoUpdate', {
    description: 'Whether the article is updated when its feed item changes.',
  }),
  recrawlAt: t.expose('recrawlTime', {
    type: 'DateTime',
    nullable: true,
    description: 'When the page is read again. Null if not scheduled.',
  }),
  publishAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'End of the embargo: audio is generated, but until then only users who can read the project ' +
      'get it. Null if there is no embargo, or it has ended.',
    select: { publishAt: true },
    resolve: embargoOf,
  }),
}));

// Its audio, and what the caller may do.
builder.prismaObjectFields(ArticleType, (t) => ({
  lastVoicing: t.field({
    type: LastVoicingType,
    nullable: true,
    description: 'What the last generation cost and saved. Null until known: before and during generation.',
    select: { lastVoicing: true },
    resolve: ({ lastVoicing: last }) => lastVoicing.nullable().parse(last),
  }),
  file: t.string({
    nullable: true,
    description: 'Path of the playable MP3 file. Null until there is one.',
    select: { audio: true },
    resolve: ({ audio }) => audio && pathOf(audio),
  }),
  audio: t.relation('playable', {
    nullable: true,
    description: 'Playable audio. Null until there is one. Stays the previous version during generation.',
  }),
  canEdit: t.boolean({
    description: 'Whether the caller can change the article.',
    select: rights,
    resolve: (article, _, { actor }) => isEditable(actor, article),
  }),
  canReadLogs: t.boolean({
    description: 'Whether the caller can read logs and chunks.',
    select: rights,
    resolve: (article, _, { actor }) => mayReadLog(actor, article),
  }),
}));

ArticleEdgeType.implement({
  description: 'An article in a list.',
  fields: (t) => ({
    cursor: t.string({ description: 'Cursor for `after` and `before`.', resolve: cursorOf }),
    node: t.field({ type: ArticleType, description: 'The article.', resolve: (article) => article }),
  }),
});

const ConnectionType = builder.objectRef<ArticlePage>('ProjectArticlesConnection').implement({
  description: "A page of a project's articles, newest first.",
  fields: (t) => ({
    edges: t.field({
      type: [ArticleEdgeType],
      complexity: { multiplier: 1 },
      description: 'Articles with their cursors.',
      resolve: ({ articles }) => articles,
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Position of the page in the list.',
      resolve: ({ articles, hasNextPage, hasPreviousPage }) => {
        const [first, last] = [articles[0], articles.at(-1)];
        return {
          hasNextPage,
          hasPreviousPage,
          startCursor: first ? cursorOf(first) : null,
          endCursor: last ? cursorOf(last) : null,
        };
      },
    }),
    totalCount: t.int({
      description: `Number of matching articles; with \`search\` or \`label\` at most ${searchCountCap}.`,
      resolve: ({ total }) => total!.count,
    }),
    totalIsCapped: t.boolean({
      description: 'Whether there are more articles than counted.',
      resolve: ({ total }) => total!.isCapped,
    }),
  }),
});

builder.prismaObjectField(ProjectType, 'articles', (t) =>
  t.field({
    type: ConnectionType,
    description: 'Articles, newest first unless `sort` is given. Defaults to 20, at most 100.',
    complexity: ({ first, last }) => ({ field: 5, multiplier: first ?? last ?? pageSizes.list }),
    args: {
      first: t.arg.int({
        required: false,
        description: 'Number of articles from the start, `after` or `offset`.',
      }),
      after: t.arg.string({ required: false, description: 'Cursor after which the page starts.' }),
      last: t.arg.int({ required: false, description: 'Number of articles before the end or `before`.' }),
      before: t.arg.string({ required: false, description: 'Cursor before which the page ends.' }),
      offset: t.arg.int({
        required: false,
        description: 'Articles to skip, for page numbers. Cannot be combined with a cursor.',
      }),
      search: t.arg.string({
        required: false,
        description:
          'Text to find in the title, regardless of accents and case, or the address of an article. Fewer than three characters match only the start of a word.',
      }),
      dateFrom: t.arg({
        type: 'Date',
        required: false,
        description: 'First day on which the articles were added.',
      }),
      dateTo: t.arg({
        type: 'Date',
        required: false,
        description: 'Last day on which the articles were added.',
      }),
      timeZone: t.arg.string({
        required: false,
        description:
          'IANA name of the time zone of these days, such as `Europe/Berlin`. Defaults to that of the ' +
          "caller's profile, otherwise UTC.",
      }),
      status: t.arg({
        type: ArticleStatusType,
        required: false,
        description: 'Only articles with this status.',
      }),
      qaStatus: t.arg({
        type: ArticleQaFilterType,
        required: false,
        description: 'Only articles with this review status.',
      }),
      label: t.arg.string({ required: false, description: 'Only articles with this label.' }),
      sort: t.arg({
        type: ArticleSortType,
        required: false,
        description: 'Sort order. Defaults to `ADDED`.',
      }),
      descending: t.arg.boolean({
        required: false,
        description: 'Whether to sort in descending order. Defaults to true only for `ADDED`: newest first.',
      }),
    },
    resolve: async (project, args, context, info) =>
      (await pageAhead(context, info, project.id)) ??
      listArticles(context.app, context.actor, project, args, args, {
        article: queryFromInfo({ context, info, typeName: 'Article', paths: [['edges', 'node']] }),
        total: isCounted(selectedFieldNames(context, info)),
      }),
  }),
);

builder.prismaObjectField(ProjectType, 'deletedArticles', (t) =>
  t.connection(
    {
      type: DeletedItemType,
      nullable: true,
      description:
        'Deleted articles that can be restored, most recently deleted first. Null if the caller ' +
        "can't restore them.",
      complexity: pageCost(5),
      resolve: ({ id }, args, context) =>
        deletedConnection(args, context, (page) => listDeletedArticles(context.app, context.actor, id, page)),
    },
    DeletedItemsConnectionType,
  ),
);

builder.queryFields((t) => ({
  article: t.prismaField({
    type: ArticleType,
    nullable: true,
    description: 'An article. Null if it does not exist or the caller cannot read it.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the article.' }) },
    resolve: (query, _, { id }, { app, actor }) =>
      nullIfNotFound((async () => readArticle(app, actor, databaseId('Article', id), query))()),
  }),
}));

/** Returns the selection of an event's article, with a column that distinguishes its states. */
function eventQuery(context: Context, info: GraphQLResolveInfo): Prisma.ArticleDefaultArgs {
  const { select } = queryFromInfo({
    context,
    info,
    typeName: 'Article',
    path: ['article'],
    select: { id: true },
  });
  return { select: { ...select, updatedAt: true } };
}

builder.subscriptionFields((t) => ({
  projectArticles: t.field({
    type: ArticleEventType,
    description:
      "Events of a project's articles: added, changed or deleted. Starts with the current state of " +
      'the newest and the unfinished articles.',
    args: { project: t.arg.id({ description: 'Global ID or database ID of the project.' }) },
    subscribe: (_, { project }, context, info) =>
      watchProjectArticles(
        context.app,
        context.actorNow,
        databaseId('Project', project),
        eventQuery(context, info),
      ),
    resolve: (event) => event,
  }),
  article: t.field({
    type: ArticleEventType,
    description: 'Updates of one article, until deleted. Starts with its current state.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the article.' }) },
    subscribe: (_, { id }, context, info) =>
      watchArticle(context.app, context.actorNow, databaseId('Article', id), eventQuery(context, info)),
    resolve: (event) => event,
  }),
}));

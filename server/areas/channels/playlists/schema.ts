import { queryFromInfo } from '@pothos/plugin-prisma';
import { nullIfNotFound } from '../../../graphql/error-types.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { Playlist as PlaylistModel, Prisma } from '../../../../prisma/generated/client/client.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageCost } from '../../../graphql/connection-by-id.ts';
import type { Context } from '../../../graphql/context.ts';
import { databaseId, globalIdOf } from '../../../graphql/ids.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { automaticCountMax, playlistItemsMax } from '../../../product.ts';
import { ArticleType, pathOf } from '../../articles/articles/types.ts';
import {
  deletedConnection,
  DeletedItemsConnectionType,
  DeletedItemType,
} from '../../access/deleted-items/types.ts';
import { UserType } from '../../access/identity/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { previewAutomatic } from './automatic-playlist.ts';
import { loadItems, loadListening, type Item } from './playlist-items.ts';
import {
  countPlaylists,
  listPlaylists,
  playlistsOfArticles,
  readPlaylist,
  readPlaylists,
} from './playlists.ts';
import { keyOfJoined, loadJoined, statusOf, type PlaylistStatus } from './playlist-status.ts';
import { listDeletedPlaylists } from './restore-playlist.ts';
import {
  PlaylistIntervalType,
  PlaylistItemStatusType,
  PlaylistItemType,
  PlaylistKindType,
  PlaylistSortType,
  PlaylistStatusType,
  PlaylistType,
  RankedArticleType,
} from './types.ts';
import { watchPlaylist } from './watch-playlist.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';

refetchable(PlaylistType, ({ app, actor }, ids, query) => readPlaylists(app, actor, ids, query));

const pathIn = (file: string | null): string | null => file && pathOf(file);
const urlIn = ({ config }: Context['app'], file: string | null): string | null =>
  file && `${config.publicUrl}${pathOf(file)}`;
const joinedColumns = { joined: true, joinedError: true, joinedErrorNotices: true } as const;

async function joinedOf(
  context: Context,
  playlist: Pick<PlaylistModel, keyof typeof joinedColumns>,
): Promise<PlaylistStatus> {
  const [joined] =
    playlist.joined === null ? [] : await loadBatched(context, loadJoined, keyOfJoined, playlist.joined);
  return statusOf(playlist, joined ?? null);
}

// Its articles, and how they are chosen.
builder.prismaObjectFields(PlaylistType, (t) => ({
  databaseId: t.exposeInt('id', {
    description: 'Database ID of the playlist, as used in REST and in dashboard URLs.',
  }),
  project: t.relation('project', { description: 'Project that the playlist belongs to.' }),
  name: t.exposeString('name', { description: 'Name of the playlist.' }),
  type: t.expose('type', { type: PlaylistKindType, description: 'How its articles are chosen.' }),
  limitCount: t.exposeInt('limitCount', {
    description: `Maximum number of articles of an automatic playlist, 1 to ${automaticCountMax}.`,
  }),
  limitInterval: t.expose('limitInterval', {
    type: PlaylistIntervalType,
    description: 'Period for counting views and plays.',
  }),
  limitSortBy: t.expose('limitSortBy', {
    type: PlaylistSortType,
    description: 'Order of the articles of an automatic playlist.',
  }),
  limitTimeFrom: t.exposeString('limitTimeFrom', {
    nullable: true,
    description:
      'Start time of day for the interval `DAILY`, as `HH:MM`, such as `06:30`. Null for no limit.',
  }),
  limitTimeTo: t.exposeString('limitTimeTo', {
    nullable: true,
    description:
      'End time of day, as `HH:MM`; on the next day unless it is later than `limitTimeFrom`. Null ' +
      'for no limit.',
  }),
  queryText: t.exposeString('queryText', {
    description:
      'Text in the titles of an automatic playlist; for a manual one, the last search text. Empty ' +
      'if none.',
  }),
  queryDate: t.exposeString('queryDate', {
    nullable: true,
    description: 'Dates of the last search. Null if none.',
  }),
  querySortBy: t.exposeString('querySortBy', {
    nullable: true,
    description: 'Order of the last search. Null if none.',
  }),
  items: t.field({
    type: [PlaylistItemType],
    complexity: { field: 20, multiplier: 50 },
    description: `Items in order, at most ${playlistItemsMax}. Those of an automatic playlist are updated every few minutes.`,
    resolve: ({ id }, _, context) =>
      loadBatched(context, loadItems, ({ playlistId }: Item) => playlistId, id),
  }),
  revision: t.exposeInt('revision', {
    description: 'Number of the last change. Send it back when saving to detect conflicts.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the playlist was created.' }),
  updatedAt: t.expose('modifiedAt', { type: 'DateTime', description: 'When someone last changed it.' }),
  updatedBy: t.relation('modifier', {
    type: UserType,
    nullable: true,
    description: 'User who last changed it. Null for an API client or a deleted user.',
  }),
}));

// What is played around and between the articles.
builder.prismaObjectFields(PlaylistType, (t) => ({
  introAudio: t.exposeString('introFile', {
    nullable: true,
    description: 'Base name of the intro sound. Null if none.',
  }),
  introAudioName: t.exposeString('introFilename', {
    nullable: true,
    description: 'Name of that sound. Null if none.',
  }),
  introAudioUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of that sound. Null if none.',
    select: { introFile: true },
    resolve: ({ introFile }, _, { app }) => urlIn(app, introFile),
  }),
  introText: t.exposeString('introText', {
    description: 'Text spoken after the intro sound. Empty if none.',
  }),
  outroAudio: t.exposeString('outroFile', {
    nullable: true,
    description: 'Base name of the outro sound. Null if none.',
  }),
  outroAudioName: t.exposeString('outroFilename', {
    nullable: true,
    description: 'Name of that sound. Null if none.',
  }),
  outroAudioUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of that sound. Null if none.',
    select: { outroFile: true },
    resolve: ({ outroFile }, _, { app }) => urlIn(app, outroFile),
  }),
  outroText: t.exposeString('outroText', {
    description: 'Text spoken before the outro sound. Empty if none.',
  }),
  nextArticleAudio: t.exposeString('nextArticleAudioFile', {
    nullable: true,
    description: 'Base name of the sound between two items. Null if none.',
  }),
  nextArticleAudioName: t.exposeString('nextArticleAudioFileName', {
    nullable: true,
    description: 'Name of that sound. Null if none.',
  }),
  nextArticleAudioUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of that sound. Null if none.',
    select: { nextArticleAudioFile: true },
    resolve: ({ nextArticleAudioFile }, _, { app }) => urlIn(app, nextArticleAudioFile),
  }),
  nextArticleText: t.exposeString('nextArticleText', {
    description: 'Text spoken between two items, after that sound. Empty if none.',
  }),
}));

// The audio file that plays the whole playlist.
builder.prismaObjectFields(PlaylistType, (t) => ({
  status: t.field({
    type: PlaylistStatusType,
    description: 'Status of the audio file that plays the whole playlist.',
    select: joinedColumns,
    resolve: async (playlist, _, context) => (await joinedOf(context, playlist)).status,
  }),
  progress: t.int({
    description: 'Progress of creating the file, in percent.',
    select: joinedColumns,
    resolve: async (playlist, _, context) => (await joinedOf(context, playlist)).progress,
  }),
  error: t.string({
    nullable: true,
    description: 'Why the file could not be created. Null unless it failed.',
    select: joinedColumns,
    resolve: async (playlist, _, context) => (await joinedOf(context, playlist)).error,
  }),
  errorNotices: t.field({
    type: [NoticeType],
    nullable: true,
    description: noticesDescription('error'),
    select: joinedColumns,
    resolve: async (playlist, _, context) => noticesIn((await joinedOf(context, playlist)).errorNotices),
  }),
  file: t.string({
    nullable: true,
    description: 'Path of the file. Null until it is ready.',
    select: joinedColumns,
    resolve: async (playlist, _, context) => pathIn((await joinedOf(context, playlist)).file),
  }),
  durationMs: t.float({
    nullable: true,
    description: 'Duration of the file in milliseconds. Null until it is ready.',
    select: joinedColumns,
    resolve: async (playlist, _, context) => (await joinedOf(context, playlist)).durationMs,
  }),
  bytes: t.int({
    nullable: true,
    description: 'Size of the file in bytes. Null until it is ready.',
    select: joinedColumns,
    resolve: async (playlist, _, context) => (await joinedOf(context, playlist)).bytes,
  }),
}));

PlaylistItemType.implement({
  description: 'An item of a playlist: an article or custom audio.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', {
      description: 'Database ID of the item, as used in REST. Changes when the playlist is saved.',
    }),
    article: t.prismaField({
      type: ArticleType,
      nullable: true,
      description: 'Article of the item. Null if it has none, or if it was deleted.',
      resolve: (query, { articleId, status }, _, { app }) =>
        articleId === null || status === 'deleted'
          ? null
          : app.db.prisma.article.findUnique({ ...query, where: { id: articleId } }),
    }),
    articleId: t.id({
      nullable: true,
      description: 'Global ID of the article, even if it was deleted. Null if none.',
      resolve: ({ articleId }) => globalIdOf('Article', articleId),
    }),
    customTitle: t.exposeString('customTitle', {
      nullable: true,
      description: "Title that replaces the article's. Null if none.",
    }),
    customText: t.exposeString('customText', {
      nullable: true,
      description: "Text that replaces the article's. Null if none.",
    }),
    customFile: t.exposeString('customFile', {
      nullable: true,
      description: "Base name of audio that replaces the article's. Null if none.",
    }),
    title: t.exposeString('title', { description: "Custom title, or the article's." }),
    status: t.expose('status', { type: PlaylistItemStatusType, description: 'Status of the item.' }),
    file: t.string({
      nullable: true,
      description: 'Path of the audio to play. Null if none.',
      resolve: ({ file }) => pathIn(file),
    }),
    durationMs: t.exposeFloat('durationMs', {
      nullable: true,
      description: 'Duration in milliseconds. Null if nothing is played.',
    }),
    views: t.int({
      description: "Number of views of players with the item's article.",
      resolve: async (item, _, context) => (await listeningOf(context, item))?.views ?? 0,
    }),
    listens: t.int({
      description: "Number of plays of the item's article.",
      resolve: async (item, _, context) => (await listeningOf(context, item))?.listens ?? 0,
    }),
  }),
});

const ofArticle = ({ articleId }: { articleId: number }): number => articleId;

async function listeningOf(
  context: Context,
  { articleId }: Item,
): Promise<{ views: number; listens: number } | undefined> {
  return articleId === null
    ? undefined
    : (await loadBatched(context, loadListening, ofArticle, articleId))[0];
}

RankedArticleType.implement({
  description: 'An article that an automatic playlist would contain.',
  fields: (t) => ({
    article: t.prismaField({
      type: ArticleType,
      description: 'The article.',
      resolve: (query, { articleId }, _, { app }) =>
        app.db.prisma.article.findUniqueOrThrow({ ...query, where: { id: articleId } }),
    }),
    views: t.exposeInt('views', { description: 'Number of views of its player in the interval.' }),
    listens: t.exposeInt('listens', { description: 'Number of plays in the interval.' }),
  }),
});

builder.prismaObjectFields(ProjectType, (t) => ({
  deletedPlaylists: t.connection(
    {
      type: DeletedItemType,
      nullable: true,
      description:
        'Deleted playlists that can be restored, most recently deleted first. Null if the caller ' +
        "can't restore them.",
      complexity: pageCost(5),
      resolve: ({ id }, args, context) =>
        deletedConnection(args, context, (page) =>
          listDeletedPlaylists(context.app, context.actor, id, page),
        ),
    },
    DeletedItemsConnectionType,
  ),
  playlists: t.prismaConnection(
    {
      type: PlaylistType,
      cursor: 'id',
      description: 'Playlists of the project, newest first.',
      complexity: pageCost(10),
      args: {
        offset: t.arg.int({
          required: false,
          description: 'Playlists to skip, for page numbers. Cannot be combined with a cursor.',
        }),
      },
      totalCount: ({ id }, _, { app }) => countPlaylists(app, id),
      resolve: (query, { id }, { offset }, { app }) => listPlaylists(app, id, query, offset),
    },
    {
      // As Pothos has it, which says nothing of what it is.
      fields: (connection) => ({
        totalCount: connection.int({
          description: 'Number of playlists of the project.',
          extensions: { pothosPrismaTotalCount: true },
          resolve: (page) => (page as unknown as { totalCount: () => Promise<number> }).totalCount(),
        }),
      }),
    },
  ),
  automaticArticles: t.field({
    type: [RankedArticleType],
    complexity: { field: 100, multiplier: automaticCountMax },
    description:
      'Articles that an automatic playlist with these settings would contain now: those viewed, ' +
      'played or added in the interval, most views or plays first, then newest first.',
    args: {
      limitCount: t.arg.int({
        required: false,
        description: `Number of articles, at most ${automaticCountMax}. 0 and null stand for 10.`,
      }),
      limitInterval: t.arg({
        type: PlaylistIntervalType,
        required: false,
        description: 'Period for counting views and plays. Defaults to `WEEKLY`.',
      }),
      limitSortBy: t.arg({
        type: PlaylistSortType,
        required: false,
        description: 'Sort order. Defaults to `VIEWS`.',
      }),
      limitTimeFrom: t.arg.string({
        required: false,
        description: 'Start time of day, `HH:MM`, such as `06:30`, for the interval `DAILY`.',
      }),
      limitTimeTo: t.arg.string({
        required: false,
        description: 'End time of day, `HH:MM`, such as `09:30`, for the interval `DAILY`.',
      }),
      queryText: t.arg.string({ required: false, description: 'Text in the titles.' }),
    },
    resolve: ({ id }, args, { app, actor }) => previewAutomatic(app, actor, id, args),
  }),
}));

builder.prismaObjectField(ArticleType, 'playlists', (t) =>
  t.field({
    type: [PlaylistType],
    complexity: { field: 20, multiplier: 5 },
    description: 'Playlists that contain the article.',
    resolve: async ({ id }, _, context, info) => {
      const found = await loadBatched(context, playlistsOfArticles, ofArticle, id);
      const query = queryFromInfo({ context, info });
      return context.app.db.prisma.playlist.findMany({
        ...query,
        where: { id: { in: found.map((playlist) => playlist.id) } },
        orderBy: { id: 'asc' },
      });
    },
  }),
);

builder.queryField('playlist', (t) =>
  t.prismaField({
    type: PlaylistType,
    nullable: true,
    description: 'A playlist. Null if it does not exist or the caller cannot read it.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the playlist.' }) },
    resolve: (query, _, { id }, { app, actor }) =>
      nullIfNotFound((async () => readPlaylist(app, actor, databaseId('Playlist', id), query))()),
  }),
);

/** Returns the selection of an event's playlist. */
const eventQuery = (context: Context, info: GraphQLResolveInfo): Prisma.PlaylistDefaultArgs => {
  const { select } = queryFromInfo({ context, info, typeName: 'Playlist', select: { id: true } });
  return { select: { ...select, ...joinedColumns } };
};

builder.subscriptionField('playlist', (t) =>
  t.field({
    type: PlaylistType,
    description:
      'Updates of a playlist and the progress of its file, until it is deleted. Starts with its ' +
      'current state.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the playlist.' }) },
    subscribe: (_, { id }, context, info) =>
      watchPlaylist(context.app, context.actorNow, databaseId('Playlist', id), eventQuery(context, info)),
    resolve: (playlist) => playlist,
  }),
);

import { builder } from '../../../graphql/builder.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';
import { pageCost } from '../../../graphql/connection-by-id.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ArticleType, pathOf } from '../../articles/articles/types.ts';
import { ChannelObjectType } from '../channels/types.ts';
import { ChapterType } from '../../library/joined-audio/types.ts';
import { chaptersIn, listEpisodes, readEpisodes } from './list-episodes.ts';

const EpisodeType = builder.prismaObject('Episode', {
  description:
    'An episode of a podcast: an article, or several combined. Visible to everyone who can read ' +
    "the channel's project.",
  select: { id: true },
});

refetchable(EpisodeType, ({ app, actor }, ids, query) => readEpisodes(app, actor, ids, query));

builder.prismaObjectFields(EpisodeType, (t) => ({
  guid: t.exposeString('guid', { description: 'Identifier used by podcast apps. It never changes.' }),
  title: t.exposeString('title', { description: 'Title.' }),
  audioUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the MP3 file. Null until the file is first created.',
    select: { file: true },
    resolve: ({ file }, _, { app }) => (file === null ? null : `${app.config.publicUrl}${pathOf(file)}`),
  }),
  durationMs: t.exposeFloat('durationMs', {
    nullable: true,
    description: 'Duration in milliseconds. Null if there is no file yet.',
  }),
  bytes: t.exposeInt('bytes', {
    nullable: true,
    description: 'Size of the file in bytes. Null if none yet.',
  }),
  chapters: t.field({
    type: [ChapterType],
    description: 'Chapters: one for each article of an episode that combines several.',
    select: { chapters: true },
    resolve: ({ chapters }) => chaptersIn(chapters),
  }),
  articles: t.field({
    type: [ArticleType],
    complexity: { field: 1, multiplier: 10 },
    description: 'Articles of the episode, in playing order.',
    select: (_args, _context, nestedSelection) => ({
      articles: {
        where: { article: { deletedAt: null } },
        orderBy: { position: 'asc' },
        select: { article: nestedSelection(true) },
      },
    }),
    // Pothos selects in the rows what the answer asks of articles, which this type cannot say.
    resolve: ({ articles }) => articles.map(({ article }) => article) as never,
  }),
  error: t.exposeString('error', {
    nullable: true,
    description: 'Why the file could not be created, as a sentence for editors. Null if there is no problem.',
  }),
  errorNotices: t.field({
    type: [NoticeType],
    nullable: true,
    description: noticesDescription('error'),
    select: { errorNotices: true },
    resolve: ({ errorNotices }) => noticesIn(errorNotices),
  }),
  publishedAt: t.expose('publishedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Date in the feed. Null if it is not published yet.',
  }),
  updatedAt: t.expose('modifiedAt', { type: 'DateTime', description: 'When it was last changed.' }),
}));

builder.prismaObjectField(ChannelObjectType, 'episodes', (t) =>
  t.prismaConnection({
    type: EpisodeType,
    cursor: 'id',
    complexity: pageCost(10),
    description:
      'Episodes of the podcast, newest first, including those being created. Empty for other ' + 'channels.',
    resolve: (query, { id }, _, { app }) => listEpisodes(app, id, query),
  }),
);

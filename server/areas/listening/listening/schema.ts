import { builder } from '../../../graphql/builder.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import type { App } from '../../../kernel/app.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { ChannelObjectType } from '../../channels/channels/types.ts';
import { playsOfLastWeek, type ChannelPlays } from './channel-plays.ts';
import { viewsAndListens, type Listening } from './views-and-listens.ts';

const sinceEver = async (app: App, articleIds: readonly number[]): Promise<Listening[]> => [
  ...(await viewsAndListens(app, articleIds)).values(),
];
const articleOf = ({ articleId }: Listening): number => articleId;

builder.prismaObjectField(ArticleType, 'views', (t) =>
  t.int({
    complexity: 20,
    description: 'Number of views of players with the article, in all channels. Updated every minute.',
    select: { id: true },
    resolve: async ({ id }, _, context) =>
      (await loadBatched(context, sinceEver, articleOf, id))[0]?.views ?? 0,
  }),
);

builder.prismaObjectField(ArticleType, 'listens', (t) =>
  t.int({
    complexity: 20,
    description: 'Number of plays of the article, in all channels. Updated every minute.',
    select: { id: true },
    resolve: async ({ id }, _, context) =>
      (await loadBatched(context, sinceEver, articleOf, id))[0]?.listens ?? 0,
  }),
);

const channelOf = ({ channelId }: ChannelPlays): number => channelId;

builder.prismaObjectField(ChannelObjectType, 'playsLastWeek', (t) =>
  t.int({
    complexity: 20,
    description:
      'Number of plays in the last seven days: in players, and downloads of episodes by podcast apps. Zero for types whose plays are not measured. Updated every minute.',
    select: { id: true },
    resolve: async ({ id }, _, context) =>
      (await loadBatched(context, playsOfLastWeek, channelOf, id))[0]?.plays ?? 0,
  }),
);

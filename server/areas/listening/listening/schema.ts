import { builder } from '../../../graphql/builder.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import type { App } from '../../../kernel/app.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { viewsAndListens, type Listening } from './views-and-listens.ts';

const sinceEver = async (app: App, articleIds: readonly number[]): Promise<Listening[]> => [
  ...(await viewsAndListens(app, articleIds)).values(),
];
const articleOf = ({ articleId }: Listening): number => articleId;

builder.prismaObjectField(ArticleType, 'views', (t) =>
  t.int({
    complexity: 20,
    description:
      'How many times a player with the article has been seen, in all channels. New views are added every minute.',
    select: { id: true },
    resolve: async ({ id }, _, context) =>
      (await loadBatched(context, sinceEver, articleOf, id))[0]?.views ?? 0,
  }),
);

builder.prismaObjectField(ArticleType, 'listens', (t) =>
  t.int({
    complexity: 20,
    description:
      'How many times playback of the article has been started, in all channels. New listens are added every minute.',
    select: { id: true },
    resolve: async ({ id }, _, context) =>
      (await loadBatched(context, sinceEver, articleOf, id))[0]?.listens ?? 0,
  }),
);

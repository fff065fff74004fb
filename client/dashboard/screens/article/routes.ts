import addArticleQuery from '../../__generated__/AddArticleScreenQuery$parameters.ts';
import type { AddArticleScreenQuery } from '../../__generated__/AddArticleScreenQuery.graphql.ts';
import editArticleQuery from '../../__generated__/EditArticleScreenQuery$parameters.ts';
import type { EditArticleScreenQuery } from '../../__generated__/EditArticleScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { addArticlePart } from './add-article-part.ts';

const editArticle = (path: string) =>
  screenRoute<EditArticleScreenQuery>({
    path,
    skeleton: 'form',
    query: [editArticleQuery, ({ params }) => ({ id: params['articleId']! })],
    screen: () => import('./EditArticleScreen.tsx'),
  });

export const articleRoutes = [
  projectPartRoute<AddArticleScreenQuery>(addArticlePart, {
    skeleton: 'form',
    query: [addArticleQuery, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./AddArticleScreen.tsx'),
  }),
  editArticle(':id/articles/:articleId'),
  editArticle(':id/:page/article/:articleId'),
];

import articlesTableQuery from '../../__generated__/ArticlesTableQuery$parameters.ts';
import type { ArticlesTableQuery } from '../../__generated__/ArticlesTableQuery.graphql.ts';
import projectQuery from '../../__generated__/ProjectScreenQuery$parameters.ts';
import type { ProjectScreenQuery } from '../../__generated__/ProjectScreenQuery.graphql.ts';
import { whenProjectChanges, screenRoute } from '../../relay/screen-route.ts';
import { ScreenFailure } from '../shell/ScreenFailure.tsx';
import { articleVariables } from './articles/article-variables.ts';

export const projectRoutes = [
  screenRoute<ProjectScreenQuery>({
    path: ':id',
    skeleton: 'table',
    query: [projectQuery, ({ params }) => ({ id: params['id']! })],
    shouldRevalidate: whenProjectChanges,
    screen: () => import('./ProjectScreen.tsx'),
    children: [
      screenRoute<ArticlesTableQuery>({
        path: ':tablePage?',
        failure: ScreenFailure,
        query: [
          articlesTableQuery,
          ({ params, request }) =>
            articleVariables(params['id']!, params['tablePage'], new URL(request.url).searchParams),
        ],
        screen: () => import('./articles/ArticlesTable.tsx'),
      }),
    ],
  }),
];

import reviewListQuery from '../../__generated__/ReviewListScreenQuery$parameters.ts';
import type { ReviewListScreenQuery } from '../../__generated__/ReviewListScreenQuery.graphql.ts';
import reviewQuery from '../../__generated__/ReviewScreenQuery$parameters.ts';
import type { ReviewScreenQuery } from '../../__generated__/ReviewScreenQuery.graphql.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { listVariables } from './review-list.ts';
import { qaPart } from './review-part.ts';

export const reviewRoutes = [
  projectPartRoute<ReviewListScreenQuery>(qaPart, {
    skeleton: 'table',
    query: [
      reviewListQuery,
      ({ params, request }) => listVariables(params['id']!, new URL(request.url).searchParams),
    ],
    screen: () => import('./ReviewListScreen.tsx'),
  }),
  ...['qa/:articleId', 'qa/:articleId/edit'].map((path) =>
    projectPartRoute<ReviewScreenQuery>(
      { ...qaPart, path },
      {
        skeleton: 'form',
        query: [reviewQuery, ({ params }) => ({ project: params['id']!, id: params['articleId']! })],
        screen: () => import('./ReviewScreen.tsx'),
      },
    ),
  ),
];

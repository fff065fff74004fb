import type { CreateProjectScreenQuery } from '../../__generated__/CreateProjectScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';

export const createProjectRoutes = [
  screenRoute<CreateProjectScreenQuery>({
    path: 'create',
    title: 'Create project · Parlance',
    skeleton: 'form',
    query: [
      async () => (await import('../../__generated__/CreateProjectScreenQuery$parameters.ts')).default,
      () => ({}),
    ],
    screen: () => import('./CreateProjectScreen.tsx'),
  }),
];

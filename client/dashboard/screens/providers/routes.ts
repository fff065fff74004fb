import providersQuery from '../../__generated__/ProvidersScreenQuery$parameters.ts';
import type { ProvidersScreenQuery } from '../../__generated__/ProvidersScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';

export const providersRoutes = [
  screenRoute<ProvidersScreenQuery>({
    path: 'providers',
    title: 'Speech services · Parlance',
    skeleton: 'table',
    query: [providersQuery, () => ({})],
    screen: () => import('./ProvidersScreen.tsx'),
  }),
];

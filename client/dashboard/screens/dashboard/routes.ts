import dashboardQuery from '../../__generated__/DashboardScreenQuery$parameters.ts';
import type { DashboardScreenQuery } from '../../__generated__/DashboardScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';

export const dashboardRoutes = [
  screenRoute<DashboardScreenQuery>({
    path: 'dashboard',
    title: 'Dashboard',
    skeleton: 'cards',
    query: [dashboardQuery, () => ({})],
    screen: () => import('./DashboardScreen.tsx'),
  }),
];

import type { OrganizationScreenQuery } from '../../__generated__/OrganizationScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';

export const organizationRoutes = [
  screenRoute<OrganizationScreenQuery>({
    path: 'organization/:slug',
    skeleton: 'table',
    query: [
      async () => (await import('../../__generated__/OrganizationScreenQuery$parameters.ts')).default,
      ({ params }) => ({ slug: params['slug']! }),
    ],
    screen: () => import('./OrganizationScreen.tsx'),
  }),
];

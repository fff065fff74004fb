import type { OrganizationSecurityScreenQuery } from '../../__generated__/OrganizationSecurityScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';

export const securityLogRoutes = [
  screenRoute<OrganizationSecurityScreenQuery>({
    path: 'organization/:slug/security-log/:id',
    skeleton: 'table',
    query: [
      async () => (await import('../../__generated__/OrganizationSecurityScreenQuery$parameters.ts')).default,
      ({ params }) => ({ slug: params['slug']!, id: params['id']! }),
    ],
    screen: () => import('./OrganizationSecurityScreen.tsx'),
  }),
];

import type { OrganizationWebhooksScreenQuery } from '../../__generated__/OrganizationWebhooksScreenQuery.graphql.ts';
import type { ProjectWebhooksScreenQuery } from '../../__generated__/ProjectWebhooksScreenQuery.graphql.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { whenProjectChanges, screenRoute } from '../../relay/screen-route.ts';
import { webhooksPart } from './webhooks-part.ts';

export const webhookRoutes = [
  projectPartRoute<ProjectWebhooksScreenQuery>(webhooksPart, {
    skeleton: 'table',
    query: [
      async () => (await import('../../__generated__/ProjectWebhooksScreenQuery$parameters.ts')).default,
      ({ params }) => ({ id: params['id']! }),
    ],
    shouldRevalidate: whenProjectChanges,
    screen: () => import('./ProjectWebhooksScreen.tsx'),
  }),
  screenRoute<OrganizationWebhooksScreenQuery>({
    path: 'organization/:slug/webhooks',
    skeleton: 'table',
    query: [
      async () => (await import('../../__generated__/OrganizationWebhooksScreenQuery$parameters.ts')).default,
      ({ params }) => ({ slug: params['slug']! }),
    ],
    screen: () => import('./OrganizationWebhooksScreen.tsx'),
  }),
];

import processingRulesQuery from '../../__generated__/ProcessingRulesScreenQuery$parameters.ts';
import type { ProcessingRulesScreenQuery } from '../../__generated__/ProcessingRulesScreenQuery.graphql.ts';
import { ofAnotherProject, screenRoute } from '../../relay/screen-route.ts';

export const rulesRoutes = [
  screenRoute<ProcessingRulesScreenQuery>({
    path: ':id/processing-rules',
    skeleton: 'table',
    query: [processingRulesQuery, ({ params }) => ({ id: params['id']! })],
    shouldRevalidate: ofAnotherProject,
    screen: () => import('./ProcessingRulesScreen.tsx'),
  }),
];

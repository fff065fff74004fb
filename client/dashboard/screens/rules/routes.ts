import type { ProcessingRulesScreenQuery } from '../../__generated__/ProcessingRulesScreenQuery.graphql.ts';
import { whenProjectChanges } from '../../relay/screen-route.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { rulesPart } from './rules-part.ts';

export const rulesRoutes = [
  projectPartRoute<ProcessingRulesScreenQuery>(rulesPart, {
    skeleton: 'table',
    query: [
      async () => (await import('../../__generated__/ProcessingRulesScreenQuery$parameters.ts')).default,
      ({ params }) => ({ id: params['id']! }),
    ],
    shouldRevalidate: whenProjectChanges,
    screen: () => import('./ProcessingRulesScreen.tsx'),
  }),
];

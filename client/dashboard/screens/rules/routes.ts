import processingRulesQuery from '../../__generated__/ProcessingRulesScreenQuery$parameters.ts';
import type { ProcessingRulesScreenQuery } from '../../__generated__/ProcessingRulesScreenQuery.graphql.ts';
import { ofAnotherProject } from '../../relay/screen-route.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { rulesPart } from './rules-part.ts';

export const rulesRoutes = [
  projectPartRoute<ProcessingRulesScreenQuery>(rulesPart, {
    skeleton: 'table',
    query: [processingRulesQuery, ({ params }) => ({ id: params['id']! })],
    shouldRevalidate: ofAnotherProject,
    screen: () => import('./ProcessingRulesScreen.tsx'),
  }),
];

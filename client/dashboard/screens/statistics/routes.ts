import type { StatisticsScreenQuery } from '../../__generated__/StatisticsScreenQuery.graphql.ts';
import type { ArticleStopsScreenQuery } from '../../__generated__/ArticleStopsScreenQuery.graphql.ts';
import { ofAnotherPath } from '../../relay/screen-route.ts';
import { projectPartRoute } from '../project-part/project-part.ts';
import { askedIn } from './asked.ts';
import { statsPart } from './stats-part.ts';

export const statisticsRoutes = [
  projectPartRoute<StatisticsScreenQuery>(statsPart, {
    skeleton: 'table',
    query: [
      async () => (await import('../../__generated__/StatisticsScreenQuery$parameters.ts')).default,
      ({ params }) => ({ id: params['id']! }),
    ],
    shouldRevalidate: ofAnotherPath,
    screen: () => import('./StatisticsScreen.tsx'),
  }),
  projectPartRoute<ArticleStopsScreenQuery>(
    { ...statsPart, path: `${statsPart.path}/articles/:articleId` },
    {
      skeleton: 'text',
      query: [
        async () => (await import('../../__generated__/ArticleStopsScreenQuery$parameters.ts')).default,
        ({ params, request }) => {
          const { from, to } = askedIn(new URL(request.url).searchParams);
          return { id: params['id']!, articleId: params['articleId']!, from, to };
        },
      ],
      screen: () => import('./ArticleStopsScreen.tsx'),
    },
  ),
];

import type { StatisticsScreenQuery } from '../../__generated__/StatisticsScreenQuery.graphql.ts';
import type { ArticleStopsScreenQuery } from '../../__generated__/ArticleStopsScreenQuery.graphql.ts';
import { whenPathChanges } from '../../relay/screen-route.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { statsPart } from './stats-part.ts';

export const statisticsRoutes = [
  projectPartRoute<StatisticsScreenQuery>(statsPart, {
    skeleton: 'table',
    query: [
      async () => (await import('../../__generated__/StatisticsScreenQuery$parameters.ts')).default,
      ({ params }) => ({ id: params['id']! }),
    ],
    shouldRevalidate: whenPathChanges,
    screen: () => import('./StatisticsScreen.tsx'),
  }),
  projectPartRoute<ArticleStopsScreenQuery>(
    { ...statsPart, path: `${statsPart.path}/articles/:articleId` },
    {
      skeleton: 'text',
      query: [
        async () => (await import('../../__generated__/ArticleStopsScreenQuery$parameters.ts')).default,
        ({ params, request }) => {
          // What the screen makes of an address is loaded with it.
          const day = (name: string) =>
            /^\d{4}-\d\d-\d\d$/.exec(new URL(request.url).searchParams.get(name) ?? '')?.[0];
          return { id: params['id']!, articleId: params['articleId']!, from: day('from'), to: day('to') };
        },
      ],
      screen: () => import('./ArticleStopsScreen.tsx'),
    },
  ),
];

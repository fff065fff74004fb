import screenQuery from '../../__generated__/DictionariesScreenQuery$parameters.ts';
import type { DictionariesScreenQuery } from '../../__generated__/DictionariesScreenQuery.graphql.ts';
import { shellWords } from '../../generated/words/shell.ts';
import { ofAnotherPath, screenRoute } from '../../relay/screen-route.ts';
import { currentWords } from '../../words/word-catalogue.ts';

/** Below `/dictionaries`. The last segment says whose they are; see `owners.ts`. */
export const dictionariesRoutes = (['global', 'organizations/:owner?', 'projects/:owner?'] as const).map(
  (path) =>
    screenRoute<DictionariesScreenQuery>({
      path,
      title: () => `${currentWords(shellWords).dictionaries} · Parlance`,
      skeleton: 'table',
      query: [screenQuery, () => ({})],
      screen: () => import('./DictionariesScreen.tsx'),
      shouldRevalidate: ofAnotherPath,
    }),
);

import type { DictionariesScreenQuery } from '../../__generated__/DictionariesScreenQuery.graphql.ts';
import projectQuery from '../../__generated__/ProjectDictionaryScreenQuery$parameters.ts';
import type { ProjectDictionaryScreenQuery } from '../../__generated__/ProjectDictionaryScreenQuery.graphql.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { shellWords } from '../../generated/words/shell.ts';
import { whenPathChanges, whenProjectChanges, screenRoute } from '../../relay/screen-route.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import { dictionaryPart } from './dictionary-part.ts';

/** The dictionaries of one project, below `/projects`. */
export const projectDictionaryRoutes = [
  projectPartRoute<ProjectDictionaryScreenQuery>(dictionaryPart, {
    skeleton: 'table',
    query: [projectQuery, ({ params }) => ({ id: params['id']! })],
    shouldRevalidate: whenProjectChanges,
    screen: () => import('./ProjectDictionaryScreen.tsx'),
  }),
];

/** Below `/dictionaries`. The last segment says whose they are; see `owners.ts`. */
export const dictionariesRoutes = (['global', 'organizations/:owner?', 'projects/:owner?'] as const).map(
  (path) =>
    screenRoute<DictionariesScreenQuery>({
      path,
      title: () => `${currentWords(shellWords).dictionaries} · Parlance`,
      skeleton: 'table',
      query: [
        async () => (await import('../../__generated__/DictionariesScreenQuery$parameters.ts')).default,
        () => ({}),
      ],
      screen: () => import('./DictionariesScreen.tsx'),
      shouldRevalidate: whenPathChanges,
    }),
);

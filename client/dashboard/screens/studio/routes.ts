import { createElement } from 'react';
import { redirect, type RouteObject } from 'react-router-dom';
import { loadQuery } from 'react-relay';
import type { Environment } from 'relay-runtime';
import type { EditAudioScreenQuery } from '../../__generated__/EditAudioScreenQuery.graphql.ts';
import type { NewAudioScreenQuery } from '../../__generated__/NewAudioScreenQuery.graphql.ts';
import type { ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import type { StudioListScreenQuery } from '../../__generated__/StudioListScreenQuery.graphql.ts';
import type { StudioShellQuery } from '../../__generated__/StudioShellQuery.graphql.ts';
import { screenRoute, type ScreenRoute } from '../../relay/screen-route.ts';
import { withWords } from '../../words/words-part.ts';
import { ScreenFailure } from '../shell/ScreenFailure.tsx';
import { StartupPlaceholder } from '../shell/StartupPlaceholder.tsx';
import { listVariables } from './list/audio-list-page.ts';
import { studioQueries } from './studio-queries.ts';
import type { StudioHandle } from './studio-handle.ts';
import { StudioFailure } from './StudioFailure.tsx';

// This file is loaded with the studio: who comes to a newsroom's dashboard does without it.
const queries = studioQueries;

const titled =
  (crumb: StudioHandle['crumb'], route: ScreenRoute): ScreenRoute =>
  (environment) => {
    const made = route(environment);
    return { ...made, handle: { ...(made.handle as object), crumb } } as RouteObject;
  };

const screens: readonly ScreenRoute[] = [
  screenRoute<StudioListScreenQuery>({
    path: '',
    skeleton: 'table',
    query: [queries.list, ({ request }) => listVariables(new URL(request.url).searchParams)],
    screen: () => import('./list/StudioListScreen.tsx'),
  }),
  titled(
    'newAudio',
    screenRoute<NewAudioScreenQuery>({
      path: 'new-audio',
      skeleton: 'form',
      query: [queries.newAudio, () => ({})],
      screen: () => import('./editor/NewAudioScreen.tsx'),
    }),
  ),
  titled(
    'editAudio',
    screenRoute<EditAudioScreenQuery>({
      path: 'edit-audio/:slug',
      skeleton: 'form',
      query: [queries.editAudio, ({ params }) => ({ slug: params['slug']! })],
      screen: () => import('./editor/EditAudioScreen.tsx'),
    }),
  ),
  titled(
    'profileTitle',
    screenRoute<ProfileScreenQuery>({
      path: 'profile',
      skeleton: 'form',
      query: [queries.profile, () => ({})],
      screen: () => import('./StudioProfileScreen.tsx'),
    }),
  ),
];

/** Route of the studio, which has its own frame. */
export const studioRoute = (environment: Environment): RouteObject => ({
  path: '/studio',
  errorElement: createElement(ScreenFailure, { whole: true }),
  loader: () =>
    loadQuery<StudioShellQuery>(environment, queries.shell, {}, { fetchPolicy: 'store-and-network' }),
  shouldRevalidate: () => false,
  lazy: async () => ({ Component: (await withWords(import('./StudioShell.tsx'))).default }),
  children: [
    {
      ErrorBoundary: StudioFailure,
      children: [
        ...screens.map((route) => route(environment)),
        { path: '*', loader: () => redirect('/studio'), element: createElement(StartupPlaceholder) },
      ],
    },
  ],
});

import type { RouteObject } from 'react-router-dom';
import { loadQuery } from 'react-relay';
import type { Environment } from 'relay-runtime';
import type { EditAudioScreenQuery } from '../../__generated__/EditAudioScreenQuery.graphql.ts';
import type { NewAudioScreenQuery } from '../../__generated__/NewAudioScreenQuery.graphql.ts';
import type { ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import type { StudioListScreenQuery } from '../../__generated__/StudioListScreenQuery.graphql.ts';
import type { StudioShellQuery } from '../../__generated__/StudioShellQuery.graphql.ts';
import { screenRoute, type ScreenRoute } from '../../relay/screen-route.ts';
import { withWords } from '../../words/words-part.ts';
import { StudioFailure } from './StudioFailure.tsx';
import { listVariables } from './list-page.ts';

/** What the route of a screen says of it to the frame around it. */
export interface StudioHandle {
  /** Where one is, below the dashboard. */
  crumb: 'newAudio' | 'editAudio' | 'profileTitle';
}

// Few who come to a newsroom's dashboard open the studio: what it asks is loaded with it.
const queries = async () => (await import('./queries.ts')).studioQueries;

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
    query: [
      async () => (await queries()).list,
      ({ request }) => listVariables(new URL(request.url).searchParams),
    ],
    screen: () => import('./StudioListScreen.tsx'),
  }),
  titled(
    'newAudio',
    screenRoute<NewAudioScreenQuery>({
      path: 'new-audio',
      skeleton: 'form',
      query: [async () => (await queries()).newAudio, () => ({})],
      screen: () => import('./NewAudioScreen.tsx'),
    }),
  ),
  titled(
    'editAudio',
    screenRoute<EditAudioScreenQuery>({
      path: 'edit-audio/:slug',
      skeleton: 'form',
      query: [async () => (await queries()).editAudio, ({ params }) => ({ slug: params['slug']! })],
      screen: () => import('./EditAudioScreen.tsx'),
    }),
  ),
  titled(
    'profileTitle',
    screenRoute<ProfileScreenQuery>({
      path: 'profile',
      skeleton: 'form',
      query: [async () => (await queries()).profile, () => ({})],
      screen: () => import('./StudioProfileScreen.tsx'),
    }),
  ),
];

/** The studio, in a frame of its own. */
export const studioRoute = (environment: Environment): RouteObject => ({
  path: '/studio',
  loader: async () =>
    loadQuery<StudioShellQuery>(
      environment,
      (await queries()).shell,
      {},
      { fetchPolicy: 'store-and-network' },
    ),
  shouldRevalidate: () => false,
  lazy: async () => ({ Component: (await withWords(import('./StudioShell.tsx'))).default }),
  children: [{ ErrorBoundary: StudioFailure, children: screens.map((route) => route(environment)) }],
});

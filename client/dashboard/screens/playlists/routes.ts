import type { EditPlaylistScreenQuery } from '../../__generated__/EditPlaylistScreenQuery.graphql.ts';
import type { NewPlaylistScreenQuery } from '../../__generated__/NewPlaylistScreenQuery.graphql.ts';
import playlistsQuery from '../../__generated__/PlaylistsScreenQuery$parameters.ts';
import type { PlaylistsScreenQuery } from '../../__generated__/PlaylistsScreenQuery.graphql.ts';
import { whenProjectChanges, screenRoute } from '../../relay/screen-route.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { newPlaylistPart, playlistsPart } from './playlist-part.ts';

/** A playlist is known by either address. */
const editPaths = [':id/playlist/:playlistId', ':id/playlists/:playlistId'];

export const playlistRoutes = [
  projectPartRoute<PlaylistsScreenQuery>(playlistsPart, {
    skeleton: 'table',
    query: [playlistsQuery, ({ params }) => ({ id: params['id']! })],
    shouldRevalidate: whenProjectChanges,
    screen: () => import('./PlaylistsScreen.tsx'),
  }),
  projectPartRoute<NewPlaylistScreenQuery>(newPlaylistPart, {
    skeleton: 'form',
    query: [
      async () => (await import('../../__generated__/NewPlaylistScreenQuery$parameters.ts')).default,
      ({ params }) => ({ id: params['id']! }),
    ],
    screen: () => import('./NewPlaylistScreen.tsx'),
  }),
  ...editPaths.map((path) =>
    screenRoute<EditPlaylistScreenQuery>({
      path,
      skeleton: 'form',
      query: [
        async () => (await import('../../__generated__/EditPlaylistScreenQuery$parameters.ts')).default,
        ({ params }) => ({ id: params['id']!, playlist: params['playlistId']! }),
      ],
      screen: () => import('./EditPlaylistScreen.tsx'),
    }),
  ),
];

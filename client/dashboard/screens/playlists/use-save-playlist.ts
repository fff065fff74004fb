import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useSavePlaylistCreateMutation } from '../../__generated__/useSavePlaylistCreateMutation.graphql.ts';
import type { useSavePlaylistLatestQuery } from '../../__generated__/useSavePlaylistLatestQuery.graphql.ts';
import type { useSavePlaylistUpdateMutation } from '../../__generated__/useSavePlaylistUpdateMutation.graphql.ts';
import { failureMessage } from '../../relay/failures.ts';
import { useAction } from '../../relay/use-action.ts';
import { showError } from '../../ui/messages.ts';
import type { PlaylistFields } from './playlist-fields.ts';
import { fieldsOf } from './saved-playlist.ts';

type Content = useSavePlaylistCreateMutation['variables']['input']['playlist'];

/** Saves a new or an existing playlist, and fetches another member's version after a conflict. */
export function useSavePlaylist() {
  const environment = useRelayEnvironment();
  const [create, creating] = useAction<useSavePlaylistCreateMutation>(graphql`
    mutation useSavePlaylistCreateMutation($input: CreatePlaylistInput!) {
      result: createPlaylist(input: $input) {
        __typename
        ... on CreatePlaylistSuccess {
          playlist {
            id
            ...PlaylistForm_playlist
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [update, updating] = useAction<useSavePlaylistUpdateMutation>(graphql`
    mutation useSavePlaylistUpdateMutation($input: UpdatePlaylistInput!) {
      result: updatePlaylist(input: $input) {
        __typename
        ... on UpdatePlaylistSuccess {
          playlist {
            ...PlaylistForm_playlist
            ...PlaylistRow_playlist
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  /**
   * Returns the stored state, which the screen shows from then on. Null, with a message to the user, if it
   * cannot be read.
   */
  const latest = async (
    id: string,
  ): Promise<{ theirs: PlaylistFields; by: string | null; revision: number } | null> => {
    try {
      const answer = await fetchQuery<useSavePlaylistLatestQuery>(
        environment,
        graphql`
          query useSavePlaylistLatestQuery($id: ID!) {
            playlist(id: $id) {
              ...PlaylistForm_playlist
              ...savedPlaylist_playlist @relay(mask: false)
              revision
              ...PlaylistRow_playlist
              updatedBy {
                name
              }
            }
          }
        `,
        { id },
        { fetchPolicy: 'network-only' },
      ).toPromise();
      if (!answer?.playlist) throw new Error('This playlist does not exist.');
      const { revision, updatedBy, ...stored } = answer.playlist;
      return { theirs: fieldsOf(stored), by: updatedBy?.name ?? null, revision };
    } catch (error) {
      showError(failureMessage(error));
      return null;
    }
  };
  return {
    create: (project: string, playlist: Content) => create({ input: { project, playlist } }),
    update: (id: string, revision: number | null, playlist: Content) =>
      update({ input: { id, revision, playlist } }, { expected: 'ConflictError' }),
    latest,
    saving: creating || updating,
  };
}

import { graphql } from 'react-relay';
import type { DeletePlaylistMutation } from '../../__generated__/DeletePlaylistMutation.graphql.ts';
import { DeleteRestorable, type DeleteDialogProps } from '../../frames/deleted-items/DeleteRestorable.tsx';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useAction } from '../../relay/use-action.ts';
import { useWords } from '../../words/word-catalogue.ts';

/** The second step of deleting a playlist. */
export function DeletePlaylist(props: DeleteDialogProps) {
  const w = useWords(playlistsWords);
  const [remove, busy] = useAction<DeletePlaylistMutation>(graphql`
    mutation DeletePlaylistMutation($input: DeletePlaylistInput!) {
      result: deletePlaylist(input: $input) {
        __typename
        ... on DeletePlaylistSuccess {
          deletedId @deleteRecord
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  return (
    <DeleteRestorable
      {...props}
      kind="playlists"
      words={w.delete}
      remove={(id) => remove({ input: { id } })}
      busy={busy}
    />
  );
}

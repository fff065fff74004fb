import { graphql } from 'react-relay';
import type { DeletePlaylistMutation } from '../../__generated__/DeletePlaylistMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';

interface DeletePlaylistProps {
  id: string;
  name: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** The second step of deleting a playlist. */
export function DeletePlaylist({ id, name, opened, onClose, onDeleted }: DeletePlaylistProps) {
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
  const confirm = async () => {
    const { ok } = await remove({ input: { id } });
    onClose();
    if (!ok) return;
    notify(`Deleted ${name}`, 2000);
    onDeleted();
  };
  return (
    <ConfirmDialog
      title="Delete this playlist?"
      confirm="Delete playlist"
      opened={opened}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong> is no longer heard in the players that have it. Its articles stay. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

import { graphql } from 'react-relay';
import type { DeletePlaylistMutation } from '../../__generated__/DeletePlaylistMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRestorableDays } from '../../ui/restorable-days.ts';
import { b } from '../../ui/rich-text.tsx';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useUndo } from '../deleted-items/use-undo.ts';

interface DeletePlaylistProps {
  id: string;
  name: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** The second step of deleting a playlist. */
export function DeletePlaylist({ id, name, opened, onClose, onDeleted }: DeletePlaylistProps) {
  const f = useWords(formWords);
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
  const days = useRestorableDays();
  const undo = useUndo('playlists');
  const confirm = async () => {
    const { ok } = await remove({ input: { id } });
    onClose();
    if (!ok) return;
    undo({ id, name }, f.deleted({ name }));
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={w.delete.question}
      confirm={w.delete.confirm}
      opened={opened}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{w.delete.text({ name, days, b })}</p>
    </ConfirmDialog>
  );
}

import { graphql } from 'react-relay';
import type { DeleteChannelMutation } from '../../__generated__/DeleteChannelMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRestorableDays } from '../../ui/restorable-days.ts';
import { b } from '../../ui/rich-text.tsx';
import { channelsWords } from '../../generated/words/channels.ts';
import { formWords } from '../../generated/words/form.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useUndo } from '../deleted-items/use-undo.ts';

interface DeleteChannelProps {
  id: string;
  name: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** The second step of deleting a channel. */
export function DeleteChannel({ id, name, opened, onClose, onDeleted }: DeleteChannelProps) {
  const f = useWords(formWords);
  const w = useWords(channelsWords);
  const [remove, busy] = useAction<DeleteChannelMutation>(graphql`
    mutation DeleteChannelMutation($input: DeleteChannelInput!) {
      result: deleteChannel(input: $input) {
        __typename
        ... on DeleteChannelSuccess {
          deletedId @deleteRecord
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const days = useRestorableDays();
  const undo = useUndo('channels');
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

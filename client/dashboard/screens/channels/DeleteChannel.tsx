import { graphql } from 'react-relay';
import type { DeleteChannelMutation } from '../../__generated__/DeleteChannelMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';

interface DeleteChannelProps {
  id: string;
  name: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** The second step of deleting a channel: listeners lose it for good. */
export function DeleteChannel({ id, name, opened, onClose, onDeleted }: DeleteChannelProps) {
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
  const confirm = async () => {
    const { ok } = await remove({ input: { id } });
    onClose();
    if (!ok) return;
    notify(`Deleted ${name}`, 2000);
    onDeleted();
  };
  return (
    <ConfirmDialog title="Delete this channel?" confirm="Delete channel" opened={opened} busy={busy} onConfirm={confirm} onClose={onClose}>
      <p>
        <strong>{name}</strong> is no longer available to listeners, and its address is never used again. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

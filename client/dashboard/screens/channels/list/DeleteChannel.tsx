import { graphql } from 'react-relay';
import type { DeleteChannelMutation } from '../../../__generated__/DeleteChannelMutation.graphql.ts';
import { DeleteRestorable, type DeleteDialogProps } from '../../../frames/deleted-items/DeleteRestorable.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useAction } from '../../../relay/use-action.ts';
import { useWords } from '../../../words/word-catalogue.ts';

/** The second step of deleting a channel. */
export function DeleteChannel(props: DeleteDialogProps) {
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
  return (
    <DeleteRestorable
      {...props}
      kind="channels"
      words={w.delete}
      remove={(id) => remove({ input: { id } })}
      busy={busy}
    />
  );
}

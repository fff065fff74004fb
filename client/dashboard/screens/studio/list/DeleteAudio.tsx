import type { RefObject } from 'react';
import { graphql } from 'react-relay';
import type { DeleteAudioMutation } from '../../../__generated__/DeleteAudioMutation.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { useAction } from '../../../relay/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../../../ui/messages.ts';
import { player } from '../../../ui/player/player.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { deleteStudioDraft } from '../editor/studio-draft.ts';
import { useStudio } from '../studio-context.ts';

const deletedShown = 2000;

interface DeleteAudioProps {
  /** Global id. */
  audio: string;
  slug: string;
  opened: boolean;
  trigger?: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteAudio({ audio, slug, opened, trigger, onClose, onDeleted }: DeleteAudioProps) {
  const { deleting: w } = useWords(studioWords);
  const { person } = useStudio();
  const [remove, busy] = useAction<DeleteAudioMutation>(graphql`
    mutation DeleteAudioMutation($input: DeleteStudioAudioInput!) {
      result: deleteStudioAudio(input: $input) {
        __typename
        ... on DeleteStudioAudioSuccess {
          deletedId
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    const outcome = await remove({ input: { slug } });
    onClose();
    if (!outcome.ok) return;
    deleteStudioDraft(person, slug);
    if (player.state().track?.id === audio) player.close();
    notify(w.done, deletedShown);
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={w.question}
      confirm={w.yes}
      cancel={w.cancel}
      opened={opened}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
      trigger={trigger}
    >
      <p>{w.effect}</p>
    </ConfirmDialog>
  );
}

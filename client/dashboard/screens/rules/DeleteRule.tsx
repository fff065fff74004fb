import { graphql } from 'react-relay';
import type { DeleteRuleMutation } from '../../__generated__/DeleteRuleMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { b } from '../../ui/rich-text.tsx';
import { formWords } from '../../generated/words/form.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useUndo } from '../../frames/deleted-items/use-undo.ts';

export function DeleteRule({
  id,
  name,
  opened,
  onClose,
  onDeleted,
}: {
  id: string;
  name: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const f = useWords(formWords);
  const w = useWords(rulesWords);
  const [remove, busy] = useAction<DeleteRuleMutation>(graphql`
    mutation DeleteRuleMutation($input: DeleteProcessingRuleInput!) {
      result: deleteProcessingRule(input: $input) {
        __typename
        ... on DeleteProcessingRuleSuccess {
          project {
            ...RuleList_project
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const undo = useUndo('rules');
  const confirm = async () => {
    const outcome = await remove({ input: { id } });
    onClose();
    if (!outcome.ok) return;
    onDeleted();
    undo({ id, name }, f.deleted({ name }));
  };
  return (
    <ConfirmDialog
      title={w.warning}
      confirm={w.yes}
      cancel={w.no}
      opened={opened}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{w.deleteText({ name, b })}</p>
    </ConfirmDialog>
  );
}

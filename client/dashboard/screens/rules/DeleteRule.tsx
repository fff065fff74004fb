import { graphql } from 'react-relay';
import type { DeleteRuleMutation } from '../../__generated__/DeleteRuleMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';

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
  const confirm = async () => {
    const outcome = await remove({ input: { id } });
    onClose();
    if (!outcome.ok) return;
    onDeleted();
    notify(`Deleted ${name}`, 2000);
  };
  return (
    <ConfirmDialog
      title="Warning!"
      confirm="Yes"
      cancel="No"
      opened={opened}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        Do you want to delete the rule <strong>{name}</strong>? Articles that it was applied to stay as they are.
      </p>
    </ConfirmDialog>
  );
}

import type { RefObject } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { DeleteProjectMutation } from '../../__generated__/DeleteProjectMutation.graphql.ts';
import type { DeleteProject_project$key } from '../../__generated__/DeleteProject_project.graphql.ts';
import { projectsList } from '../../relay/projects-list.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';
import { b } from '../../ui/rich-text.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';

/** Asks once more before a project is deleted, and leads to the dashboard once it is. */
export function DeleteProject({
  project: key,
  opened,
  trigger,
  onClose,
}: {
  project: DeleteProject_project$key;
  opened: boolean;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { id, name } = useFragment(
    graphql`
    fragment DeleteProject_project on Project {
      id
      name
    }
  `,
    key,
  );
  const w = useWords(projectWords);
  const navigate = useNavigate();
  const [remove, busy] = useAction<DeleteProjectMutation>(graphql`
    mutation DeleteProjectMutation($input: DeleteProjectInput!, $lists: [ID!]!) {
      result: deleteProject(input: $input) {
        __typename
        ... on DeleteProjectSuccess {
          deletedId @deleteEdge(connections: $lists)
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    const outcome = await remove({ input: { id }, lists: [projectsList] });
    onClose();
    if (!outcome.ok) return;
    notify(w.deletion.deleted({ name }), 2000);
    await navigate('/projects/dashboard');
  };
  return (
    <ConfirmDialog
      title={w.deletion.question}
      confirm={w.deletion.action}
      trigger={trigger}
      opened={opened}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{w.deletion.consequence({ name, b })}</p>
    </ConfirmDialog>
  );
}

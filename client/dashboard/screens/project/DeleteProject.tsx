import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { DeleteProjectMutation } from '../../__generated__/DeleteProjectMutation.graphql.ts';
import type { DeleteProject_project$key } from '../../__generated__/DeleteProject_project.graphql.ts';
import { projectsList } from '../../relay/projects-list.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';

export function DeleteProject({ project: key }: { project: DeleteProject_project$key }) {
  const { id, name } = useFragment(
    graphql`
    fragment DeleteProject_project on Project {
      id
      name
    }
  `,
    key,
  );
  const [asked, setAsked] = useState(false);
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
    setAsked(false);
    if (!outcome.ok) return;
    notify(`Deleted ${name}`, 2000);
    await navigate('/projects/dashboard');
  };
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDialog
        title="Delete this project?"
        confirm="Delete project"
        opened={asked}
        busy={busy}
        onConfirm={confirm}
        onClose={() => setAsked(false)}
      >
        <p>
          <strong>{name}</strong>, its articles and their audio will no longer be available to anyone. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}

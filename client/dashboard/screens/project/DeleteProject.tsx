import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { DeleteProjectMutation } from '../../__generated__/DeleteProjectMutation.graphql.ts';
import type { DeleteProject_project$key } from '../../__generated__/DeleteProject_project.graphql.ts';
import { projectsList } from '../../relay/projects-list.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';
import { b } from '../../ui/rich-text.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticlesTable.module.css';

/** What is seldom done with a project, behind a menu: its deletion. */
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
  const w = useWords(projectWords);
  const trigger = useRef<HTMLButtonElement>(null);
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
    notify(w.deletion.deleted({ name }), 2000);
    await navigate('/projects/dashboard');
  };
  return (
    <>
      <Menu
        position="bottom-end"
        shadow="md"
        withInitialFocusPlaceholder={false}
        portalProps={{ target: '#content' }}
      >
        <Menu.Target>
          <ActionIcon ref={trigger} variant="default" size={36} aria-label={w.more}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            className={styles.danger!}
            leftSection={<IconTrash size={16} />}
            onClick={() => setAsked(true)}
          >
            {w.deletion.action}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title={w.deletion.question}
        confirm={w.deletion.action}
        trigger={trigger}
        opened={asked}
        busy={busy}
        onConfirm={confirm}
        onClose={() => setAsked(false)}
      >
        <p>{w.deletion.consequence({ name, b })}</p>
      </ConfirmDialog>
    </>
  );
}

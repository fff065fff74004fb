import { IconMoodEmpty } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { NoSuchPart_project$key } from '../../__generated__/NoSuchPart_project.graphql.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ProjectMenu } from '../project-part/ProjectMenu.tsx';
import styles from './ProjectScreen.module.css';

/** An address below a project that leads to nothing: says so, and what the project has. */
export function NoSuchPart({ project: key, part }: { project: NoSuchPart_project$key; part: string }) {
  const project = useFragment(
    graphql`
    fragment NoSuchPart_project on Project {
      databaseId
      name
      ...ProjectMenu_project
    }
  `,
    key,
  );
  const ways = (
    <div className={styles.ways}>
      <LinkButton variant="default" to={`/projects/${project.databaseId}`}>
        Articles
      </LinkButton>
      <ProjectMenu project={project} />
      <LinkButton variant="subtle" to="/projects/dashboard">
        Dashboard
      </LinkButton>
    </div>
  );
  return (
    <EmptyState screen icon={IconMoodEmpty} title="Not found" action={ways}>
      <strong>{project.name}</strong> has no page called “{part}”.
    </EmptyState>
  );
}

import { IconMoodEmpty } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { NoSuchPart_project$key } from '../../__generated__/NoSuchPart_project.graphql.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import styles from './ProjectScreen.module.css';

/** An address below a project that leads to nothing: says so, and what the project has. */
export function NoSuchPart({ project: key, part }: { project: NoSuchPart_project$key; part: string }) {
  const { databaseId, name, canWrite, canConfigure, entitlements } = useFragment(graphql`
    fragment NoSuchPart_project on Project {
      databaseId
      name
      canWrite
      canConfigure
      entitlements
    }
  `, key);
  const here = `/projects/${databaseId}`;
  const ways = (
    <div className={styles.ways}>
      <LinkButton to={here}>Articles</LinkButton>
      {canWrite && <LinkButton variant="default" to={`${here}/add-article/`}>Add article</LinkButton>}
      {canConfigure && <LinkButton variant="default" to={`${here}/settings`}>Configure</LinkButton>}
      {entitlements.includes('audio_rules') && <LinkButton variant="default" to={`${here}/processing-rules`}>Automation</LinkButton>}
      <LinkButton variant="subtle" to="/projects/dashboard">Dashboard</LinkButton>
    </div>
  );
  return <EmptyState screen icon={IconMoodEmpty} title="Not found" action={ways}><strong>{name}</strong> has no page called “{part}”.</EmptyState>;
}

import { Button } from '@mantine/core';
import { Suspense, useState, useTransition } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { ProjectLogQuery } from '../../__generated__/ProjectLogQuery.graphql.ts';
import { cutDate } from '../../ui/format.ts';
import { FoldingPanel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import styles from './SettingsForm.module.css';

const step = 15;

/** Who changed what of the project; read when it is opened. */
export function ProjectLog({ project }: { project: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <FoldingPanel title="Project log" onOpen={() => setOpened(true)}>
      {opened && <Suspense fallback={<Bar height={120} />}><Records project={project} /></Suspense>}
    </FoldingPanel>
  );
}

function Records({ project: id }: { project: string }) {
  const [count, setCount] = useState(step);
  const [loading, load] = useTransition();
  const { project } = useLazyLoadQuery<ProjectLogQuery>(graphql`
    query ProjectLogQuery($id: ID!, $first: Int!) @throwOnFieldError {
      project(id: $id) {
        logs(first: $first) {
          id
          action
          createdAt
          body
          user {
            name
          }
        }
      }
    }
  `, { id, first: count }, { fetchPolicy: 'store-and-network' });
  const logs = project?.logs ?? [];
  if (logs.length === 0) return <p className={styles.hint}>Nothing is recorded.</p>;
  return (
    <>
      <ul className={styles.log}>
        {logs.map(({ id: key, action, createdAt, user, body }) => (
          <li key={key}>
            <p><time dateTime={createdAt}>{cutDate(createdAt)}</time><strong>{action}</strong>{user && <span>{user.name}</span>}</p>
            <code>{JSON.stringify(body)}</code>
          </li>
        ))}
      </ul>
      {logs.length === count && <div><Button variant="default" size="xs" loading={loading} onClick={() => load(() => setCount(count + step))}>Load More</Button></div>}
    </>
  );
}

import { useState } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { ProjectLogQuery } from '../../__generated__/ProjectLogQuery.graphql.ts';
import type { ProjectLogPageQuery } from '../../__generated__/ProjectLogPageQuery.graphql.ts';
import type { ProjectLog_project$key } from '../../__generated__/ProjectLog_project.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { cutDate } from '../../ui/format.ts';
import { LoadMore, recordsStep } from '../../ui/LoadMore.tsx';
import { FoldingPanel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import styles from './SettingsForm.module.css';

/** Who changed what of the project; read when it is opened. */
export function ProjectLog({ project }: { project: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <FoldingPanel title="Project log" onOpen={() => setOpened(true)}>
      {opened && (
        <Part what="the project log" waiting={<Bar height={120} />}>
          {(attempt) => <Log project={project} attempt={attempt} />}
        </Part>
      )}
    </FoldingPanel>
  );
}

function Log({ project: id, attempt }: { project: string; attempt: number }) {
  const { project } = useLazyLoadQuery<ProjectLogQuery>(
    graphql`
    query ProjectLogQuery($id: ID!) @throwOnFieldError {
      project(id: $id) {
        ...ProjectLog_project
      }
    }
  `,
    { id },
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  return project && <Records project={project} />;
}

function Records({ project }: { project: ProjectLog_project$key }) {
  const {
    data: { logsConnection },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<ProjectLogPageQuery, ProjectLog_project$key>(
    graphql`
    fragment ProjectLog_project on Project
    @refetchable(queryName: "ProjectLogPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }) {
      logsConnection(first: $count, after: $cursor) @connection(key: "ProjectLog_logsConnection") {
        edges {
          node {
            id
            action
            createdAt
            changes {
              field
              from
              to
            }
            details {
              name
              values
            }
            user {
              name
            }
          }
        }
      }
    }
  `,
    project,
  );
  const edges = logsConnection?.edges ?? [];
  if (edges.length === 0) return <p className={styles.hint}>There are no entries yet.</p>;
  return (
    <>
      <ul className={styles.log}>
        {edges.map(({ node: { id, action, createdAt, user, changes, details } }) => (
          <li key={id}>
            <p>
              <time dateTime={createdAt}>{cutDate(createdAt)}</time>
              <strong>{action}</strong>
              {user && <span>{user.name}</span>}
            </p>
            {details.length > 0 && (
              <p>
                {details.map(({ name, values }) => (
                  <span key={name}>
                    {name}: {values.join('; ') || 'none'}
                  </span>
                ))}
              </p>
            )}
            {changes.map(({ field, from, to }) => (
              <p key={field}>
                <span>{field}:</span> <del>{from.join('; ') || 'none'}</del> <span className="visually-hidden">became</span>{' '}
                <ins>{to.join('; ') || 'none'}</ins>
              </p>
            ))}
          </li>
        ))}
      </ul>
      <LoadMore what="log records" shown={edges.length} more={hasNext} busy={isLoadingNext} onMore={() => loadNext(recordsStep)} />
    </>
  );
}

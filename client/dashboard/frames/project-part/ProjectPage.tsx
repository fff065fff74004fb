import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ProjectPage_project$key } from '../../__generated__/ProjectPage_project.graphql.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { b } from '../../ui/rich-text.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { FeatureLocked } from './FeatureLocked.tsx';
import { ProjectHeader } from './ProjectHeader.tsx';
import { openingOf, currentText, type ProjectPart } from './project-part.ts';
import { useProjectParts } from './ProjectTabs.tsx';
import styles from './ProjectPage.module.css';

interface ProjectPageProps {
  part: ProjectPart;
  /** Null: no such part. */
  project: ProjectPage_project$key | null | undefined;
  /** A line under the heading, unless the part is locked. */
  detail?: ReactNode;
  /** Not rendered for users who may not open the part. If the part is locked, it appears below the notice. */
  children: ReactNode;
}

/**
 * The screen of a part of a project: title, heading, way back, and the refusal for users without
 * permission.
 */
export function ProjectPage({ part, project: key, detail, children }: ProjectPageProps) {
  const project = useFragment(
    graphql`
    fragment ProjectPage_project on Project {
      databaseId
      name
      ...projectPart_gate
      ...ProjectHeader_project
    }
  `,
    key ?? null,
  );
  const w = useWords(projectWords);
  const opening = project && openingOf(part, project);
  const isTab = useProjectParts().includes(part) && !part.primary;
  const refused = opening === 'refused';
  useDocumentTitle(!project ? w.notFound : refused ? w.refused : `${part.title(project.name)} · Parlance`);
  if (!project) return <NotFound what="project" />;
  if (refused)
    return (
      <EmptyState
        screen
        icon={IconLock}
        title={w.refused}
        action={
          <LinkButton variant="default" to={`/projects/${project.databaseId}`}>
            {project.name}
          </LinkButton>
        }
      >
        {w.refusedText({ part: currentText(part.heading), name: project.name, b })}
      </EmptyState>
    );
  const locked = opening === 'locked';
  return (
    <>
      {isTab ? (
        <ProjectHeader project={project} part={currentText(part.heading)} detail={!locked && detail} />
      ) : (
        <PageHeader
          title={currentText(part.heading)}
          detail={!locked && detail}
          back={{ to: `/projects/${project.databaseId}`, label: project.name }}
        />
      )}
      {locked && (
        <div className={styles.locked}>
          <Panel>
            <FeatureLocked what={currentText(part.heading)} project={project.name} />
          </Panel>
        </div>
      )}
      {children}
    </>
  );
}

import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ProjectHeader_project$key } from '../../__generated__/ProjectHeader_project.graphql.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { openingOf, currentText } from './project-part.ts';
import styles from './ProjectHeader.module.css';
import { ProjectTabs, useProjectParts } from './ProjectTabs.tsx';

interface ProjectHeaderProps {
  project: ProjectHeader_project$key;
  /** The heading of the part that is shown; absent on the project's first page, whose heading is its name. */
  part?: ReactNode;
  detail?: ReactNode;
  /** Beside the name. */
  actions?: ReactNode;
}

/** Header shared by all screens of a project: its name, the actions that add something, and the tabs. */
export function ProjectHeader({ project: key, part, detail, actions }: ProjectHeaderProps) {
  const project = useFragment(
    graphql`
    fragment ProjectHeader_project on Project {
      databaseId
      name
      ...projectPart_gate
      ...ProjectTabs_project
    }
  `,
    key,
  );
  const w = useWords(projectWords).tabs;
  const here = `/projects/${project.databaseId}`;
  const primary = useProjectParts().filter((one) => one.primary && openingOf(one, project) === 'open');
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        {part ? (
          <Link to={here} className={styles.name} title={w.back}>
            {project.name}
          </Link>
        ) : (
          <h1 className={styles.name}>{project.name}</h1>
        )}
        <div className={styles.actions}>
          {primary.map(({ path, label, icon: Icon }) => (
            <LinkButton key={path} to={`${here}/${path}`} icon={<Icon size={16} />}>
              {currentText(label)}
            </LinkButton>
          ))}
          {actions}
        </div>
      </div>
      <ProjectTabs project={project} />
      {part && <h1 className={styles.part}>{part}</h1>}
      {detail && <div className={styles.detail}>{detail}</div>}
    </header>
  );
}

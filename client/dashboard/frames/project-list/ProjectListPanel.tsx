import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Part } from '../../relay/Part.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { DeletedKind } from '../deleted-items/deleted-kinds.ts';
import { DeletedMenu } from '../deleted-items/DeletedMenu.tsx';
import styles from './ProjectList.module.css';

interface ProjectListPanelProps {
  kind: DeletedKind;
  project: string;
  /** Where a new one is made; null: the person may not, or the list is locked. */
  addTo: string | null;
  /** The address of the page that shows the same list; null on that page. */
  page: string | null;
  words: { heading: string; add: string; what: string; loading: string };
  /** Shown instead of a list whose feature is off. */
  locked?: ReactNode;
  children: (attempt: number) => ReactNode;
}

/** A panel with a list of a project's channels or playlists: heading, add button and list. */
export function ProjectListPanel({
  kind,
  project,
  addTo,
  page,
  words,
  locked,
  children,
}: ProjectListPanelProps) {
  const waiting = (
    <div className={styles.waiting} role="status" aria-busy="true" aria-label={words.loading}>
      <Bar height={40} />
      <Bar height={40} />
    </div>
  );
  return (
    <Panel tight>
      {(page ?? addTo) && (
        <div className={styles.head}>
          {page ? (
            <h2>
              <Link to={page}>{words.heading}</Link>
            </h2>
          ) : (
            <span />
          )}
          {addTo && (
            <span className={styles.tools}>
              <LinkButton variant="default" to={addTo} icon={<IconPlus size={16} />}>
                {words.add}
              </LinkButton>
              <DeletedMenu kind={kind} project={project} list={words.heading} />
            </span>
          )}
        </div>
      )}
      {locked ?? (
        <Part of={project} what={words.what} waiting={waiting}>
          {children}
        </Part>
      )}
    </Panel>
  );
}

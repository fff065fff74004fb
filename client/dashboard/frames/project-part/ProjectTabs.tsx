import { IconLock } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link, useLocation, useMatches } from 'react-router-dom';
import type { ProjectTabs_project$key } from '../../__generated__/ProjectTabs_project.graphql.ts';
import type { ProjectTabsQuery } from '../../__generated__/ProjectTabsQuery.graphql.ts';
import { projectWords } from '../../generated/words/project.ts';
import { showCurrent } from '../../ui/lists/show-current.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { openingOf, currentText, type ProjectPart } from './project-part.ts';
import styles from './ProjectTabs.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** What the route of all projects knows of their parts. */
export interface ProjectPartsHandle {
  projectParts: readonly ProjectPart[];
}

/** The parts of a project as the route of all projects lists them. */
export const useProjectParts = (): readonly ProjectPart[] =>
  useMatches().flatMap(
    ({ handle }) => (handle as Partial<ProjectPartsHandle> | undefined)?.projectParts ?? [],
  );

interface Tab {
  to: string;
  label: string;
  current: boolean;
  locked?: boolean;
  /** Beside the label, once it is known. */
  count?: ReactNode;
}

/**
 * Tabs of a project, the same on each of its pages: its articles, then the parts that the user may open.
 * Parts that are not booked show a lock.
 */
export function ProjectTabs({ project: key }: { project: ProjectTabs_project$key }) {
  const project = useFragment(
    graphql`
    fragment ProjectTabs_project on Project {
      id
      databaseId
      canReview
      ...projectPart_gate
    }
  `,
    key,
  );
  const w = useWords(projectWords).tabs;
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    // A ResizeObserver reports the size after layout. Reading it here would force a layout of the whole
    // screen.
    const observer = new ResizeObserver(() => showCurrent(row.current));
    observer.observe(row.current!);
    return () => observer.disconnect();
  }, [pathname]);
  const here = `/projects/${project.databaseId}`;
  const parts = useProjectParts().filter((part) => !part.primary && openingOf(part, project) !== 'refused');
  const isAt = ({ path }: ProjectPart) => `${pathname}/`.startsWith(`${here}/${path}/`);
  const count = (of: 'failed' | 'toReview') => (
    <Suspense>
      <Count of={of} project={project.id} canReview={project.canReview} />
    </Suspense>
  );
  const tabs: Tab[] = [
    { to: here, label: w.articles, current: !parts.some(isAt), count: count('failed') },
    ...parts.map((part) => ({
      to: `${here}/${part.path}`,
      label: currentText(part.label),
      current: isAt(part),
      locked: openingOf(part, project) === 'locked',
      count: part.path === 'qa' && project.canReview && count('toReview'),
    })),
  ];
  return (
    <nav ref={row} className={styles.tabs} aria-label={w.title}>
      {tabs.map(({ to, label, current, locked, count: beside }) => (
        <Link key={to} to={to} className={styles.tab} aria-current={current ? 'page' : undefined}>
          {label}
          {locked && (
            <>
              <IconLock size={14} aria-hidden="true" />
              <span className="visually-hidden">, {w.locked}</span>
            </>
          )}
          {beside}
        </Link>
      ))}
    </nav>
  );
}

const day = 86_400_000;

/** Number of articles that failed within a week, or await review. Empty if there are none. */
function Count({
  of,
  project: id,
  canReview,
}: {
  of: 'failed' | 'toReview';
  project: string;
  canReview: boolean;
}) {
  const w = useWords(projectWords).tabs;
  const [since] = useState(() => new Date(Date.now() - 7 * day).toISOString().slice(0, 10));
  const { project } = useFreshQuery<ProjectTabsQuery>(
    graphql`
    query ProjectTabsQuery($id: ID!, $since: Date!, $canReview: Boolean!) {
      project(id: $id) {
        reviewCounters @include(if: $canReview) {
          needReview
          ...liveFragments_reviewCounters
        }
        failed: articles(first: 1, status: ERRORED, dateFrom: $since) {
          totalCount
        }
      }
    }
  `,
    { id, since, canReview },
  );
  const count = of === 'failed' ? project?.failed.totalCount : project?.reviewCounters?.needReview;
  if (!count) return null;
  const words = of === 'failed' ? w.failed({ count }) : w.toReview({ count });
  return (
    <span className={styles.count} data-of={of} title={words}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="visually-hidden">, {words}</span>
    </span>
  );
}

import '../../ui/forms.css';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { Outlet, useLocation, useParams } from 'react-router-dom';
import type { ProjectScreenQuery } from '../../__generated__/ProjectScreenQuery.graphql.ts';
import type { ProjectScreen_below$key } from '../../__generated__/ProjectScreen_below.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { WhenNear } from '../../ui/WhenNear.tsx';
import { ChannelsPanel } from '../channels/ChannelsPanel.tsx';
import { PlaylistsPanel } from '../playlists/PlaylistsPanel.tsx';
import { ProjectHeader } from '../project-part/ProjectHeader.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import { MissingTeasers } from './MissingTeasers.tsx';
import { ProjectFacts } from './ProjectFacts.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import styles from './ProjectScreen.module.css';
import { NoSuchPart } from './NoSuchPart.tsx';
import { SourcesPanel } from './SourcesPanel.tsx';
import { SourcesState } from './SourcesState.tsx';
import { isTablePage } from './table-page.ts';

// It has something to say where a voice, say, has got worse.
const QualityPanel = lazy(() => withWords(import('../review/QualityPanel.tsx')));

export default function ProjectScreen() {
  const { project } = usePreloadedQuery<ProjectScreenQuery>(
    graphql`
    query ProjectScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        databaseId
        name
        canConfigure
        canReview
        entitlements
        paywall {
          enabled
        }
        ...NoSuchPart_project
        ...ProjectHeader_project
        ...ProjectFacts_project
        ...ProjectScreen_below
        ...SourcesState_project
        ...ProjectMenu_project
      }
    }
  `,
    useLoadedQuery<ProjectScreenQuery>(),
  );
  const w = useWords(projectWords);
  const { tablePage } = useParams();
  const { hash } = useLocation();
  const isPart = tablePage === undefined || isTablePage(tablePage);
  useDocumentTitle(project && isPart ? `${project.name} · Parlance` : w.notFound);
  if (!project) return <NotFound what="project" />;
  if (!isPart) return <NoSuchPart project={project} part={tablePage} />;
  return (
    <>
      <ProjectHeader
        project={project}
        detail={<ProjectFacts project={project} />}
        actions={<ProjectMenu project={project} />}
      />
      <div className={styles.parts}>
        {project.paywall.enabled && project.canConfigure && project.entitlements.includes('PAYWALL') && (
          <MissingTeasers project={String(project.databaseId)} />
        )}
        <SourcesState project={project} />
        {project.canReview && (
          <Suspense>
            <QualityPanel project={String(project.databaseId)} isBrief />
          </Suspense>
        )}
        <Suspense fallback={<Rows />}>
          <Outlet />
          {/* With the table, whose height is not known before, so that they do not move. */}
          <WhenNear waiting={<Rows />} wanted={hash !== ''}>
            <Below project={project} />
          </WhenNear>
        </Suspense>
      </div>
    </>
  );
}

/** What stands below the articles. */
function Below({ project: key }: { project: ProjectScreen_below$key }) {
  const project = useFragment(
    graphql`
    fragment ProjectScreen_below on Project {
      ...ChannelsPanel_project
      ...PlaylistsPanel_project
      ...SourcesPanel_project
    }
  `,
    key,
  );
  const { hash, key: visit } = useLocation();
  const parts = useRef<HTMLDivElement>(null);
  // The router looks for the place before there is one. While what stands above it is on its way, it moves,
  // until whoever came goes on by themselves.
  useEffect(() => {
    if (!hash) return;
    const done = new AbortController();
    const observer = new ResizeObserver(() => {
      document.getElementById(hash.slice(1))?.scrollIntoView();
      if (!parts.current?.querySelector('[aria-busy="true"]')) done.abort();
    });
    done.signal.addEventListener('abort', () => observer.disconnect());
    observer.observe(parts.current!);
    for (const movement of ['wheel', 'touchmove', 'keydown'])
      addEventListener(movement, () => done.abort(), { signal: done.signal, passive: true });
    return () => done.abort();
  }, [hash, visit]);
  return (
    <div className={styles.below} ref={parts}>
      <div id="channels">
        <ChannelsPanel project={project} />
      </div>
      <div id="playlists">
        <PlaylistsPanel project={project} />
      </div>
      <div id="sources">
        <SourcesPanel project={project} />
      </div>
    </div>
  );
}

function Rows() {
  const w = useWords(projectWords);
  return (
    <div className={styles.rows} role="status" aria-label={w.loading}>
      {[1, 2, 3, 4, 5, 6].map((key) => (
        <Bar key={key} height={46} />
      ))}
    </div>
  );
}

import '../../ui/forms/forms.css';
import { lazy, Suspense } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import type { ProjectScreenQuery } from '../../__generated__/ProjectScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { RenderWhenNear } from '../../ui/lists/RenderWhenNear.tsx';
import { ProjectHeader } from '../../frames/project-part/ProjectHeader.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import { newPlayerIn } from '../channels/new-player-state.ts';
import { ProjectFacts } from './ProjectFacts.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import styles from './ProjectScreen.module.css';
import { PartNotFound } from './PartNotFound.tsx';
import { SourcesStatus } from './sources/SourcesStatus.tsx';
import { isTablePage } from './articles/table-page.ts';

// It has something to say where a voice, say, has got worse.
const ArticleListFooter = lazy(() => withWords(import('./articles/ArticleListFooter.tsx')));
const MissingTeasers = lazy(() => withWords(import('./sources/MissingTeasers.tsx')));
const NewPlayer = lazy(() => withWords(import('../channels/NewPlayer.tsx')));
const QualityPanel = lazy(() => withWords(import('../review/QualityPanel.tsx')));

/** Sections that have a page of their own, under which older links find them. */
const movedAnchors: ReadonlySet<string> = new Set(['#channels', '#playlists']);

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
        ...PartNotFound_project
        ...ProjectHeader_project
        ...ProjectFacts_project
        ...ArticleListFooter_project
        ...SourcesStatus_project
        ...ProjectMenu_project
      }
    }
  `,
    useLoadedQuery<ProjectScreenQuery>(),
  );
  const w = useWords(projectWords);
  const { tablePage } = useParams();
  const { hash, state } = useLocation();
  const newPlayer = newPlayerIn(state);
  const isPart = tablePage === undefined || isTablePage(tablePage);
  useDocumentTitle(project && isPart ? `${project.name} · Parlance` : w.notFound);
  if (!project) return <NotFound what="project" />;
  if (movedAnchors.has(hash))
    return <Navigate replace to={`/projects/${project.databaseId}/${hash.slice(1)}`} />;
  if (!isPart) return <PartNotFound project={project} part={tablePage} />;
  return (
    <>
      <ProjectHeader
        project={project}
        detail={<ProjectFacts project={project} />}
        actions={<ProjectMenu project={project} />}
      />
      <div className={styles.parts}>
        {newPlayer && (
          <Suspense fallback={<Bar height={220} />}>
            <NewPlayer project={project.databaseId} player={newPlayer} />
          </Suspense>
        )}
        {project.paywall.enabled && project.canConfigure && project.entitlements.includes('PAYWALL') && (
          <Suspense>
            <MissingTeasers project={String(project.databaseId)} />
          </Suspense>
        )}
        <SourcesStatus project={project} />
        {project.canReview && (
          <Suspense>
            <QualityPanel project={String(project.databaseId)} isBrief />
          </Suspense>
        )}
        <Suspense fallback={<Rows />}>
          <Outlet />
          {/* With the table, whose height is not known before, so that they do not move. */}
          <RenderWhenNear waiting={<Rows />} wanted={hash !== ''}>
            <Suspense fallback={<Rows />}>
              <ArticleListFooter project={project} />
            </Suspense>
          </RenderWhenNear>
        </Suspense>
      </div>
    </>
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

import { graphql, useLazyLoadQuery, usePreloadedQuery } from 'react-relay';
import { useLocation, useParams } from 'react-router-dom';
import type { LaterPartQuery } from '../../__generated__/LaterPartQuery.graphql.ts';
import type { LaterPartReviewQuery } from '../../__generated__/LaterPartReviewQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Part } from '../../relay/Part.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../project-part/ProjectPage.tsx';
import { qaPart, statsPart } from './later-parts.ts';

/** Statistics and quality review: who may see them, and plainly what there is of them in this release. */
export default function LaterPart() {
  const { project } = usePreloadedQuery<LaterPartQuery>(
    graphql`
      query LaterPartQuery($id: ID!) @preloadable @throwOnFieldError {
        project(id: $id) {
          databaseId
          ...ProjectPage_project
        }
      }
    `,
    useLoadedQuery<LaterPartQuery>(),
  );
  const w = useWords(projectWords);
  const { articleId } = useParams();
  const isStats = /\/stats\/?$/.test(useLocation().pathname);
  return (
    <ProjectPage part={isStats ? statsPart : qaPart} project={project}>
      <Panel>
        {isStats ? (
          <EmptyState icon={statsPart.icon} title={w.stats.none}>
            {w.stats.later}
          </EmptyState>
        ) : articleId ? (
          <EmptyState
            icon={qaPart.icon}
            title={w.qa.one}
            action={
              <LinkButton variant="default" to={`/projects/${project?.databaseId}/articles/${articleId}`}>
                {w.qa.toArticle}
              </LinkButton>
            }
          >
            {w.qa.later}
          </EmptyState>
        ) : (
          <Part what={w.qa.what} waiting={<Bar height={160} />}>
            {(attempt) => project && <ToReview id={String(project.databaseId)} attempt={attempt} />}
          </Part>
        )}
      </Panel>
    </ProjectPage>
  );
}

/** How many articles wait for a review, and the way to them. */
function ToReview({ id, attempt }: { id: string; attempt: number }) {
  const w = useWords(projectWords).qa;
  const { project } = useLazyLoadQuery<LaterPartReviewQuery>(
    graphql`
      query LaterPartReviewQuery($id: ID!) @throwOnFieldError {
        project(id: $id) {
          reviewCounters {
            needReview
          }
        }
      }
    `,
    { id },
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  const waiting = project?.reviewCounters?.needReview ?? 0;
  return (
    <EmptyState
      icon={qaPart.icon}
      title={waiting === 0 ? w.none : w.toReview({ count: waiting })}
      action={
        waiting > 0 && (
          <LinkButton variant="default" to={`/projects/${id}/1_none_none_ready?qastatus=new`}>
            {w.show}
          </LinkButton>
        )
      }
    >
      {w.later}
    </EmptyState>
  );
}

import { graphql, usePreloadedQuery } from 'react-relay';
import { useLocation, useParams } from 'react-router-dom';
import type { LaterPartQuery } from '../../__generated__/LaterPartQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { projectWords } from '../../words/project-words.ts';
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
  const part = /\/stats\/?$/.test(useLocation().pathname) ? statsPart : qaPart;
  const said = part === statsPart ? w.stats : w.qa;
  return (
    <ProjectPage part={part} project={project}>
      <Panel>
        <EmptyState
          icon={part.icon}
          title={said.none}
          action={
            articleId && (
              <LinkButton variant="default" to={`/projects/${project?.databaseId}/articles/${articleId}`}>
                {w.qa.toArticle}
              </LinkButton>
            )
          }
        >
          {said.later}
        </EmptyState>
      </Panel>
    </ProjectPage>
  );
}

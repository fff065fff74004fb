import { graphql, usePreloadedQuery } from 'react-relay';
import type { LaterPartQuery } from '../../__generated__/LaterPartQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../project-part/ProjectPage.tsx';
import { statsPart } from './later-parts.ts';

/** Statistics: who may see them, and plainly what there is of them in this release. */
export default function LaterPart() {
  const { project } = usePreloadedQuery<LaterPartQuery>(
    graphql`
      query LaterPartQuery($id: ID!) @preloadable @throwOnFieldError {
        project(id: $id) {
          ...ProjectPage_project
        }
      }
    `,
    useLoadedQuery<LaterPartQuery>(),
  );
  const w = useWords(projectWords);
  return (
    <ProjectPage part={statsPart} project={project}>
      <Panel>
        <EmptyState icon={statsPart.icon} title={w.stats.none}>
          {w.stats.later}
        </EmptyState>
      </Panel>
    </ProjectPage>
  );
}

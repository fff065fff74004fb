import { graphql, usePreloadedQuery } from 'react-relay';
import type { ChannelsScreenQuery } from '../../../__generated__/ChannelsScreenQuery.graphql.ts';
import { ProjectPage } from '../../../frames/project-part/ProjectPage.tsx';
import { useLoadedQuery } from '../../../relay/loaded-query.ts';
import { channelsPart } from '../channel-parts.ts';
import { ChannelsPanel } from './ChannelsPanel.tsx';

/** The channels of a project on a page of their own. */
export default function ChannelsScreen() {
  const { project } = usePreloadedQuery<ChannelsScreenQuery>(
    graphql`
    query ChannelsScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        ...ProjectPage_project
        ...ChannelsPanel_project
      }
    }
  `,
    useLoadedQuery<ChannelsScreenQuery>(),
  );
  return (
    <ProjectPage part={channelsPart} project={project}>
      {project && <ChannelsPanel project={project} isPage />}
    </ProjectPage>
  );
}

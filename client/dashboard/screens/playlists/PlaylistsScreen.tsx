import { graphql, usePreloadedQuery } from 'react-relay';
import type { PlaylistsScreenQuery } from '../../__generated__/PlaylistsScreenQuery.graphql.ts';
import { openingOf } from '../../frames/project-part/project-part.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { playlistsPart } from './playlist-part.ts';
import { PlaylistsPanel } from './PlaylistsPanel.tsx';

/** The playlists of a project on a page of their own. */
export default function PlaylistsScreen() {
  const { project } = usePreloadedQuery<PlaylistsScreenQuery>(
    graphql`
    query PlaylistsScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        ...ProjectPage_project
        ...projectPart_gate
        ...PlaylistsPanel_project
      }
    }
  `,
    useLoadedQuery<PlaylistsScreenQuery>(),
  );
  return (
    <ProjectPage part={playlistsPart} project={project}>
      {project && openingOf(playlistsPart, project) === 'open' && <PlaylistsPanel project={project} isPage />}
    </ProjectPage>
  );
}

import '../../ui/forms/forms.css';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Navigate } from 'react-router-dom';
import type { NewPlaylistScreenQuery } from '../../__generated__/NewPlaylistScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { newPlaylistPart } from './playlist-part.ts';
import { PlaylistForm } from './PlaylistForm.tsx';

/** A new playlist; without the feature one is sent to the project. */
export default function NewPlaylistScreen() {
  const { project } = usePreloadedQuery<NewPlaylistScreenQuery>(
    graphql`
    query NewPlaylistScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        databaseId
        entitlements
        ...ProjectPage_project
        ...useChannelProject_project
      }
    }
  `,
    useLoadedQuery<NewPlaylistScreenQuery>(),
  );
  if (project && !project.entitlements.includes('PLAYLIST'))
    return <Navigate to={`/projects/${project.databaseId}`} replace />;
  return (
    <ProjectPage part={newPlaylistPart} project={project}>
      {project && <PlaylistForm key={project.databaseId} project={project} playlist={null} />}
    </ProjectPage>
  );
}

import '../../ui/forms/forms.css';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Navigate, useParams } from 'react-router-dom';
import type { EditPlaylistScreenQuery } from '../../__generated__/EditPlaylistScreenQuery.graphql.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { editPlaylistPart } from './playlist-part.ts';
import { PlaylistForm } from './PlaylistForm.tsx';

/** The editor of a playlist, by its address alone. */
export default function EditPlaylistScreen() {
  const { project, playlist } = usePreloadedQuery<EditPlaylistScreenQuery>(
    graphql`
    query EditPlaylistScreenQuery($id: ID!, $playlist: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        databaseId
        entitlements
        ...ProjectPage_project
        ...useChannelProject_project
      }
      playlist(id: $playlist) {
        id
        project {
          databaseId
        }
        ...PlaylistForm_playlist
      }
    }
  `,
    useLoadedQuery<EditPlaylistScreenQuery>(),
  );
  const { id } = useParams();
  // The address of another project does not lead to it.
  if (!project || !playlist || String(playlist.project.databaseId) !== id)
    return <NotFound what="playlist" />;
  if (!project.entitlements.includes('PLAYLIST'))
    return <Navigate to={`/projects/${project.databaseId}`} replace />;
  return (
    <ProjectPage part={editPlaylistPart} project={project}>
      <PlaylistForm key={playlist.id} project={project} playlist={playlist} />
    </ProjectPage>
  );
}

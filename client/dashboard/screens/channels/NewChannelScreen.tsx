import '../../ui/forms/forms.css';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Navigate, useLocation } from 'react-router-dom';
import type {
  NewChannelScreenPrerequisitesQuery,
  ChannelType,
} from '../../__generated__/NewChannelScreenPrerequisitesQuery.graphql.ts';
import type { NewChannelScreenQuery } from '../../__generated__/NewChannelScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Part } from '../../relay/Part.tsx';
import { ScreenSkeleton } from '../../ui/lists/Skeletons.tsx';
import { channelsWords } from '../../generated/words/channels.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { isEntitled } from '../../frames/project-part/entitlement.ts';
import { ChannelForm } from './ChannelForm.tsx';
import { kinds, refusedPath, type DeclaredKind } from './channel-kinds.ts';
import { newChannelParts } from './channel-parts.ts';
import { useChannelProject, type ChannelProject } from './use-channel-project.ts';
import type { useChannelProject_project$key } from '../../__generated__/useChannelProject_project.graphql.ts';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** The form of a new channel, of the kind that the address says. */
export default function NewChannelScreen() {
  const { project } = usePreloadedQuery<NewChannelScreenQuery>(
    graphql`
    query NewChannelScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        databaseId
        entitlements
        canConfigure
        ...ProjectPage_project
        ...useChannelProject_project
      }
    }
  `,
    useLoadedQuery<NewChannelScreenQuery>(),
  );
  const w = useWords(channelsWords);
  const path = useLocation().pathname.replace(/\/+$/, '').split('/add-channel-').at(-1);
  const kind = kinds.find((other) => other.path === path)!;
  if (project?.canConfigure && !isEntitled(project.entitlements, kind.feature))
    return <Navigate to={refusedPath(kind, project.databaseId)} replace />;
  return (
    <ProjectPage part={newChannelParts.get(kind.type)!} project={project}>
      {project && (
        <Part of={kind.type} what={w.form} waiting={<ScreenSkeleton kind="form" />}>
          {(attempt) => <NewChannel key={kind.type} kind={kind} project={project} attempt={attempt} />}
        </Part>
      )}
    </ProjectPage>
  );
}

/** The kinds that put sounds around the articles cannot be made without them. */
const hasSounds = ({ settings }: DeclaredKind): boolean => 'introAudio' in settings;

interface NewChannelProps {
  kind: DeclaredKind;
  project: useChannelProject_project$key;
  attempt: number;
}

/** Fetches the form's data each time, because the slug may have been taken since. */
function NewChannel({ kind, project: key, attempt }: NewChannelProps) {
  const project: ChannelProject = useChannelProject(key);
  const answer = useFreshQuery<NewChannelScreenPrerequisitesQuery>(
    graphql`
    query NewChannelScreenPrerequisitesQuery($id: ID!, $type: ChannelType!) @throwOnFieldError {
      project(id: $id) {
        channelPrerequisites(type: $type) {
          slug
          introSounds {
            __typename
          }
        }
      }
    }
  `,
    { id: project.id, type: kind.type as ChannelType },
    attempt,
  );
  const prerequisites = answer.project?.channelPrerequisites;
  if (!prerequisites?.slug || (hasSounds(kind) && prerequisites.introSounds.length === 0))
    return <Navigate to={`/projects/${project.databaseId}/add-channel`} replace />;
  return <ChannelForm kind={kind} project={project} channel={null} nextSlug={prerequisites.slug} />;
}

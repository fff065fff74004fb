import '../../ui/forms/forms.css';
import { useMemo } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Navigate } from 'react-router-dom';
import type {
  EditChannelScreenQuery,
  EditChannelScreenQuery$data,
} from '../../__generated__/EditChannelScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { channelsWords } from '../../generated/words/channels.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { ChannelForm } from './ChannelForm.tsx';
import { kindOfType } from './channel-kinds.ts';
import { labelOfKind } from './channel-names.ts';
import { editChannelPart } from './channel-parts.ts';
import { valuesOf } from './channel-values.ts';
import { useChannelProject } from './use-channel-project.ts';

type Project = NonNullable<EditChannelScreenQuery$data['project']>;
type Channel = NonNullable<EditChannelScreenQuery$data['channel']>;

/**
 * The editor of a channel. Its address is all it needs: a reload does not lose it. Where there is no such
 * channel, the project is shown.
 */
export default function EditChannelScreen() {
  const { project, channel } = usePreloadedQuery<EditChannelScreenQuery>(
    graphql`
    query EditChannelScreenQuery($id: ID!, $channel: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        databaseId
        ...ProjectPage_project
        ...useChannelProject_project
      }
      channel(id: $channel) {
        id
        databaseId
        type
        slug
        url
        loaderUrl
        ...channelSettings_channel
        revision
        updatedAt
        updatedBy {
          name
        }
        project {
          databaseId
        }
      }
    }
  `,
    useLoadedQuery<EditChannelScreenQuery>(),
  );
  if (!project) return <NotFound what="project" />;
  if (!channel || channel.project.databaseId !== project.databaseId)
    return <Navigate to={`/projects/${project.databaseId}`} replace />;
  return <Editor project={project} channel={channel} />;
}

function Editor({ project: key, channel }: { project: Project; channel: Channel }) {
  const w = useWords(channelsWords);
  const project = useChannelProject(key);
  const kind = kindOfType(channel.type);
  const values = useMemo(() => kind && valuesOf(kind, channel), [kind, channel]);
  const formatDate = useDateTimeFormat();
  if (!kind || !values) return <NotFound what="channel" />;
  const { id, databaseId, slug, url, loaderUrl, revision, updatedAt, updatedBy } = channel;
  return (
    <ProjectPage
      part={editChannelPart(labelOfKind(kind))}
      project={key}
      detail={
        updatedBy
          ? w.changedBy({ date: formatDate(updatedAt), name: updatedBy.name })
          : w.changed({ date: formatDate(updatedAt) })
      }
    >
      <ChannelForm
        key={id}
        kind={kind}
        project={project}
        channel={{
          id,
          databaseId,
          slug,
          publicUrl: url ?? null,
          loaderUrl: loaderUrl ?? null,
          values,
          revision,
        }}
      />
    </ProjectPage>
  );
}

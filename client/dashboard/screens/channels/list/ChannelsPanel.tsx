import { IconBroadcast } from '@tabler/icons-react';
import { startTransition, useCallback, useMemo, useState } from 'react';
import { graphql, useFragment, useSubscription } from 'react-relay';
import type { ChannelsPanel_project$key } from '../../../__generated__/ChannelsPanel_project.graphql.ts';
import type { ChannelsPanelQuery } from '../../../__generated__/ChannelsPanelQuery.graphql.ts';
import type { ChannelsPanelSubscription } from '../../../__generated__/ChannelsPanelSubscription.graphql.ts';
import { pollInterval, useFallbackPolling } from '../../../relay/use-fallback-polling.ts';
import { EmptyState } from '../../../ui/lists/EmptyState.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { ProjectListPanel } from '../../../frames/project-list/ProjectListPanel.tsx';
import { ChannelCard } from './ChannelCard.tsx';
import styles from './ChannelCard.module.css';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

interface ChannelsPanelProps {
  project: ChannelsPanel_project$key;
  /** The panel is a separate page, whose heading names it. */
  isPage?: boolean;
}

/** The project's channels, live. */
export function ChannelsPanel({ project: key, isPage = false }: ChannelsPanelProps) {
  const w = useWords(channelsWords);
  const { id, databaseId, canConfigure } = useFragment(
    graphql`
    fragment ChannelsPanel_project on Project {
      id
      databaseId
      canConfigure
    }
  `,
    key,
  );
  return (
    <ProjectListPanel
      kind="channels"
      project={id}
      addTo={canConfigure ? `/projects/${databaseId}/add-channel` : null}
      words={w}
      page={isPage ? null : `/projects/${databaseId}/channels`}
    >
      {(attempt) => (
        <Cards key={id} project={id} databaseId={databaseId} canConfigure={canConfigure} attempt={attempt} />
      )}
    </ProjectListPanel>
  );
}

interface CardsProps {
  project: string;
  databaseId: number;
  canConfigure: boolean;
  attempt: number;
}

/** A project has no more than the server allows, so that one page has them all. */
const most = 100;

function Cards({ project: id, databaseId, canConfigure, attempt }: CardsProps) {
  const w = useWords(channelsWords);
  const [look, setLook] = useState(0);
  const { project } = useFreshQuery<ChannelsPanelQuery>(
    graphql`
    query ChannelsPanelQuery($id: ID!, $first: Int!) @throwOnFieldError {
      project(id: $id) {
        channels(first: $first) {
          edges {
            node {
              id
              playsLastWeek
              ...ChannelCard_channel
            }
          }
        }
      }
    }
  `,
    { id, first: most },
    `${attempt}.${look}`,
  );
  const again = useCallback(() => startTransition(() => setLook((count) => count + 1)), []);
  useChannelEvents(id, again);
  const channels = (project?.channels.edges ?? []).flatMap((edge) => edge?.node ?? []);
  if (channels.length === 0)
    return (
      <EmptyState small icon={IconBroadcast} title={w.none}>
        {canConfigure ? w.noneText : w.noneForOthers}
      </EmptyState>
    );
  return (
    <ul className={styles.cards}>
      {channels.map((channel) => (
        <ChannelCard
          key={channel.id}
          channel={channel}
          plays={channel.playsLastWeek}
          project={databaseId}
          canConfigure={canConfigure}
          onDeleted={again}
        />
      ))}
    </ul>
  );
}

/** Shows changes of channels as they happen, and asks for the list again when one comes or goes. */
function useChannelEvents(project: string, again: () => void) {
  useSubscription<ChannelsPanelSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
          subscription ChannelsPanelSubscription($project: ID!) {
            projectChannels(project: $project) {
              kind
              channelId
              channel {
                ...ChannelCard_channel
              }
            }
          }
        `,
        variables: { project },
        onNext: (event) => {
          const kind = event?.projectChannels.kind;
          if (kind === 'CREATED' || kind === 'DELETED') again();
        },
        // Without events the list is polled; the socket's own errors are shown nowhere.
        onError: () => {},
      }),
      [project, again],
    ),
  );
  useFallbackPolling(again, pollInterval, false);
}

import { IconBroadcast, IconPlus } from '@tabler/icons-react';
import { startTransition, useMemo, useState } from 'react';
import { graphql, useFragment, useLazyLoadQuery, useSubscription } from 'react-relay';
import type { ChannelsPanel_project$key } from '../../__generated__/ChannelsPanel_project.graphql.ts';
import type { ChannelsPanelQuery } from '../../__generated__/ChannelsPanelQuery.graphql.ts';
import type { ChannelsPanelSubscription } from '../../__generated__/ChannelsPanelSubscription.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { pollInterval, useFallbackPolling } from '../../relay/use-live.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import { channelsWords } from '../../generated/words/channels.ts';
import { formWords } from '../../generated/words/form.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DeletedMenu } from '../deleted-items/DeletedMenu.tsx';
import { ChannelRow } from './ChannelRow.tsx';
import styles from './ChannelsPanel.module.css';

interface ChannelsPanelProps {
  project: ChannelsPanel_project$key;
}

/** The project's channels, live. */
export function ChannelsPanel({ project: key }: ChannelsPanelProps) {
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
  const waiting = (
    <div className={styles.waiting} role="status" aria-busy="true" aria-label={w.loading}>
      <Bar height={40} />
      <Bar height={40} />
    </div>
  );
  return (
    <Panel tight>
      <div className={styles.head}>
        <h2>{w.heading}</h2>
        {canConfigure && (
          <span className={styles.tools}>
            <LinkButton
              variant="default"
              to={`/projects/${databaseId}/add-channel`}
              icon={<IconPlus size={16} />}
            >
              {w.add}
            </LinkButton>
            <DeletedMenu kind="channels" project={id} list={w.heading} />
          </span>
        )}
      </div>
      <Part of={id} what={w.what} waiting={waiting}>
        {(attempt) => (
          <Table
            key={id}
            project={id}
            databaseId={databaseId}
            canConfigure={canConfigure}
            attempt={attempt}
          />
        )}
      </Part>
    </Panel>
  );
}

interface TableProps {
  project: string;
  databaseId: number;
  canConfigure: boolean;
  attempt: number;
}

/** A project has no more than the server allows, so that one page has them all. */
const most = 100;

function Table({ project: id, databaseId, canConfigure, attempt }: TableProps) {
  const f = useWords(formWords);
  const w = useWords(channelsWords);
  const [look, setLook] = useState(0);
  const { project } = useLazyLoadQuery<ChannelsPanelQuery>(
    graphql`
    query ChannelsPanelQuery($id: ID!, $first: Int!) @throwOnFieldError {
      project(id: $id) {
        channels(first: $first) {
          edges {
            node {
              id
              ...ChannelRow_channel
            }
          }
        }
      }
    }
  `,
    { id, first: most },
    { fetchKey: `${attempt}.${look}`, fetchPolicy: 'store-and-network' },
  );
  const again = () => startTransition(() => setLook((count) => count + 1));
  useSubscription<ChannelsPanelSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
          subscription ChannelsPanelSubscription($project: ID!) {
            projectChannels(project: $project) {
              kind
              channelId
              channel {
                ...ChannelRow_channel
              }
            }
          }
        `,
        variables: { project: id },
        onNext: (event) => {
          const kind = event?.projectChannels.kind;
          if (kind === 'CREATED' || kind === 'DELETED') startTransition(() => setLook((count) => count + 1));
        },
        // Without events the list is polled; the socket's own errors are shown nowhere.
        onError: () => {},
      }),
      [id],
    ),
  );
  useFallbackPolling(again, pollInterval, false);
  const channels = (project?.channels.edges ?? []).flatMap((edge) => edge?.node ?? []);
  if (channels.length === 0)
    return (
      <EmptyState small icon={IconBroadcast} title={w.none}>
        {canConfigure ? w.noneText : w.noneForOthers}
      </EmptyState>
    );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{w.columns.id}</th>
          <th scope="col">{w.columns.type}</th>
          <th scope="col">{w.columns.name}</th>
          <th scope="col">{w.columns.url}</th>
          <th scope="col">{w.columns.modified}</th>
          {canConfigure && (
            <th scope="col">
              <span className="visually-hidden">{f.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <ChannelRow
            key={channel.id}
            channel={channel}
            project={databaseId}
            canConfigure={canConfigure}
            onDeleted={again}
          />
        ))}
      </tbody>
    </table>
  );
}

import { useCallback } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useSaveChannelCreateMutation } from '../../__generated__/useSaveChannelCreateMutation.graphql.ts';
import type {
  ChannelSettingsInput,
  useSaveChannelUpdateMutation,
} from '../../__generated__/useSaveChannelUpdateMutation.graphql.ts';
import type { useSaveChannelLatestQuery } from '../../__generated__/useSaveChannelLatestQuery.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import type { ChannelValues, DeclaredKind } from './channel-kinds.ts';
import { valuesOf } from './channel-values.ts';

const createMutation = graphql`
  mutation useSaveChannelCreateMutation($input: CreateChannelInput!) {
    result: createChannel(input: $input) {
      __typename
      ... on CreateChannelSuccess {
        channel {
          id
          databaseId
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const updateMutation = graphql`
  mutation useSaveChannelUpdateMutation($input: UpdateChannelInput!) {
    result: updateChannel(input: $input) {
      __typename
      ... on UpdateChannelSuccess {
        channel {
          id
          name
          ...channelSettings_channel
          revision
          updatedAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const latestQuery = graphql`
  query useSaveChannelLatestQuery($id: ID!) {
    channel(id: $id) {
      ...channelSettings_channel
      revision
      # eslint-disable-next-line relay/unused-fields: the list of channels shows it
      updatedAt
      updatedBy {
        name
      }
    }
  }
`;

/** Settings under the field of their kind, as mutations take them. */
const settingsInput = (field: string, values: ChannelValues) => ({ [field]: values }) as ChannelSettingsInput;

/** Creates and changes channels, and reads how one is now. */
export function useSaveChannel() {
  const environment = useRelayEnvironment();
  const [create, creating] = useAction<useSaveChannelCreateMutation>(createMutation);
  const [update, updating] = useAction<useSaveChannelUpdateMutation>(updateMutation);
  const latest = useCallback(
    async (id: string, kind: DeclaredKind) => {
      const answer = await fetchQuery<useSaveChannelLatestQuery>(
        environment,
        latestQuery,
        { id },
        { fetchPolicy: 'network-only' },
      )
        .toPromise()
        .catch(() => undefined);
      const channel = answer?.channel;
      return channel
        ? { values: valuesOf(kind, channel), revision: channel.revision, by: channel.updatedBy?.name ?? null }
        : null;
    },
    [environment],
  );
  return {
    saving: creating || updating,
    latest,
    create: (project: string, field: string, values: ChannelValues) =>
      create({ input: { project, settings: settingsInput(field, values) } }),
    /** @param revision that the changes began with; another one there is a conflict */
    update: (id: string, field: string, values: ChannelValues, revision: number | null) =>
      update(
        { input: { id, revision, settings: settingsInput(field, values) } },
        { expected: 'ConflictError' },
      ),
  };
}

import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { SettingsForm_project$data } from '../../__generated__/SettingsForm_project.graphql.ts';
import type { useSaveSettingsLatestQuery } from '../../__generated__/useSaveSettingsLatestQuery.graphql.ts';
import type { useSaveSettingsMutation } from '../../__generated__/useSaveSettingsMutation.graphql.ts';
import type { useSaveSettingsSourceMutation } from '../../__generated__/useSaveSettingsSourceMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { useRefreshApiKey } from '../project/RefreshApiKey.tsx';
import { isKeyed } from '../project/sources/source-kinds.ts';
import {
  errorsByField,
  sourceChanges,
  updateInput,
  type SettingsFields,
  type SourceKind,
} from './settings-fields.ts';

interface ToSave {
  saved: SettingsFields;
  draft: Partial<SettingsFields>;
  /** Of the settings that the changes began with; a newer one there is a conflict. */
  revision: number;
  sources: SettingsForm_project$data['sources'];
  /** Called with each saved part. */
  settle: (sent: Partial<SettingsFields>) => void;
}

type Saved =
  | { ok: true; keys: { type: SourceKind; apiKey: string }[] }
  /**
   * `conflict`: another member saved in the meantime (`by`, if the user may know); the store has their
   * version.
   */
  | { ok: false; fieldErrors: FieldErrors; conflict?: { by: string | null } };

const latestQuery = graphql`
  query useSaveSettingsLatestQuery($id: ID!) {
    project(id: $id) {
      id
      ...SettingsForm_project
      log(first: 1) {
        edges {
          node {
            user {
              name
            }
          }
        }
      }
    }
  }
`;

/**
 * Saves what was changed of a project: first its settings, then its sources, an RSS feed always
 * (specification, section 4). Sources that became ones with a key get one. @returns the function, which
 * answers the new keys or what was refused, and whether it runs
 */
export function useSaveSettings(id: string) {
  const environment = useRelayEnvironment();
  const [update, updating] = useAction<useSaveSettingsMutation>(saveSettingsMutation);
  const [updateSource, updatingSource] = useAction<useSaveSettingsSourceMutation>(sourceMutation);
  const [refreshKey, refreshing] = useRefreshApiKey();

  /** Fetches the version that another member saved. */
  const readLatest = async (): Promise<{ by: string | null }> => {
    const answer = await fetchQuery<useSaveSettingsLatestQuery>(
      environment,
      latestQuery,
      { id },
      { fetchPolicy: 'network-only' },
    )
      .toPromise()
      .catch(() => undefined);
    return { by: answer?.project?.log?.edges[0]?.node.user?.name ?? null };
  };

  const save = async ({ saved, draft, revision, sources, settle }: ToSave): Promise<Saved> => {
    const { sourceUrls, sourceTypes, ...settings } = draft;
    let present = revision;
    const refused = async (outcome: { fieldErrors: FieldErrors; type: string | null }): Promise<Saved> => ({
      ok: false,
      fieldErrors: errorsByField(outcome.fieldErrors),
      ...(outcome.type === 'ConflictError' && { conflict: await readLatest() }),
    });
    if (Object.keys(settings).length > 0) {
      const outcome = await update(
        { input: { ...updateInput(id, settings), revision } },
        { expected: 'ConflictError' },
      );
      if (!outcome.ok) return refused(outcome);
      present = outcome.result.project?.settingsRevision ?? present;
      settle(settings);
    }
    const keys: { type: SourceKind; apiKey: string }[] = [];
    for (const change of sourceChanges(sources, saved, draft)) {
      const outcome = await updateSource(
        { input: { ...change, revision: present } },
        { expected: 'ConflictError' },
      );
      if (!outcome.ok) {
        if (outcome.type === 'ConflictError') return refused(outcome);
        const message = outcome.fieldErrors['url'] ?? outcome.message;
        return {
          ...outcome,
          fieldErrors: {
            [`${'url' in outcome.fieldErrors ? 'sourceUrls' : 'sourceTypes'}.${change.id}`]: message,
          },
        };
      }
      present = outcome.result.project?.settingsRevision ?? present;
      const before = sources.find((source) => source.id === change.id)!;
      if (!isKeyed(change.type) || isKeyed(before.type)) continue;
      const apiKey = await refreshKey(change.id);
      if (apiKey) keys.push({ type: change.type, apiKey });
    }
    settle({ ...(sourceUrls && { sourceUrls }), ...(sourceTypes && { sourceTypes }) });
    return { ok: true, keys };
  };
  return { save, saving: updating || updatingSource || refreshing };
}

const saveSettingsMutation = graphql`
  mutation useSaveSettingsMutation($input: UpdateProjectInput!) {
    result: updateProject(input: $input) {
      __typename
      ... on UpdateProjectSuccess {
        project {
          id
          settingsRevision
          ...SideBar_project
          ...ProjectFacts_project
          ...SettingsForm_project
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const sourceMutation = graphql`
  mutation useSaveSettingsSourceMutation($input: UpdateSourceInput!) {
    result: updateSource(input: $input) {
      __typename
      ... on UpdateSourceSuccess {
        source {
          id
          type
          url
          apiKeyPrefix
          ...SourceItem_source
        }
        project {
          settingsRevision
          sourceTypes
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

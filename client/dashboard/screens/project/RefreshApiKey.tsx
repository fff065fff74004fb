import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { RefreshApiKeyMutation } from '../../__generated__/RefreshApiKeyMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { sourceWords } from '../../generated/words/source.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ApiKeysDialog, type ShownKey } from './ApiKeysDialog.tsx';

/** Makes new keys of sources. @returns the function, which answers the key or null, and whether it runs */
export function useRefreshApiKey() {
  const [refresh, busy] = useAction<RefreshApiKeyMutation>(graphql`
    mutation RefreshApiKeyMutation($input: RefreshApiKeyInput!) {
      result: refreshApiKey(input: $input) {
        __typename
        ... on RefreshApiKeySuccess {
          apiKey
          source {
            id
            apiKeyPrefix
            ...SourceItem_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const run = async (source: string): Promise<string | null> => {
    const outcome = await refresh({ input: { source } });
    return (outcome.ok && outcome.result.apiKey) || null;
  };
  return [run, busy] as const;
}

/** Replaces a source's key as soon as that is confirmed, and shows the new one. */
export function RefreshApiKey({ source, label }: { source: string; label: string }) {
  const w = useWords(sourceWords);
  const [asked, setAsked] = useState(false);
  const [keys, setKeys] = useState<ShownKey[]>([]);
  const [refresh, busy] = useRefreshApiKey();
  const confirm = async () => {
    const apiKey = await refresh(source);
    setAsked(false);
    if (apiKey) setKeys([{ label, apiKey }]);
  };
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconKey size={14} />} onClick={() => setAsked(true)}>
        {w.refresh}
      </Button>
      <ConfirmDialog
        title={w.refreshTitle}
        confirm={w.confirm}
        opened={asked}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{w.refreshBody}</p>
      </ConfirmDialog>
      <ApiKeysDialog keys={keys} onClose={() => setKeys([])} />
    </>
  );
}

import { Button } from '@mantine/core';
import { IconKey, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { SourceItemPollMutation } from '../../__generated__/SourceItemPollMutation.graphql.ts';
import type { SourceItemRefreshMutation } from '../../__generated__/SourceItemRefreshMutation.graphql.ts';
import type { SourceItem_source$key } from '../../__generated__/SourceItem_source.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { projectWords } from '../../words/project-words.ts';
import { told } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ApiKeysDialog } from './ApiKeysDialog.tsx';
import { RobotsSetting } from './RobotsSetting.tsx';
import { isKeyed, isPolled, sourceIcon, sourceLabel } from './source-kinds.ts';
import styles from './SourcesPanel.module.css';

export function SourceItem({ source: key, canConfigure }: { source: SourceItem_source$key; canConfigure: boolean }) {
  const source = useFragment(
    graphql`
    fragment SourceItem_source on Source {
      id
      type
      url
      apiKeyPrefix
      polledAt
      nextPollAt
      error
      pageNotice
      ...RobotsSetting_source
    }
  `,
    key,
  );
  const formatDate = useDateTimeFormat();
  const w = useWords(projectWords).sources;
  const label = sourceLabel(source.type);
  const Icon = sourceIcon(source.type);
  const polled = isPolled(source.type);
  const keyed = isKeyed(source.type);
  return (
    <div className={styles.source} data-testid="source">
      <span className={styles.icon}>
        <Icon size={18} stroke={1.7} />
      </span>
      <div className={styles.what}>
        <strong>{label}</strong>
        {source.url && <p>{source.url}</p>}
        {keyed && <p>{source.apiKeyPrefix ? w.key(source.apiKeyPrefix) : w.noKey}</p>}
        {source.type === 'manual' && <p>{w.manual}</p>}
        {polled && (
          <p>
            {source.polledAt
              ? source.nextPollAt
                ? w.lastAndNext(formatDate(source.polledAt), formatDate(source.nextPollAt))
                : w.lastRead(formatDate(source.polledAt))
              : source.nextPollAt
                ? w.notReadButNext(formatDate(source.nextPollAt))
                : w.notRead}
          </p>
        )}
        {source.error && (
          <p className={styles.error} role="status">
            {told(source.error)}
          </p>
        )}
        {source.pageNotice && (
          <p className={styles.error} role="status">
            {told(source.pageNotice)}
          </p>
        )}
        {canConfigure && <RobotsSetting source={source} />}
      </div>
      {canConfigure && polled && <PollNow id={source.id} />}
      {canConfigure && keyed && <RefreshKey id={source.id} label={label} />}
    </div>
  );
}

function PollNow({ id }: { id: string }) {
  const w = useWords(projectWords).sources;
  const [poll, busy] = useAction<SourceItemPollMutation>(graphql`
    mutation SourceItemPollMutation($input: PollSourceInput!) {
      result: pollSource(input: $input) {
        __typename
        ... on PollSourceSuccess {
          source {
            ...SourceItem_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const run = async () => {
    if ((await poll({ input: { source: id } })).ok) notify(w.polling, 2000);
  };
  return (
    <Button variant="default" size="xs" loading={busy} leftSection={<IconRefresh size={14} />} onClick={() => void run()}>
      {w.poll}
    </Button>
  );
}

function RefreshKey({ id, label }: { id: string; label: string }) {
  const w = useWords(projectWords).sources;
  const [asked, setAsked] = useState(false);
  const [keys, setKeys] = useState<{ label: string; apiKey: string }[]>([]);
  const [refresh, busy] = useAction<SourceItemRefreshMutation>(graphql`
    mutation SourceItemRefreshMutation($input: RefreshApiKeyInput!) {
      result: refreshApiKey(input: $input) {
        __typename
        ... on RefreshApiKeySuccess {
          apiKey
          source {
            ...SourceItem_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    const outcome = await refresh({ input: { source: id } });
    setAsked(false);
    if (outcome.ok && outcome.result.apiKey) setKeys([{ label, apiKey: outcome.result.apiKey }]);
  };
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconKey size={14} />} onClick={() => setAsked(true)}>
        {w.refreshKey}
      </Button>
      <ConfirmDialog
        title={w.refreshQuestion}
        confirm={w.refreshConfirm}
        opened={asked}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{w.refreshConsequence}</p>
      </ConfirmDialog>
      <ApiKeysDialog keys={keys} onClose={() => setKeys([])} />
    </>
  );
}

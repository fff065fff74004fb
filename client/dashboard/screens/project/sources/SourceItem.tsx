// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { SourceItemPollMutation } from '../../../__generated__/SourceItemPollMutation.graphql.ts';
import type { SourceItem_source$key } from '../../../__generated__/SourceItem_source.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { notify } from '../../../ui/messages.ts';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { formatStored } from '../../../words/server-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { ConfidenceSetting } from './ConfidenceSetting.tsx';
import { RefreshApiKey } from '../RefreshApiKey.tsx';
import { RobotsSetting } from './RobotsSetting.tsx';
import { SubtitlesSetting } from './SubtitlesSetting.tsx';
import { isKeyed, isPolled, sourceIcon, sourceLabel } from './source-kinds.ts';
import styles from './SourcesPanel.module.css';
import { BurstNotice } from '../articles/BurstNotice.tsx';

export function SourceItem({
  source: key,
  canConfigure,
  canWrite,
}: {
  source: SourceItem_source$key;
  canConfigure: boolean;
  canWrite: boolean;
}) {
  const source = useFragment(sourceFragment, key);
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
        {keyed && <p>{source.apiKeyPrefix ? w.key({ prefix: source.apiKeyPrefix }) : w.noKey}</p>}
        {source.type === 'MANUAL' && <p>{w.manual}</p>}
        {polled && (
          <p>
            {source.polledAt
              ? source.nextPollAt
                ? w.lastAndNext({ last: formatDate(source.polledAt), next: formatDate(source.nextPollAt) })
                : w.lastRead({ date: formatDate(source.polledAt) })
              : source.nextPollAt
                ? w.notReadButNext({ next: formatDate(source.nextPollAt) })
                : w.notRead}
          </p>
        )}
        {source.error && (
          <p className={styles.error} role="status">
            {formatStored(source.error, source.errorNotices)}
          </p>
        )}
        {source.pageNotice && (
          <p className={styles.error} role="status">
            {formatStored(source.pageNotice, source.pageNotices)}
          </p>
        )}
        {source.waitingArticles > 0 && <BurstNotice source={source} canWrite={canWrite} />}
        {canConfigure && <RobotsSetting source={source} />}
        {canConfigure && polled && <ConfidenceSetting source={source} />}
        {canConfigure && polled && <SubtitlesSetting source={source} />}
      </div>
      {canConfigure && polled && <PollNow id={source.id} />}
      {canConfigure && keyed && <RefreshApiKey source={source.id} label={label} />}
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
    if ((await poll({ input: { id } })).ok) notify(w.polling, 2000);
  };
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      leftSection={<IconRefresh size={14} />}
      onClick={() => void run()}
    >
      {w.poll}
    </Button>
  );
}

const sourceFragment = graphql`
  fragment SourceItem_source on Source {
    id
    type
    url
    apiKeyPrefix
    polledAt
    nextPollAt
    error
    errorNotices {
      code
      parameters
    }
    pageNotice
    pageNotices {
      code
      parameters
    }
    waitingArticles
    ...BurstNotice_source
    ...RobotsSetting_source
    ...ConfidenceSetting_source
    ...SubtitlesSetting_source
  }
`;

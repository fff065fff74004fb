import { Switch } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { SubtitlesSetting_source$key } from '../../../__generated__/SubtitlesSetting_source.graphql.ts';
import type { SubtitlesSettingMutation } from '../../../__generated__/SubtitlesSettingMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { notify } from '../../../ui/messages.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './SourcesPanel.module.css';

/** Whether subtitles and key points of a source's pages are read with their articles. */
export function SubtitlesSetting({ source: key }: { source: SubtitlesSetting_source$key }) {
  const { id, readsSubtitles } = useFragment(
    graphql`
    fragment SubtitlesSetting_source on Source {
      id
      readsSubtitles
    }
  `,
    key,
  );
  const w = useWords(projectWords).sources;
  const [update, busy] = useAction<SubtitlesSettingMutation>(graphql`
    mutation SubtitlesSettingMutation($input: UpdateSourceInput!) {
      result: updateSource(input: $input) {
        __typename
        ... on UpdateSourceSuccess {
          source {
            ...SubtitlesSetting_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const choose = async (on: boolean) => {
    if ((await update({ input: { id, readsSubtitles: on } })).ok) notify(w.saved, 2000);
  };
  return (
    <Switch
      className={styles.robots}
      size="xs"
      label={w.subtitles}
      disabled={busy}
      checked={readsSubtitles}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  );
}

import { Select } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { ConfidenceSetting_source$key } from '../../../__generated__/ConfidenceSetting_source.graphql.ts';
import type { ConfidenceSettingMutation } from '../../../__generated__/ConfidenceSettingMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { notify } from '../../../ui/messages.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './SourcesPanel.module.css';

/** Percentages that are offered; 0: nothing waits. */
const limits = [0, 20, 50, 70, 90];

/** How sure it must be that a text is its page's article for it to be voiced without an editor. */
export function ConfidenceSetting({ source: key }: { source: ConfidenceSetting_source$key }) {
  const { id, confidenceLimit } = useFragment(
    graphql`
    fragment ConfidenceSetting_source on Source {
      id
      confidenceLimit
    }
  `,
    key,
  );
  const w = useWords(projectWords).sources;
  const [update, busy] = useAction<ConfidenceSettingMutation>(graphql`
    mutation ConfidenceSettingMutation($input: UpdateSourceInput!) {
      result: updateSource(input: $input) {
        __typename
        ... on UpdateSourceSuccess {
          source {
            ...ConfidenceSetting_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const choose = async (value: string | null) => {
    const limit = Number(value);
    if (value === null || limit === confidenceLimit) return;
    if ((await update({ input: { id, confidenceLimit: limit } })).ok) notify(w.saved, 2000);
  };
  return (
    <Select
      className={styles.robots}
      size="xs"
      label={w.confidence}
      allowDeselect={false}
      disabled={busy}
      data={[...new Set([...limits, confidenceLimit])]
        .sort((one, other) => one - other)
        .map((percent) => ({
          value: String(percent),
          label: percent === 0 ? w.confidenceNone : w.confidenceBelow({ percent }),
        }))}
      value={String(confidenceLimit)}
      onChange={(value) => void choose(value)}
    />
  );
}

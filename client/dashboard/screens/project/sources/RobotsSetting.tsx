import { Select } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { RobotsSetting_source$key } from '../../../__generated__/RobotsSetting_source.graphql.ts';
import type { RobotsSettingMutation } from '../../../__generated__/RobotsSettingMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { notify } from '../../../ui/messages.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './SourcesPanel.module.css';

const choices = [
  { value: 'others', say: 'robotsOthers', honoursRobots: null },
  { value: 'always', say: 'robotsAlways', honoursRobots: true },
  { value: 'never', say: 'robotsNever', honoursRobots: false },
] as const;

/** Whether robots.txt and X-Robots-Tag decide which of a source's pages are read. */
export function RobotsSetting({ source: key }: { source: RobotsSetting_source$key }) {
  const { id, honoursRobots } = useFragment(
    graphql`
    fragment RobotsSetting_source on Source {
      id
      honoursRobots
    }
  `,
    key,
  );
  const w = useWords(projectWords).sources;
  const [update, busy] = useAction<RobotsSettingMutation>(graphql`
    mutation RobotsSettingMutation($input: UpdateSourceInput!) {
      result: updateSource(input: $input) {
        __typename
        ... on UpdateSourceSuccess {
          source {
            ...RobotsSetting_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const choose = async (value: string | null) => {
    const choice = choices.find((one) => one.value === value);
    if (!choice || choice.honoursRobots === honoursRobots) return;
    if ((await update({ input: { id, honoursRobots: choice.honoursRobots } })).ok) notify(w.saved, 2000);
  };
  return (
    <Select
      className={styles.robots}
      size="xs"
      label={w.robots}
      allowDeselect={false}
      disabled={busy}
      data={choices.map(({ value, say }) => ({ value, label: w[say] }))}
      value={choices.find((one) => one.honoursRobots === (honoursRobots ?? null))?.value ?? null}
      onChange={(value) => void choose(value)}
    />
  );
}

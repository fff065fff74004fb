import { Button } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { PinButton_viewer$key } from '../../__generated__/PinButton_viewer.graphql.ts';
import type { PinButtonMutation } from '../../__generated__/PinButtonMutation.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useAction } from '../../relay/use-action.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { Asked } from './asked.ts';

interface PinButtonProps {
  viewer: PinButton_viewer$key;
  project: { id: string; databaseId: number };
  asked: Asked;
}

/** Puts the report on the reader's dashboard, or takes it off. */
export function PinButton({ viewer: key, project, asked: { report, period } }: PinButtonProps) {
  const { statisticsPins } = useFragment(
    graphql`
      fragment PinButton_viewer on Viewer {
        statisticsPins {
          report
          period
          project {
            databaseId
          }
        }
      }
    `,
    key,
  );
  const w = useWords(statisticsWords);
  const [pin, busy] = useAction<PinButtonMutation>(graphql`
    mutation PinButtonMutation($input: PinStatisticsInput!) {
      result: pinStatistics(input: $input) {
        __typename
        ... on PinStatisticsSuccess {
          viewer {
            ...PinButton_viewer
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const pinned = statisticsPins.some(
    (one) => one.report === report && one.period === period && one.project.databaseId === project.databaseId,
  );
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={pinned ? <IconPinFilled size={15} /> : <IconPin size={15} />}
      disabled={period === null}
      title={period === null ? w.pinPeriod : undefined}
      loading={busy}
      onClick={() => period && void pin({ input: { project: project.id, report, period, pinned: !pinned } })}
    >
      {pinned ? w.unpin : w.pin}
    </Button>
  );
}

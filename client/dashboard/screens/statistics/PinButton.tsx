import { Button } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { PinButton_project$key } from '../../__generated__/PinButton_project.graphql.ts';
import type { PinButtonMutation } from '../../__generated__/PinButtonMutation.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useAction } from '../../relay/use-action.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { ReportParams } from './report-params.ts';

interface PinButtonProps {
  project: PinButton_project$key;
  asked: ReportParams;
}

/** Puts the report on the reader's dashboard, or takes it off. */
export function PinButton({ project: key, asked: { report, period } }: PinButtonProps) {
  const { id, statisticsPinned: pinned } = useFragment(
    graphql`
      fragment PinButton_project on Project
      @argumentDefinitions(report: { type: "String!" }, period: { type: "StatisticsPeriod" }) {
        id
        statisticsPinned(report: $report, period: $period)
      }
    `,
    key,
  );
  const w = useWords(statisticsWords);
  const [pin, busy] = useAction<PinButtonMutation>(graphql`
    mutation PinButtonMutation($input: PinStatisticsInput!, $report: String!, $period: StatisticsPeriod) {
      result: pinStatistics(input: $input) {
        __typename
        ... on PinStatisticsSuccess {
          project {
            ...PinButton_project @arguments(report: $report, period: $period)
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={pinned ? <IconPinFilled size={15} /> : <IconPin size={15} />}
      disabled={period === null}
      title={period === null ? w.pinPeriod : undefined}
      loading={busy}
      onClick={() =>
        period && void pin({ input: { project: id, report, period, pinned: !pinned }, report, period })
      }
    >
      {pinned ? w.unpin : w.pin}
    </Button>
  );
}

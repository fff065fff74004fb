// oxlint-disable relay/unused-fields -- told() formats the fields of notices
import { Checkbox, NativeSelect } from '@mantine/core';
import '../../ui/forms/forms.css';
import { graphql, useFragment } from 'react-relay';
import type { Picker_reports$key } from '../../__generated__/Picker_reports.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { DayField } from '../../ui/time/DayField.tsx';
import { formatDay } from '../../ui/format.ts';
import { formatServerMessage } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { periodNames, type ReportParams, type PeriodName } from './report-params.ts';
import styles from './Statistics.module.css';

/** @returns what changes of the newest selection, which may not be shown yet */
export type ReportChange = (latest: ReportParams) => Partial<ReportParams>;

interface PickerProps {
  reports: Picker_reports$key;
  asked: ReportParams;
  onChange: (change: ReportChange) => void;
}

/** Selects a report and its days. */
export function Picker({ reports: key, asked, onChange }: PickerProps) {
  const reports = useFragment(
    graphql`
      fragment Picker_reports on StatisticsReport @relay(plural: true) {
        name
        title {
          code
          parameters
          message
        }
        parameters {
          name
          default
          label {
            code
            parameters
            message
          }
        }
      }
    `,
    key,
  );
  const w = useWords(statisticsWords);
  const chosen = reports.find(({ name }) => name === asked.report);
  const parameters = (chosen?.parameters ?? []).map((one) => ({
    field: one.name === 'date_from' ? ('from' as const) : ('to' as const),
    label: noticeText(one.label),
    usual: String(one.default),
  }));
  const days = (changes: { from?: string | null; to?: string | null }) => {
    const usual = Object.fromEntries(parameters.map((one) => [one.field, one.usual]));
    onChange((latest) => ({
      period: null,
      from: changes.from ?? latest.from ?? usual['from'] ?? null,
      to: changes.to ?? latest.to ?? usual['to'] ?? null,
    }));
  };
  return (
    <div className={styles.picker}>
      <NativeSelect
        label={w.report}
        value={asked.report}
        onChange={({ currentTarget: { value: report } }) => onChange(() => ({ report }))}
        data={reports.map(({ name, title }) => ({ value: name, label: noticeText(title) }))}
      />
      <NativeSelect
        label={w.range}
        value={asked.period ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value === '') days({});
          else onChange(() => ({ period: value as PeriodName, from: null, to: null }));
        }}
        data={[
          ...periodNames.map((name) => ({ value: name, label: w.periods[name] })),
          { value: '', label: w.custom },
        ]}
      />
      {parameters.map(({ field, label, usual }) => (
        <DayField
          key={field}
          className={styles.day ?? ''}
          label={label}
          // The figures show the days of a named range; this field selects other days.
          value={asked[field] ?? ''}
          placeholder={asked.period === null ? formatDay(usual) : ''}
          clearable={false}
          onChange={(day) => days({ [field]: day })}
        />
      ))}
      <Checkbox
        className={styles.compare ?? ''}
        label={w.compare}
        checked={asked.compared}
        onChange={({ currentTarget: { checked: compared } }) => onChange(() => ({ compared }))}
      />
    </div>
  );
}

/** What the server says, in the language that is shown. */
export const noticeText = (notice: {
  readonly code: string;
  readonly parameters: unknown;
  readonly message: string | null | undefined;
}): string =>
  formatServerMessage({
    code: notice.code,
    parameters: notice.parameters,
    message: notice.message ?? notice.code,
  });

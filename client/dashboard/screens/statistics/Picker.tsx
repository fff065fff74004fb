// oxlint-disable relay/unused-fields -- told() reads the fields of notices
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import '../../ui/forms.css';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { Picker_reports$key } from '../../__generated__/Picker_reports.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { told } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { isDay, periodNames, type Asked, type PeriodName } from './asked.ts';
import styles from './Statistics.module.css';

interface PickerProps {
  reports: Picker_reports$key;
  asked: Asked;
  onChange: (changes: Partial<Asked>) => void;
}

/** Which report, and of which days. */
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
    label: said(one.label),
    usual: String(one.default),
  }));
  const days = (changes: { from?: string | null; to?: string | null }) => {
    const usual = Object.fromEntries(parameters.map((one) => [one.field, one.usual]));
    const from = changes.from ?? asked.from ?? usual['from'] ?? null;
    const to = changes.to ?? asked.to ?? usual['to'] ?? null;
    onChange({ period: null, from, to });
  };
  return (
    <div className={styles.picker}>
      <NativeSelect
        label={w.report}
        value={asked.report}
        onChange={(event) => onChange({ report: event.currentTarget.value })}
        data={reports.map(({ name, title }) => ({ value: name, label: said(title) }))}
      />
      <NativeSelect
        label={w.range}
        value={asked.period ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value === '') days({});
          else onChange({ period: value as PeriodName, from: null, to: null });
        }}
        data={[
          ...periodNames.map((name) => ({ value: name, label: w.periods[name] })),
          { value: '', label: w.custom },
        ]}
      />
      {parameters.map(({ field, label, usual }) => (
        <DayField
          key={`${field} ${asked[field] ?? asked.period}`}
          label={label}
          // Of a range by name its days stand in the figures; here one writes others.
          value={asked[field] ?? ''}
          placeholder={asked.period === null ? usual : w.dayFormat}
          onChange={(day) => days({ [field]: day })}
        />
      ))}
      <Checkbox
        className={styles.compare ?? ''}
        label={w.compare}
        checked={asked.compared}
        onChange={(event) => onChange({ compared: event.currentTarget.checked })}
      />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  placeholder: string;
  onChange: (day: string) => void;
}

/** A day, `YYYY-MM-DD`: it counts once it is whole, and is left or confirmed. */
function DayField({ label, value, placeholder, onChange }: DayFieldProps) {
  const w = useWords(statisticsWords);
  const [typed, setTyped] = useState(value);
  const [left, setLeft] = useState(false);
  const wrong = typed !== '' && !isDay(typed);
  const commit = () => {
    setLeft(true);
    if (typed !== value && isDay(typed)) onChange(typed);
  };
  return (
    <TextInput
      className={styles.day ?? ''}
      label={label}
      inputMode="numeric"
      maxLength={10}
      placeholder={placeholder}
      value={typed}
      error={left && wrong ? w.noDay : null}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setLeft(false);
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

/** What the server says, in the language that is shown. */
export const said = (notice: {
  readonly code: string;
  readonly parameters: unknown;
  readonly message: string | null | undefined;
}): string =>
  told({ code: notice.code, parameters: notice.parameters, message: notice.message ?? notice.code });

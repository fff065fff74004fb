import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { FieldError } from '../../ui/FieldError.tsx';
import { clockHint, type LocalTime } from './local-time.ts';
import styles from './ChannelForm.module.css';

interface LocalTimeFieldProps {
  label: string;
  /** What it is the time of, for those who hear only the names of the inputs. */
  of: string;
  value: LocalTime | null;
  /** Whose clocks are meant. */
  zone: string;
  error?: string | undefined;
  onChange: (value: LocalTime | null) => void;
}

/** A day and a time by the clocks of a zone. What daylight saving does to it is said. A day without a time begins at midnight. */
export function LocalTimeField({ label, of, value, zone, error, onChange }: LocalTimeFieldProps) {
  const [day = '', time = ''] = (value ?? '').split('T');
  const hint = value === null ? null : clockHint(value, zone);
  const id = useId();
  return (
    <fieldset className={styles.moment} aria-describedby={`${id}-zone`}>
      <legend>{label}</legend>
      <div className={styles.inputs}>
        <TextInput
          type="date"
          aria-label={`${of}: ${label.toLowerCase()}, date`}
          value={day}
          error={Boolean(error)}
          onChange={({ currentTarget }) => onChange(currentTarget.value ? `${currentTarget.value}T${time || '00:00'}` : null)}
        />
        <TextInput
          type="time"
          aria-label={`${of}: ${label.toLowerCase()}, time`}
          value={time}
          disabled={day === ''}
          error={Boolean(error)}
          onChange={({ currentTarget }) => onChange(`${day}T${currentTarget.value || '00:00'}`)}
        />
      </div>
      <p id={`${id}-zone`} className={styles.hint}>
        Time zone: {zone}
      </p>
      {hint && (
        <p className={styles.warn} role="status">
          {hint}
        </p>
      )}
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}

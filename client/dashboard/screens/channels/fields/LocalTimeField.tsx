import { useId } from 'react';
import { DayField } from '../../../ui/time/DayField.tsx';
import { TimeField } from '../../../ui/time/TimeField.tsx';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { LocalTime } from '../../../ui/time/local-time.ts';
import { clockHint } from './clock-hint.ts';
import styles from '../ChannelForm.module.css';

interface LocalTimeFieldProps {
  label: string;
  /** Label within a sentence. */
  within: string;
  /** What it is the time of, for those who hear only the names of the inputs. */
  of: string;
  value: LocalTime | null;
  /** Whose clocks are meant. */
  zone: string;
  error?: string | undefined;
  onChange: (value: LocalTime | null) => void;
}

/**
 * Day and time in a time zone. Shows a hint about the effect of daylight saving. A day without a time starts
 * at midnight.
 */
export function LocalTimeField({ label, within, of, value, zone, error, onChange }: LocalTimeFieldProps) {
  const { time: w } = useWords(channelsWords);
  const [day = '', time = ''] = (value ?? '').split('T');
  const hint = value === null ? null : clockHint(value, zone);
  const id = useId();
  return (
    <fieldset className={styles.moment} aria-describedby={`${id}-zone`}>
      <legend>{label}</legend>
      <div className={styles.inputs}>
        <DayField
          aria-label={w.date({ of, label: within })}
          value={day}
          error={Boolean(error)}
          onChange={(chosen) => onChange(chosen ? `${chosen}T${time || '00:00'}` : null)}
        />
        <TimeField
          aria-label={w.time({ of, label: within })}
          value={time}
          disabled={day === ''}
          error={Boolean(error)}
          onChange={(chosen) => onChange(`${day}T${chosen || '00:00'}`)}
        />
      </div>
      <p id={`${id}-zone`} className={styles.hint}>
        {w.zone({ zone })}
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

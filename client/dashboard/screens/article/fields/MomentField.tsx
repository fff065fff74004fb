import { use, useId, useRef, type ReactNode } from 'react';
import { DayField } from '../../../ui/time/DayField.tsx';
import { TimeField } from '../../../ui/time/TimeField.tsx';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { localTimeOf, momentOf, zoneOf } from '../../../ui/time/local-time.ts';
import { TimeZoneContext } from '../../../ui/time/time-zone.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './ArticleFields.module.css';

interface MomentFieldProps {
  label: string;
  /** What its two inputs are called. */
  names: { date: string; time: string };
  hint?: string;
  /** ISO 8601; empty: none. */
  value: string;
  error?: ReactNode;
  disabled?: boolean;
  /** Nothing may happen before that moment: of two that the clocks show alike it is the later. */
  earliest?: boolean;
  /** Whether it can be emptied. */
  clearable?: boolean;
  onChange: (value: string) => void;
}

/** A day and a time by the reader's clocks. A day without a time begins at midnight. */
export function MomentField({
  label,
  names,
  hint,
  value,
  error,
  disabled = false,
  earliest = false,
  clearable = true,
  onChange,
}: MomentFieldProps) {
  const w = useWords(articleWords);
  const zone = zoneOf(use(TimeZoneContext));
  const [day = '', time = ''] = value === '' ? [] : localTimeOf(value, zone).split('T');
  // While a date is being typed there is no valid one, and the time stays.
  const lastTime = useRef(time);
  const id = useId();
  const change = (toDay: string, toTime: string) =>
    onChange(
      toDay === '' ? '' : momentOf(`${toDay}T${toTime || '00:00'}`, zone, earliest ? 'last' : 'first'),
    );
  return (
    <fieldset className={styles.moment} aria-describedby={id}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.inputs}>
        <DayField
          aria-label={names.date}
          className={styles.day!}
          value={day}
          error={Boolean(error)}
          disabled={disabled}
          clearable={clearable}
          onChange={(chosen) => {
            if (time) lastTime.current = time;
            change(chosen, lastTime.current);
          }}
        />
        <TimeField
          aria-label={names.time}
          value={time}
          disabled={disabled || day === ''}
          error={Boolean(error)}
          // While a time is being typed there is no valid one. Midnight would be earlier than intended.
          onChange={(chosen) => !(earliest && chosen === '') && change(day, chosen)}
        />
      </div>
      <p id={id} className={styles.zone}>
        {hint} {w.zone({ zone })}
      </p>
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}

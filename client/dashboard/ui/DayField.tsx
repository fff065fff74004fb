import { TextInput, type MantineSize } from '@mantine/core';
import { lazy, Suspense, type KeyboardEvent, type ReactNode } from 'react';

const DayInput = lazy(() => import('./DayInput.tsx'));

export interface DayFieldProps {
  label?: ReactNode;
  'aria-label'?: string;
  description?: ReactNode;
  placeholder?: string;
  /** `YYYY-MM-DD`; empty: none. */
  value: string;
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  min?: string | undefined;
  /** The last one. */
  max?: string | undefined;
  error?: ReactNode;
  disabled?: boolean;
  /** Whether it can be emptied. */
  clearable?: boolean;
  size?: MantineSize;
  className?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** @param day `YYYY-MM-DD`; empty: none */
  onChange: (day: string) => void;
}

/**
 * A day as it is written where the present language is read, typed or chosen from a calendar. A browser's own
 * field writes it as is usual where the browser was made.
 */
export function DayField(props: DayFieldProps) {
  const { value, min: _min, max: _max, clearable: _clearable, onChange: _onChange, ...field } = props;
  return (
    <Suspense fallback={<TextInput {...field} value={value} readOnly disabled />}>
      <DayInput {...props} />
    </Suspense>
  );
}

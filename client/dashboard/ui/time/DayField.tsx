import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DayFieldProps } from './DayInput.tsx';

const DayInput = lazy(() => import('./DayInput.tsx'));

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

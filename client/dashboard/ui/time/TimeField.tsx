import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { dateLocale } from '../../words/formatters.ts';
import { useLanguage } from '../../words/language.ts';
import { formatTimeOfDay, parseTimeOfDay } from './time-of-day.ts';

interface TimeFieldProps {
  label?: ReactNode;
  'aria-label'?: string;
  description?: ReactNode;
  /** `HH:MM`; empty: none. */
  value: string;
  error?: ReactNode;
  disabled?: boolean;
  /** @param time `HH:MM`; empty: none */
  onChange: (time: string) => void;
}

/** What is a time without anything to come: `9` may become `9:30`. */
const completeTime = /^\d{2}:\d{2}$/;

/**
 * Field for a time of day, by the clock of the profile's language, like all other times on the screen. The
 * browser's own field follows the browser instead. Text that is no time is dropped when the field is left.
 */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const locale = dateLocale(useLanguage());
  const [typed, setTyped] = useState<string | null>(null);
  const accept = (text: string): void => {
    const time = text.trim() === '' ? '' : parseTimeOfDay(text);
    if (time !== null && time !== value) onChange(time);
  };
  const leave = (): void => {
    if (typed !== null) accept(typed);
    setTyped(null);
  };
  return (
    <TextInput
      {...field}
      autoComplete="off"
      placeholder={formatTimeOfDay('18:30', locale)}
      value={typed ?? (value && formatTimeOfDay(value, locale))}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setTyped(text);
        if (text === '' || completeTime.test(text)) accept(text);
      }}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  );
}

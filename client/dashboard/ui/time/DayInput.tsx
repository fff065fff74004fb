import '@mantine/dates/styles.layer.css';
import type { MantineSize } from '@mantine/core';
import { DateInput, DatesProvider } from '@mantine/dates';
import dayjs from 'dayjs';
import 'dayjs/locale/de.js';
import 'dayjs/locale/fr.js';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import type { KeyboardEvent, ReactNode } from 'react';
import { uiWords } from '../../generated/words/ui.ts';
import { useLanguage } from '../../words/language.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { firstWeekday } from './time-of-day.ts';

dayjs.extend(customParseFormat);

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

/** How days are written where a language is read; what is typed may also be YYYY-MM-DD. */
const dayFormats: Record<string, string> = { de: 'DD.MM.YYYY', fr: 'DD/MM/YYYY' };
const iso = 'YYYY-MM-DD';

/** Field for a day, typed or chosen from a calendar. Loaded on demand because the calendar is large. */
export default function DayInput({ value, min, max, clearable = true, onChange, ...field }: DayFieldProps) {
  const language = useLanguage();
  const w = useWords(uiWords);
  const name = field['aria-label'] ?? field.label;
  const format = dayFormats[language] ?? 'D MMM YYYY';
  const parse = (typed: string) => {
    // 3/4/2026 is another day here and there: English readers write out the month.
    const slashed = language === 'en' ? [] : ['D/M/YYYY'];
    const day = dayjs(typed.trim(), [iso, format, 'D.M.YYYY', ...slashed], true);
    return day.isValid() ? day.format(iso) : null;
  };
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: firstWeekday(), weekendDays: [] }}>
      <DateInput
        {...field}
        valueFormat={format}
        dateParser={parse}
        clearable={clearable}
        clearButtonProps={{
          'aria-label': typeof name === 'string' ? w.clearDateOf({ field: name }) : w.clearDate,
          // Room for a finger: WCAG 2.5.8.
          style: { minWidth: 24, minHeight: 24 },
        }}
        // The day that is chosen may be chosen again; the cross alone takes it away.
        allowDeselect={false}
        // Inside the dialog, which would cover a popover elsewhere.
        popoverProps={{ withinPortal: false }}
        value={value || null}
        minDate={min || undefined}
        maxDate={max || undefined}
        onChange={(day) => (day !== null || clearable) && onChange(day ?? '')}
      />
    </DatesProvider>
  );
}

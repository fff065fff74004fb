import { z } from 'zod';
import { readingClasses, type ReadingClass } from '../../../../text/normalise/readings.ts';
import { action } from './action.ts';

const titles = {
  phoneNumbers: 'Phone numbers',
  years: 'Years',
  dates: 'Dates',
  units: 'Units',
  handles: 'Handles and hashtags',
} as const satisfies Record<ReadingClass, string>;

export const leaveAsWritten = action({
  action: 'leave_as_written',
  title: 'Leave as written',
  description: 'Does not spell out these numbers and signs: the voice decides how to read them.',
  valueKind: 'options',
  options: Object.entries(titles).map(([value, title]) => ({ value, title })),
  multiple: true,
  defaultValues: ['dates'],
  afterVoicing: false,
  effect: { leftAsWritten: z.array(z.enum(readingClasses)).default([]) },
  apply(decided, classes) {
    decided.leftAsWritten = [...new Set([...decided.leftAsWritten, ...(classes as ReadingClass[])])];
  },
});

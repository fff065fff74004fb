import { expect, test } from 'vitest';
import { daysBefore, isPeriod, periods } from './named-periods.ts';

test.each([
  ['TODAY', '2026-03-01', '2026-03-01'],
  ['YESTERDAY', '2026-02-28', '2026-02-28'],
  ['LAST_7_DAYS', '2026-02-23', '2026-03-01'],
  // The first of March 2026 is a Sunday: its week is not over.
  ['LAST_WEEK', '2026-02-16', '2026-02-22'],
  ['THIS_MONTH', '2026-03-01', '2026-03-01'],
  ['LAST_MONTH', '2026-02-01', '2026-02-28'],
  ['THIS_YEAR', '2026-01-01', '2026-03-01'],
  ['LAST_365_DAYS', '2025-03-02', '2026-03-01'],
] as const)('%s', (name, from, to) => expect(periods[name]('2026-03-01')).toEqual({ from, to }));

test.each([
  ['the same number of days', '2026-03-02', '2026-03-08', '2026-02-23', '2026-03-01'],
  ['one day', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['for a month the previous month', '2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'],
  ['also for February', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
])('%s', (_, from, to, before, until) =>
  expect(daysBefore({ from, to })).toEqual({ from: before, to: until }),
);

test('names of inherited object properties are not periods', () => {
  expect(isPeriod('constructor')).toBe(false);
  expect(isPeriod(null)).toBe(false);
});

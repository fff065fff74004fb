import { expect, test } from 'vitest';
import { dateObject } from './rest-dates.ts';

test('a timestamp has microseconds, and its first 19 characters are date and time', () => {
  const added = dateObject('2026-11-20T12:45:07.089Z');
  expect(added).toEqual({ date: '2026-11-20 12:45:07.089000', timezone_type: 3, timezone: 'UTC' });
  expect(added!.date.slice(0, 19)).toBe('2026-11-20 12:45:07');
});

test('a day is formatted as its midnight', () => {
  expect(dateObject('2026-11-20')?.date).toBe('2026-11-20 00:00:00.000000');
});

test.each([null, undefined, ''])('%s is refused as a date', (value) => {
  expect(dateObject(value)).toBeNull();
});

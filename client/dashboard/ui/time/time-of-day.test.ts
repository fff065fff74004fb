import { expect, test } from 'vitest';
import { firstWeekday, formatTimeOfDay, parseTimeOfDay } from './time-of-day.ts';

test.each([
  ['18:30', '18:30'],
  [' 9:05 ', '09:05'],
  ['9.30', '09:30'],
  ['21 h 30', '21:30'],
  ['0930', '09:30'],
  ['7', '07:00'],
  ['6:30 PM', '18:30'],
  ['12 a.m.', '00:00'],
  ['12:15pm', '12:15'],
  ['24:00', null],
  ['9:60', null],
  ['13 pm', null],
  ['0:30 am', null],
  ['half past nine', null],
  ['', null],
])('“%s” is %s', (typed, time) => expect(parseTimeOfDay(typed)).toBe(time));

test.each([
  ['en-GB', '18:30', '18:30'],
  ['de-DE', '06:05', '06:05'],
  ['fr', '00:00', '00:00'],
  ['en-US', '18:30', '6:30 PM'],
  ['en-US', '00:05', '12:05 AM'],
])('%s writes %s as %s, which it reads again', (locale, time, written) => {
  expect(formatTimeOfDay(time, locale)).toBe(written);
  expect(parseTimeOfDay(written)).toBe(time);
});

test('weeks begin on Monday where British English is written', () => expect(firstWeekday()).toBe(1));

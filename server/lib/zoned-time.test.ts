import { expect, test } from 'vitest';
import { instantOf, isTimeZone, localTime } from './zoned-time.ts';

test.each([
  ['2026-11-21T09:30', 'Europe/Berlin', '2026-11-21T08:30:00.000Z'],
  ['2026-07-01T09:30', 'Europe/Berlin', '2026-07-01T07:30:00.000Z'],
  ['2026-07-01T09:30', 'UTC', '2026-07-01T09:30:00.000Z'],
  // The clocks go from 02:00 to 03:00: half past two is half past three.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  // From 03:00 back to 02:00: the first half past two.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-21T00:00', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(instantOf(local, zone).toISOString()).toBe(instant);
});

test.each(['2026-02-30T10:00', '2026-01-01T25:00', 'tomorrow'])('%s is no time', (local) => {
  expect(() => instantOf(local, 'UTC')).toThrow(RangeError);
});

test('what clocks show', () => {
  expect(localTime(new Date('2026-11-20T23:30:59Z'), 'Europe/Berlin')).toEqual({
    day: '2026-11-21',
    time: '00:30',
  });
});

test.each<[string, boolean]>([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Asia/Kolkata', true],
  ['America/Argentina/Buenos_Aires', true],
  ['America/Port-au-Prince', true],
  // PostgreSQL reads what has a sign as POSIX does, where west is positive; abbreviations are ambiguous.
  ...['+05:30', '-03', '+0530', 'UTC+2', 'GMT+5', 'Etc/GMT+5', 'EST5EDT', 'EST', 'CET'].map(
    (name): [string, boolean] => [name, false],
  ),
  ['Mars/Olympus', false],
  ['', false],
])('%s: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});

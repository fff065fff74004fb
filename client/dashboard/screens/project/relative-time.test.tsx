import { expect, it } from 'vitest';
import { clockTime, relativeTime } from './relative-time.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

it.each([
  ['2026-03-10T11:59:40Z', 'this minute'],
  ['2026-03-10T11:55:00Z', '5 minutes ago'],
  ['2026-03-10T11:00:00Z', '1 hour ago'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-03-10T12:10:00Z', 'in 10 minutes'],
  ['2026-03-03T12:00:01Z', '6 days ago'],
  ['2026-03-03T12:00:00Z', null],
  ['no date', null],
])('says how long ago %s was: %s', (iso, words) => {
  expect(relativeTime(iso, now)).toBe(words);
});

it.each([
  [0, '0:00'],
  [7_400, '0:07'],
  [247_000, '4:07'],
  [3_750_000, '1:02:30'],
])('writes %d ms as %s', (ms, clock) => {
  expect(clockTime(ms)).toBe(clock);
});

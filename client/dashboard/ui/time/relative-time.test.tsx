import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

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
])('formats how long ago %s was: %s', (iso, words) => {
  expect(relativeTime(iso, now)).toBe(words);
});

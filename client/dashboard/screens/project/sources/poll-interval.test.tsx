import { expect, it } from 'vitest';
import { nextPollDelay } from './poll-interval.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const source = (given: object) => ({ type: 'RSS', polledAt: null, nextPollAt: null, error: null, ...given });

it('is short for a source that was never polled, then grows', () => {
  expect([0, 1, 2, 20].map((looks) => nextPollDelay([source({})], looks, now))).toEqual([
    1_500, 3_000, 6_000, 60_000,
  ]);
});

it('is shortly after the next poll of the source', () => {
  expect(
    nextPollDelay([source({ polledAt: '2026-03-01T11:58:00Z', nextPollAt: '2026-03-01T12:03:00Z' })], 0, now),
  ).toBe(181_500);
  expect(nextPollDelay([source({ error: 'Gone.', nextPollAt: '2026-03-01T11:59:00Z' })], 0, now)).toBe(1_500);
});

it('is infinite if nothing is polled', () => {
  expect(nextPollDelay([], 0, now)).toBeNull();
  expect(
    nextPollDelay([source({ type: 'MANUAL' }), source({ type: 'API', polledAt: null })], 0, now),
  ).toBeNull();
});

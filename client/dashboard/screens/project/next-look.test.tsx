import { expect, it } from 'vitest';
import { nextLook } from './next-look.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const source = (given: object) => ({ type: 'RSS', polledAt: null, nextPollAt: null, error: null, ...given });

it('is soon for a source that was never read, then later and later', () => {
  expect([0, 1, 2, 20].map((looks) => nextLook([source({})], looks, now))).toEqual([
    1_500, 3_000, 6_000, 60_000,
  ]);
});

it('is a moment after the next reading', () => {
  expect(
    nextLook([source({ polledAt: '2026-03-01T11:58:00Z', nextPollAt: '2026-03-01T12:03:00Z' })], 0, now),
  ).toBe(181_500);
  expect(nextLook([source({ error: 'Gone.', nextPollAt: '2026-03-01T11:59:00Z' })], 0, now)).toBe(1_500);
});

it('is never where nothing is read', () => {
  expect(nextLook([], 0, now)).toBeNull();
  expect(nextLook([source({ type: 'MANUAL' }), source({ type: 'API', polledAt: null })], 0, now)).toBeNull();
});

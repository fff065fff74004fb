import { expect, test } from 'vitest';
import { randomFrom } from '../../../../scripts/seeded-random.ts';
import { seed } from '../../../../tests/support/run-seed.ts';
import { addStretch, partsOfArticle } from './article-retention.ts';

const heard = (durationMs: number, ...stretches: [number, number][]): number[] => {
  const parts = Array<number>(partsOfArticle).fill(0);
  for (const [from, to] of stretches) addStretch(parts, from, to, durationMs);
  return parts;
};
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

test('playback time is assigned to the right hundredth of the article', () => {
  const parts = heard(100_000, [1_500, 3_000], [99_000, 102_000]);
  expect([parts[0], parts[1], parts[2], parts[3], parts[99]]).toEqual([0, 500, 1_000, 0, 3_000]);
  expect(heard(100_000, [0, 100_000])).toEqual(Array(partsOfArticle).fill(1_000));
});

test('no millisecond is lost or counted twice for any length', () => {
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  for (let round = 0; round < 2_000; round++) {
    const duration = 1 + Math.floor(random() * random() * 1_000_000);
    const from = Math.floor(random() * (duration + 5_000));
    const to = from + Math.floor(random() * (duration + 5_000 - from));
    const parts = heard(duration, [from, to]);
    expect(sum(parts)).toBe(to - from);
    const [first, last] = [parts.findIndex((ms) => ms > 0), parts.findLastIndex((ms) => ms > 0)];
    if (to > from && to <= duration) {
      expect(Math.round((first * duration) / partsOfArticle)).toBeLessThanOrEqual(from);
      expect(Math.round(((last + 1) * duration) / partsOfArticle)).toBeGreaterThanOrEqual(to);
    }
  }
});

import { expect, it } from 'vitest';
import { leftBy, reachedAt } from './listeners-left.ts';

const curve = [100, 90, 80, 70, 60, 50, 50, 50, 40, 40, 30];

it('is between what is known', () => {
  expect(reachedAt(curve, 0)).toBe(100);
  expect(reachedAt(curve, 0.05)).toBe(95);
  expect(reachedAt(curve, 1)).toBe(30);
  expect(reachedAt(curve, 7)).toBe(30);
});

it('counts each who stopped in one paragraph', () => {
  const paragraphs = [
    [0, 20_000],
    [20_000, 50_000],
    [50_000, 100_000],
  ].map(([startMs, endMs], place) => ({ start: place, length: 1, startMs: startMs!, endMs: endMs! }));
  const left = leftBy(paragraphs, curve);
  expect(left.map(({ still, lost }) => [still, lost])).toEqual([
    [80, 20],
    [50, 30],
    [30, 20],
  ]);
  expect(left.reduce((sum, { lost }) => sum + lost, 0) + left.at(-1)!.still).toBe(100);
  expect(leftBy([], curve)).toEqual([]);
});

import { expect, it } from 'vitest';
import { retentionByParagraph, retentionOf } from './listener-retention.ts';

it('counts listeners of a later part for earlier parts too, each once', () => {
  expect(retentionOf([90, 120, 40, 60, 60, 10])).toEqual([100, 100, 60, 60, 60, 10]);
  expect(retentionOf([0, 0])).toEqual([0, 0]);
  expect(retentionOf([])).toEqual([]);
});

it('counts listeners who stopped in one paragraph', () => {
  const paragraphs = [
    [0, 20_000],
    [20_000, 50_000],
    [50_000, 100_000],
  ].map(([startMs, endMs], place) => ({ start: place, length: 1, startMs: startMs!, endMs: endMs! }));
  const left = retentionByParagraph(paragraphs, [95, 80, 70, 60, 50, 50, 50, 40, 40, 30]);
  expect(left.map(({ still, lost }) => [still, lost])).toEqual([
    [80, 20],
    [50, 30],
    [30, 20],
  ]);
  expect(left.reduce((sum, { lost }) => sum + lost, 0) + left.at(-1)!.still).toBe(100);
  expect(retentionByParagraph([], [100])).toEqual([]);
  expect(retentionByParagraph(paragraphs, [])).toEqual([]);
});

import { expect, it } from 'vitest';
import { usageMinutes, usagePercent } from './usage-minutes.ts';

it.each([
  [0, '0'],
  [3_000, '0.1'],
  [30_000, '0.5'],
  [57_000, '1.0'],
  [60_000, '1'],
  [89_000, '1'],
  [90_000, '2'],
  [3_600_000, '60'],
  [90_000_000, '1,500'],
  [-5_000, '0'],
])('shows %d ms as %s minutes', (milliseconds, shown) => expect(usageMinutes(milliseconds)).toBe(shown));

it('fills the bar by usage, and completely without an allowance', () => {
  expect(usagePercent(30_000, 60_000)).toBe(50);
  expect(usagePercent(90_000, 60_000)).toBe(100);
  expect(usagePercent(0, 0)).toBe(100);
});

import { expect, it } from 'vitest';
import { estimateMinutes } from './reading-time.ts';

it('estimates the duration of a text', () => {
  expect(estimateMinutes('Short.')).toBe(0);
  expect(estimateMinutes('a'.repeat(9_000))).toBe(10);
});

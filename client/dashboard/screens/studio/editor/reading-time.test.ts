import { expect, it } from 'vitest';
import { estimateMinutes } from './reading-time.ts';

it('guesses how long a text lasts', () => {
  expect(estimateMinutes('Short.')).toBe(0);
  expect(estimateMinutes('a'.repeat(9_000))).toBe(10);
});

import { expect, it } from 'vitest';
import { aboutMinutes } from './reading-time.ts';

it('guesses how long a text lasts', () => {
  expect(aboutMinutes('Short.')).toBe(0);
  expect(aboutMinutes('a'.repeat(9_000))).toBe(10);
});

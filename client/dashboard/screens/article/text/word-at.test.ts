import { describe, expect, it } from 'vitest';
import { wordAt } from './word-at.ts';

const words = [100, 400, 400, 900].map((startMs) => ({ startMs }));

describe('wordAt', () => {
  it.each([
    [0, -1],
    [99, -1],
    [100, 0],
    [399, 0],
    [400, 2],
    [899, 2],
    [900, 3],
    [99999, 3],
  ])('at %i ms', (time, index) => {
    expect(wordAt(words, time)).toBe(index);
  });

  it('finds no word in an empty list', () => expect(wordAt([], 10)).toBe(-1));
});

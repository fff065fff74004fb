import { expect, test } from 'vitest';
import { numberSignsOf } from './number-signs.ts';

test.each([
  ['en-GB', ',', '.'],
  ['de', '.', ','],
  ['fr', '\u202f', ','],
])('numbers in %s have their own separators', (locale, thousandSeparator, decimalSeparator) =>
  expect(numberSignsOf(locale)).toEqual({ thousandSeparator, decimalSeparator }),
);

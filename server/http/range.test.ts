import { expect, test } from 'vitest';
import { parseRange } from './range.ts';

test.each<[header: string | undefined, size: number, expected: ReturnType<typeof parseRange>]>([
  ['bytes=0-499', 1000, { start: 0, end: 499 }],
  ['bytes=500-', 1000, { start: 500, end: 999 }],
  ['bytes=-200', 1000, { start: 800, end: 999 }],
  ['bytes=-5000', 1000, { start: 0, end: 999 }],
  ['bytes=0-99999', 1000, { start: 0, end: 999 }],
  ['Bytes=0-0', 1000, { start: 0, end: 0 }],
  ['bytes=1000-', 1000, 'unsatisfiable'],
  ['bytes=-0', 1000, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=5-2', 1000, null],
  ['bytes=0-1,5-6', 1000, null],
  ['bytes=-', 1000, null],
  ['items=0-5', 1000, null],
  ['bytes=a-b', 1000, null],
  [undefined, 1000, null],
])('%s of %i bytes', (header, size, expected) => {
  expect(parseRange(header, size)).toEqual(expected);
});

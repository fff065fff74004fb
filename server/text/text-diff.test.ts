import { expect, test } from 'vitest';
import { expectLinear } from '../../tests/support/growth.ts';
import { chunkDiffs } from '../pipeline/steps/chunk.ts';
import { readTextDiff, textDiff, type DiffPart } from './text-diff.ts';

const parts = (before: string, after: string): DiffPart[] =>
  JSON.parse(textDiff(before, after)!) as DiffPart[];

test('separates changed and unchanged words, from which both texts can be rebuilt', () => {
  const [before, after] = [
    'The ship left at dawn.\nNobody saw it.',
    'The old ship left at noon.\nNobody saw it.',
  ];
  const found = parts(before, after);
  expect(
    found
      .filter(({ added }) => !added)
      .map(({ value }) => value)
      .join(''),
  ).toBe(before);
  expect(
    found
      .filter(({ removed }) => !removed)
      .map(({ value }) => value)
      .join(''),
  ).toBe(after);
  expect(found.filter(({ removed }) => removed)).toEqual([{ value: 'dawn', removed: true }]);
});

test('is null for equal texts', () => {
  expect(textDiff('a', 'a')).toBeNull();
});

test('compares by lines if hundreds of words differ', () => {
  const words = (letter: string) => Array.from({ length: 600 }, (_, index) => `${letter}${index}`).join(' ');
  expect(parts(`First line.\n${words('a')}\nLast line.`, `First line.\n${words('b')}\nLast line.`)).toEqual([
    { value: 'First line.\n' },
    { value: `${words('a')}\n`, removed: true },
    { value: `${words('b')}\n`, added: true },
    { value: 'Last line.' },
  ]);
});

test('stops in bounded time for large texts without common words', async () => {
  const words = (seed: number, length = 40_000) =>
    Array.from({ length }, (_, index) => `w${(index * seed) % 7919}`).join(' ');
  await expectLinear((length) => parts(words(31, length), words(37, length)), { most: 40_000 });
  const found = parts(words(31), words(37));
  expect(
    found
      .filter(({ added }) => !added)
      .map(({ value }) => value)
      .join(''),
  ).toBe(words(31));
});

test.each([
  ['one changed', ['a', 'b', 'c'], ['a', 'x', 'c'], [null, 'b→x', null]],
  ['one inserted', ['a', 'b'], ['a', 'x', 'b'], [null, '→x', null]],
  ['one removed', ['a', 'b', 'c'], ['a', 'c'], [null, null]],
  ['a repeated one', ['a', 'a', 'a'], ['a', 'a'], [null, null]],
  ['all new', [], ['a', 'b'], ['→a', '→b']],
  ['nothing left', ['a'], [], []],
])('chunks are compared with those at the same position: %s', (_, before, after, expected) => {
  const shown = chunkDiffs(before, after).map((diff) => {
    if (diff === null) return null;
    const found = JSON.parse(diff) as DiffPart[];
    return `${found
      .filter(({ removed }) => removed)
      .map(({ value }) => value)
      .join('')}→${found
      .filter(({ added }) => added)
      .map(({ value }) => value)
      .join('')}`;
  });
  expect(shown).toEqual(expected);
});

test('is parsed from its stored form', () => {
  expect(readTextDiff(textDiff('the old lamp', 'the lamp')!)).toEqual([
    { value: 'the ' },
    { value: 'old ', removed: true },
    { value: 'lamp' },
  ]);
  expect(readTextDiff('[]')).toEqual([]);
});

test.each(['', '{', '"a"', '{}', '[null]', '[{"added":true}]'])('%j is not a valid difference', (diff) => {
  expect(() => readTextDiff(diff)).toThrow(SyntaxError);
});

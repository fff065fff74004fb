import { expect, test } from 'vitest';
import { lintedWith } from './lint-in-folder.ts';

test('titles of tests with words of the old dialect are refused', () => {
  const refused = {
    test: "test('nobody reads it', () => {});",
    describe: "describe('what has become of a mail', () => {});",
    each: "test.each([1])('%s goes on by itself', () => {});",
    tagged: "it.each`a`('is voiced anew', () => {});",
    template: 'test(`${1} is brought back`, () => {});',
  };
  const allowed = {
    plain: "test('no one reads it', () => {});",
    quoted: "test('the label “nobody” is kept', () => {});",
    call: "expect('nobody').toBe('nobody');",
    named: 'test(title, () => {});',
  };
  const found = lintedWith('house/plain-titles', { ...refused, ...allowed });
  expect(found).toEqual(Object.keys(refused).toSorted());
});

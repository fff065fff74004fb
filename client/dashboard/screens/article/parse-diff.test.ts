import { expect, it } from 'vitest';
import { parseDiff } from './parse-diff.ts';

it('reads parts', () => {
  expect(parseDiff('[{"value":"a"},{"value":"b","added":true}]')).toEqual([{ value: 'a' }, { value: 'b', added: true }]);
  expect(parseDiff('[]')).toEqual([]);
});

it.each(['', '{', '"a"', '{}', '[null]', '[{"added":true}]'])('refuses %j', (diff) => {
  expect(parseDiff(diff)).toBeNull();
});

import { expect, test } from 'vitest';
import { lintedWith } from './lint-in-folder.ts';
import { isRiddle } from './lint-plain-names.ts';

test.each(['told', 'until', 'nothing', 'Found', 'following', 'whyNoDownload', 'ofAnotherPath', 'heardAt'])(
  '%s is refused',
  (name) => expect(isRiddle(name)).toBe(true),
);

test.each(['voicing', 'feed', 'now', 'readOnlyReason', 'movedItems', 'offsetOf', 'MAX_ITEMS', 'heading'])(
  '%s is allowed',
  (name) => expect(isRiddle(name)).toBe(false),
);

test('exported functions, constants and types are checked, and nothing else', () => {
  const refused = {
    constant: 'export const hidden = 1;',
    callable: 'export function beyond() {}',
    type: 'export interface Taken { a: number }',
  };
  const allowed = {
    local: 'const hidden = 1; export const visible = hidden;',
    noun: 'export const settings = 1;',
  };
  expect(lintedWith('house/plain-names', { ...refused, ...allowed })).toEqual(
    Object.keys(refused).toSorted(),
  );
});

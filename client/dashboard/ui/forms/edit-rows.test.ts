import { expect, test } from 'vitest';
import { editRows } from './edit-rows.ts';

test('changes one row without modifying the table', () => {
  const rows = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  let changed: { name: string }[] = [];
  const edit = editRows(rows, (now) => (changed = now));
  const names = () => changed.map(({ name }) => name).join('');
  edit.set(1, { name: 'x' });
  expect(names()).toBe('axc');
  edit.add({ name: 'd' });
  expect(names()).toBe('abcd');
  edit.remove(0);
  expect(names()).toBe('bc');
  edit.moveUp(2);
  expect(names()).toBe('acb');
  expect(rows.map(({ name }) => name).join('')).toBe('abc');
});

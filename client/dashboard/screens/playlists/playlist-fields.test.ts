import { expect, it } from 'vitest';
import {
  blankPlaylist,
  cutTitle,
  daysOf,
  inputOf,
  moveItem,
  titleOf,
  type ItemFields,
} from './playlist-fields.ts';

const item = (given: Partial<ItemFields> = {}): ItemFields => ({
  key: 'a',
  article: '7',
  title: 'Rain',
  status: 'READY',
  file: null,
  durationMs: null,
  customTitle: '',
  customText: '',
  customFile: null,
  ...given,
});

it('cuts titles after 66 characters', () => {
  expect(cutTitle('x'.repeat(66))).toBe('x'.repeat(66));
  expect(cutTitle('x'.repeat(67))).toBe(`${'x'.repeat(66)}…`);
});

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [0, 9, ['b', 'c', 'a']],
  [2, -1, ['c', 'a', 'b']],
])('moves an item from %i to %i', (from, to, expected) => {
  expect(moveItem(['a', 'b', 'c'], from, to)).toEqual(expected);
});

it('sends only changes, an empty count as the default, and items in their order', () => {
  expect(inputOf({ name: 'Morning' })).toEqual({ name: 'Morning' });
  expect(inputOf({ limitCount: '' })).toEqual({ limitCount: 0 });
  expect(
    inputOf({ items: [item({ customTitle: ' Own ' }), item({ article: null, customFile: 'playlist-1' })] }),
  ).toEqual({
    items: [
      { article: '7', customTitle: 'Own', customText: null, customFile: null },
      { article: null, customTitle: null, customText: null, customFile: 'playlist-1' },
    ],
  });
  expect(inputOf(blankPlaylist)).toMatchObject({
    type: 'MANUAL',
    limitInterval: 'WEEKLY',
    limitSortBy: 'VIEWS',
    limitCount: 10,
  });
});

it('shows the custom title, or that of the article', () => {
  expect([titleOf(item()), titleOf(item({ customTitle: 'Mine' }))]).toEqual(['Rain', 'Mine']);
  expect(daysOf('2026-01-01..')).toEqual({ from: '2026-01-01', to: '' });
});

// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { changesSince, forgetBase, keepBase, readBase } from './draft-base.ts';

const base = { revision: 3, values: { title: 'News', explicit: false, playlists: [{ id: 1 }] } };
beforeEach(() => sessionStorage.clear());

it('is the state the draft started from, even after later saves', () => {
  keepBase('a', base);
  keepBase('a', { revision: 4, values: {} });
  expect(readBase('a')).toEqual(base);
  forgetBase('a');
  expect(readBase('a')).toBeNull();
});

it.each(['{', '[]', '3', 'null', '{"revision":"x"}'])('is null if %s is stored', (kept) => {
  sessionStorage.setItem('draft-base:a', kept);
  expect(readBase('a')).toBeNull();
});

it('lists changes by others, and where they conflict with the draft', () => {
  const now = { title: 'Evening news', explicit: false, playlists: [{ id: 2 }] };
  expect(changesSince(base, now, { title: 'Night news' })).toEqual([
    { name: 'title', before: 'News', theirs: 'Evening news', mine: 'Night news' },
    { name: 'playlists', before: [{ id: 1 }], theirs: [{ id: 2 }] },
  ]);
  expect(changesSince(base, base.values, { title: 'Night news' })).toEqual([]);
  expect(changesSince(base, { ...base.values, title: 'Night news' }, { title: 'Night news' })).toEqual([]);
});

it('ignores fields that the form did not have when the draft began', () => {
  const now = { ...base.values, author: 'Ada' };
  expect(changesSince<Record<string, unknown>>(base, now, { title: 'Night news' })).toEqual([]);
});

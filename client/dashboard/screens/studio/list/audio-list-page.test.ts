import { expect, it } from 'vitest';
import { listVariables, pageIn } from './audio-list-page.ts';

it.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=many', 1],
  ['page=99999999999', 1],
])('%j is page %d', (search, page) => expect(pageIn(new URLSearchParams(search))).toBe(page));

it('requests the twenty audios of its page', () =>
  expect(listVariables(new URLSearchParams('page=3'))).toEqual({ first: 20, offset: 40 }));

import { expect, it } from 'vitest';
import { linkText, listOf, listVariables } from './review-list.ts';
import { sentenceAtMs } from './sentence-at.ts';

it('finds the sentence that is playing', () => {
  const sentences = [{ startMs: 0 }, { startMs: 900 }, { startMs: 2_000 }];
  expect([0, 899, 900, 1_999, 2_000].map((ms) => sentenceAtMs(sentences, ms))).toEqual([0, 0, 1, 1, 2]);
});

it('reads tab and page from the URL, and cuts links to 37 characters', () => {
  expect(listOf(new URLSearchParams('tab=reviewed&page=3'))).toEqual({ tab: 'reviewed', page: 3 });
  expect(listOf(new URLSearchParams('tab=odd&page=-1'))).toEqual({ tab: 'new', page: 1 });
  expect(listVariables('7', new URLSearchParams('page=2'))).toEqual({ id: '7', offset: 20, isNew: true });
  expect(linkText('x'.repeat(50))).toBe('x'.repeat(37));
});

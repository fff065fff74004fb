import { expect, it } from 'vitest';
import { timedSentences, sentenceAtMs } from './timed-sentences.ts';
import { linkText, listOf, listVariables } from './review-list.ts';

it('finds when each sentence sounds', () => {
  const text = 'Title\n\nOne two. Three four.\n\n…';
  const words = [
    [0, 0],
    [7, 900],
    [11, 1_200],
    [16, 2_000],
    [22, 2_300],
  ].map(([start, startMs]) => ({ start: start!, startMs: startMs! }));
  const sentences = timedSentences(text, words);
  expect(sentences.map(({ text: said, startMs, begins }) => [said.trim(), startMs, begins])).toEqual([
    ['Title', 0, true],
    ['One two.', 900, true],
    ['Three four.', 2_000, false],
    ['…', 2_000, true],
  ]);
  expect([0, 899, 900, 1_999, 2_000].map((ms) => sentenceAtMs(sentences.slice(0, 3), ms))).toEqual([
    0, 0, 1, 1, 2,
  ]);
});

it('reads tab and page from the address, and cuts links to 37 characters', () => {
  expect(listOf(new URLSearchParams('tab=reviewed&page=3'))).toEqual({ tab: 'reviewed', page: 3 });
  expect(listOf(new URLSearchParams('tab=odd&page=-1'))).toEqual({ tab: 'new', page: 1 });
  expect(listVariables('7', new URLSearchParams('page=2'))).toEqual({ id: '7', offset: 20, isNew: true });
  expect(linkText('x'.repeat(50))).toBe('x'.repeat(37));
});

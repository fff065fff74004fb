import { expect, it } from 'vitest';
import { changed, newHistory, redone, undone } from './edit-history.ts';

it('takes back what was typed at a stretch in one step, and gives it again', () => {
  let history = newHistory('');
  for (const [text, at] of [
    ['H', 1000],
    ['He', 1200],
    ['Hey', 1300],
    ['Hey!', 9000],
  ] as const)
    history = changed(history, text, at);
  expect(undone(history).present).toBe('Hey');
  expect(undone(undone(history)).present).toBe('');
  expect(undone(undone(undone(history))).present).toBe('');
  expect(redone(redone(undone(undone(history)))).present).toBe('Hey!');
});

it('keeps a replacement apart from what is typed before and after it', () => {
  let history = changed(newHistory(''), 'typed', 1000);
  history = changed(history, 'a whole page', null);
  history = changed(history, 'a whole page.', 1100);
  expect(undone(history).present).toBe('a whole page');
  expect(undone(undone(history)).present).toBe('typed');
});

it('forgets what was taken back once something else is done', () => {
  const history = changed(undone(changed(newHistory('a'), 'b', null)), 'c', null);
  expect(redone(history).present).toBe('c');
});

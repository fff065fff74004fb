import { expect, it } from 'vitest';
import { recordEdit, newHistory, redoEdit, undoEdit } from './edit-history.ts';

it('undoes continuous typing in one step, and redoes it', () => {
  let history = newHistory('');
  for (const [text, at] of [
    ['H', 1000],
    ['He', 1200],
    ['Hey', 1300],
    ['Hey!', 9000],
  ] as const)
    history = recordEdit(history, text, at);
  expect(undoEdit(history).present).toBe('Hey');
  expect(undoEdit(undoEdit(history)).present).toBe('');
  expect(undoEdit(undoEdit(undoEdit(history))).present).toBe('');
  expect(redoEdit(redoEdit(undoEdit(undoEdit(history)))).present).toBe('Hey!');
});

it('keeps a replacement separate from typing before and after', () => {
  let history = recordEdit(newHistory(''), 'typed', 1000);
  history = recordEdit(history, 'a whole page', null);
  history = recordEdit(history, 'a whole page.', 1100);
  expect(undoEdit(history).present).toBe('a whole page');
  expect(undoEdit(undoEdit(history)).present).toBe('typed');
});

it('clears the redo history after a new change', () => {
  const history = recordEdit(undoEdit(recordEdit(newHistory('a'), 'b', null)), 'c', null);
  expect(redoEdit(history).present).toBe('c');
});

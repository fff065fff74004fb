import { expect, test } from 'vitest';
import { spokenParagraphs } from './spoken-text.ts';

const text = 'The title\n\n“What people did not do,” she said.\n– … –\nThe end.';
const words = [...text.matchAll(/\w+/g)].map(({ 0: word, index }) => ({ start: index, length: word.length }));

test('keeps every character of every paragraph, and marks every word', () => {
  const paragraphs = spokenParagraphs(text, words);
  expect(paragraphs.map((pieces) => pieces.map((piece) => piece.text).join(''))).toEqual(text.split(/\n+/));
  expect(
    paragraphs
      .flat()
      .filter(({ word }) => word !== undefined)
      .map((piece) => [piece.word, piece.text]),
  ).toEqual(words.map(({ start, length }, index) => [index, text.slice(start, start + length)]));
});

test('without timings the text is still there', () => {
  expect(spokenParagraphs('One.\nTwo.', [])).toEqual([[{ text: 'One.' }], [{ text: 'Two.' }]]);
  expect(spokenParagraphs('', [])).toEqual([]);
});

import { expect, test } from 'vitest';
import { clipPieces, spokenParagraphs } from './spoken-text.ts';

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

test('the text is shown without timings', () => {
  expect(spokenParagraphs('One.\nTwo.', [])).toEqual([
    [{ text: 'One.', start: 0 }],
    [{ text: 'Two.', start: 5 }],
  ]);
  expect(spokenParagraphs('', [])).toEqual([]);
});

test('the pieces between two positions are complete, and cut at the ends', () => {
  const [pieces] = spokenParagraphs('One. Two. Three.', [
    { start: 0, length: 3 },
    { start: 5, length: 3 },
    { start: 10, length: 5 },
  ]);
  expect(clipPieces(pieces!, 0, 4)).toEqual([
    { text: 'One', start: 0, word: 0 },
    { text: '.', start: 3 },
  ]);
  expect(clipPieces(pieces!, 9, 16)).toEqual([
    { text: ' ', start: 9 },
    { text: 'Three', start: 10, word: 2 },
    { text: '.', start: 15 },
  ]);
});

import { expect, test } from 'vitest';
import { paragraphPositions } from './paragraph-positions.ts';

/** Every word of a text, a second each. */
const timed = (text: string) =>
  [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index: start }, at) => ({
    start,
    length: word.length,
    startMs: at * 1000,
    endMs: at * 1000 + 900,
  }));
const positions = (text: string) =>
  paragraphPositions(text, timed(text)).map(({ start, length, startMs, endMs }) => [
    text.slice(start, start + length),
    startMs,
    endMs,
  ]);

test('title, headings, paragraphs and list items have times', () => {
  expect(positions('The title\n\n# A heading\n\nOne two three.\n- four\n  - five six  \n\nSeven.')).toEqual([
    ['The title', 0, 1900],
    ['# A heading', 2000, 3900],
    ['One two three.', 4000, 6900],
    ['- four', 7000, 7900],
    ['- five six', 8000, 9900],
    ['Seven.', 10_000, 10_900],
  ]);
});

test('unspoken text has no position', () => {
  expect(positions('One.\n\n* * *\n\n😀\n\nTwo.')).toEqual([
    ['One.', 0, 900],
    ['Two.', 1000, 1900],
  ]);
  expect(paragraphPositions('One.', [])).toEqual([]);
  expect(paragraphPositions('', [])).toEqual([]);
});

import { expect, test } from 'vitest';
import { syncedWords, sentenceAt } from './spoken-alignment.ts';

/** As an engine tells them: each word with its place and time, one every 100 ms. */
const spokenOf = (title: string, text: string) => {
  const spoken = title ? `${title}\n\n${text}` : text;
  const words = [...spoken.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }, place) => ({
    start: index,
    length: word.length,
    startMs: place * 100,
  }));
  return { text: spoken, words, title };
};
const followed = (written: string, title: string, text: string) =>
  syncedWords(written, spokenOf(title, text)).map(({ start, length, startMs }) => [
    written.slice(start, start + length),
    startMs,
  ]);

test('every written word gets the time of its spoken one, after the title', () => {
  expect(followed('The lamp\nburns.', 'The lamp', 'The lamp burns.')).toEqual([
    ['The', 200],
    ['lamp', 300],
    ['burns', 400],
  ]);
});

test('after an edit the unchanged parts are followed', () => {
  expect(followed('The new lamp burns until noon.', '', 'The lamp burns until dawn. It is old.')).toEqual([
    ['The', 0],
    ['lamp', 100],
    ['burns', 200],
    ['until', 300],
    ['noon', 400],
  ]);
});

test('a number that is spoken as words is followed', () => {
  expect(followed('It has 25 lamps.', '', 'It has twenty five lamps.')).toEqual([
    ['It', 0],
    ['has', 100],
    ['25', 200],
    ['lamps', 400],
  ]);
});

test('nothing is followed without audio, or for a different text', () => {
  expect(followed('One.', '', '')).toEqual([]);
  expect(followed('', '', 'One.')).toEqual([]);
  const many = (word: string) => Array.from({ length: 2_000 }, (_, index) => `${word}${index}`).join(' ');
  expect(followed(many('a'), '', many('b'))).toEqual([]);
});

test.each([
  ['One. Two here! Three.', 6, 'Two here!'],
  ['One. Two here! Three.', 0, 'One.'],
  ['A title\n\nOne.  Two.', 16, 'Two.'],
  ['A title\n\nOne.  Two.', 3, 'A title'],
  ['No end', 5, 'No end'],
])('in %j the sentence at %i is %j', (text, place, sentence) => {
  const { start, end } = sentenceAt(text, place);
  expect(text.slice(start, end)).toBe(sentence);
});

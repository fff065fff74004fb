import { expect, it } from 'vitest';
import { timedSentences } from './timed-sentences.ts';

it('finds when each sentence is spoken', () => {
  const text = 'Title\n\nOne two. Three four.\n\n…';
  const words = [
    [0, 0],
    [7, 900],
    [11, 1_200],
    [16, 2_000],
    [22, 2_300],
  ].map(([start, startMs]) => ({ start: start!, startMs: startMs! }));
  expect(
    timedSentences(text, words, 'en').map(({ start, length, startMs, beginsParagraph }) => [
      text.slice(start, start + length),
      startMs,
      beginsParagraph,
    ]),
  ).toEqual([
    ['Title', 0, true],
    ['One two.', 900, true],
    ['Three four.', 2_000, false],
    ['…', 2_000, true],
  ]);
});

it('splits sentences like speech generation does, by the language of the text', () => {
  const split = (text: string, language: string): string[] =>
    timedSentences(text, [], language).map(({ start, length }) => text.slice(start, start + length));
  expect(split('Dr. Ines Vogt kam. Der 3. Mai war quiet.', 'de')).toEqual([
    'Dr. Ines Vogt kam.',
    'Der 3. Mai war quiet.',
  ]);
  expect(split('It was quiet. A new day began.', 'en')).toEqual(['It was quiet.', 'A new day began.']);
  expect(split('Sans langue. Deux phrases.', '')).toEqual(['Sans langue.', 'Deux phrases.']);
});

import { expect, test } from 'vitest';
import { expectLinear } from '../../../tests/support/growth.ts';
import { WordTally } from './suggest-words.ts';

function suggestWords(texts: string[], language: string) {
  const tally = new WordTally(language);
  for (const [index, text] of texts.entries()) tally.add(text, index);
  return tally.suggested();
}

const wordsOf = (texts: string[], language: string) =>
  suggestWords(texts, language).map(({ word, reason, count }) => [word, reason, count]);

test('words that are always capitalized, also inside sentences, are suggested as names', () => {
  const text =
    'Today Macron met Scholz. The Rest of it is known: Macron smiled. They rest, and today was long. Nobody came.';
  expect(wordsOf([text], 'en-US')).toEqual([
    ['Macron', 'name', 2],
    ['Scholz', 'name', 1],
  ]);
});

test('German nouns in noun position are not suggested', () => {
  const text =
    'Gestern traf Merz die Kanzlerin. Das Haus ist alt, sagt Angela Merkel im Haus. Eine neue Regierung hat Merz nicht.';
  expect(wordsOf([text], 'de-DE').map(([word]) => word)).toEqual(['Merz', 'Angela', 'Merkel']);
});

test('abbreviations, foreign letters and other scripts are distinguished', () => {
  const text = 'Die NATO und der BVerfG-Bericht, dazu Dvořák, Łódź und Москва; z.B. die USA. Straße, Käse.';
  const found = Object.fromEntries(suggestWords([text], 'de').map(({ word, reason }) => [word, reason]));
  expect(found).toMatchObject({
    NATO: 'abbreviation',
    USA: 'abbreviation',
    Dvořák: 'foreign-letters',
    Łódź: 'foreign-letters',
    Москва: 'other-script',
  });
  expect(found['Straße']).toBeUndefined();
  const [nato] = suggestWords(['x', `Nun ${text}`], 'de').filter(({ word }) => word === 'NATO');
  expect(nato).toMatchObject({ text: 1, start: 8 });
});

test('a million characters take linear time', async () => {
  const suggest = (count: number): void =>
    expect(suggestWords(['Merz speaks of Paris, and the USA. '.repeat(count)], 'en')[0]).toMatchObject({
      count,
    });
  suggest(30_000);
  await expectLinear(suggest, { from: 500, most: 30_000 });
});

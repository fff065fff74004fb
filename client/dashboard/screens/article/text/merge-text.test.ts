import { expect, test } from 'vitest';
import { mergeText } from './merge-text.ts';

const before = 'One stands. Two stands. Three stands.\n\nFour stands. Five stands.';

test('merges changes that do not overlap', () => {
  expect(mergeText(before, before.replace('One', 'Uno'), before.replace('Five', 'Cinque'))).toBe(
    'Uno stands. Two stands. Three stands.\n\nFour stands. Cinque stands.',
  );
  expect(mergeText(before, `${before} Six came.`, before.replace('One stands. ', ''))).toBe(
    'Two stands. Three stands.\n\nFour stands. Five stands. Six came.',
  );
  expect(mergeText(before, before, 'Mine.')).toBe('Mine.');
});

test('returns null if both changed the same or adjacent sentences', () => {
  expect(mergeText(before, before.replace('Two', 'Due'), before.replace('Two', 'Deux'))).toBeNull();
  expect(mergeText(before, before.replace('Two', 'Due'), before.replace('Three', 'Trois'))).toBeNull();
  expect(mergeText(before, 'Theirs.', 'Mine.')).toBeNull();
  expect(mergeText('', 'Theirs.', 'Mine.')).toBeNull();
});

test('loses nothing of either version for any changes', () => {
  const sentences = Array.from({ length: 60 }, (_, index) => `Sentence ${index} stands here.`);
  const text = sentences.join(' ');
  const theirs = sentences
    .map((sentence, index) => (index % 20 === 3 ? sentence.replace('stands', 'stood') : sentence))
    .join(' ');
  const mine = sentences
    .map((sentence, index) => (index % 20 === 13 ? sentence.replace('here', 'there') : sentence))
    .join(' ');
  const merged = mergeText(text, theirs, mine)!;
  expect(merged.match(/stood/g)).toHaveLength(3);
  expect(merged.match(/there/g)).toHaveLength(3);
  expect(merged.replaceAll('stood', 'stands').replaceAll('there', 'here')).toBe(text);
});

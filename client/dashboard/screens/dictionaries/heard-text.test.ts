import { expect, test } from 'vitest';
import { heardText } from './heard-text.ts';

const entry = { source: 'Merz', replacement: 'Mertz', kind: 'SUBSTITUTION', isPattern: false } as const;

test('an entry is heard alone, or within its sentence', () => {
  expect(heardText(entry, '')).toBe('Mertz');
  expect(heardText(entry, 'Today merz spoke.')).toBe('Today Mertz spoke.');
  expect(heardText(entry, 'Nobody spoke.')).toBe('Nobody spoke.');
});

test('letters are heard one by one, sounds in place of the word', () => {
  expect(heardText({ ...entry, source: 'CDU', kind: 'LETTERS' }, 'The CDU wins.')).toBe('The C D U wins.');
  expect(heardText({ ...entry, kind: 'PHONEMES' }, 'Merz spoke.')).toBe('Mertz');
  expect(heardText({ ...entry, replacement: '', kind: 'PHONEMES' }, '')).toBe('Merz');
});

test('a regular expression is not looked for in a sentence', () => {
  expect(heardText({ ...entry, source: 'M.', isPattern: true }, 'M. spoke.')).toBe('M. spoke.');
});

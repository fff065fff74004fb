import { expect, test } from 'vitest';
import { entryPreviewText } from './entry-preview-text.ts';

const entry = { source: 'Merz', replacement: 'Mertz', kind: 'SUBSTITUTION', isPattern: false } as const;

test('an entry is previewed alone or in its sentence', () => {
  expect(entryPreviewText(entry, '')).toBe('Mertz');
  expect(entryPreviewText(entry, 'Today merz spoke.')).toBe('Today Mertz spoke.');
  expect(entryPreviewText(entry, 'Nobody spoke.')).toBe('Nobody spoke.');
});

test('letters are previewed one by one, phonemes without the sentence', () => {
  expect(entryPreviewText({ ...entry, source: 'CDU', kind: 'LETTERS' }, 'The CDU wins.')).toBe(
    'The C D U wins.',
  );
  expect(entryPreviewText({ ...entry, kind: 'PHONEMES' }, 'Merz spoke.')).toBe('Mertz');
  expect(entryPreviewText({ ...entry, replacement: '', kind: 'PHONEMES' }, '')).toBe('Merz');
});

test('a regular expression is not searched for in a sentence', () => {
  expect(entryPreviewText({ ...entry, source: 'M.', isPattern: true }, 'M. spoke.')).toBe('M. spoke.');
});

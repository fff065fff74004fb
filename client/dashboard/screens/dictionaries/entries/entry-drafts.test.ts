import { expect, test } from 'vitest';
import { draftState, pastedEntries, duplicateFields } from './entry-drafts.ts';

const template = { source: 'Word', replacement: 'Pronounced as' };

test('a template is never saved, and an entry without a word is incomplete', () => {
  expect(draftState(template, template)).toBe('untouched');
  expect(draftState({ source: 'Word', replacement: 'Mertz' }, template)).toBe('fill in');
  expect(draftState({ source: ' ', replacement: 'Mertz' }, template)).toBe('fill in');
  expect(draftState({ source: 'Merz', replacement: 'Pronounced as' }, template)).toBe('untouched');
});

test('an empty replacement can be saved if the user has emptied it', () => {
  expect(draftState({ source: 'Merz', replacement: '' }, template)).toBe('ready');
  expect(draftState({ source: 'Merz', replacement: 'Mertz' }, template)).toBe('ready');
});

test('pasted spreadsheet rows become entries', () => {
  expect(pastedEntries('Merz\tMertz\r\n"AG"\t"A ""G"""\n\nNATO; Nato \nCDU')).toEqual([
    { source: 'Merz', replacement: 'Mertz' },
    { source: 'AG', replacement: 'A "G"' },
    { source: 'NATO', replacement: 'Nato' },
    { source: 'CDU', replacement: '' },
  ]);
});

test('marks duplicate sources and duplicate replacements separately', () => {
  const others = [{ source: 'Merz', replacement: 'Mertz' }];
  expect(duplicateFields({ source: 'Merz', replacement: '' }, others)).toEqual({
    source: true,
    replacement: false,
  });
  expect(duplicateFields({ source: 'März', replacement: 'Mertz' }, others)).toEqual({
    source: false,
    replacement: true,
  });
});

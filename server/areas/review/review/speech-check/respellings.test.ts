import { expect, test } from 'vitest';
import { respellingsBetween, isMatchingSpelling } from './respellings.ts';

test('lists each place where the spoken text differs from the written text', () => {
  expect(respellingsBetween('Zverev won 3 sets.', 'Sverev won three sets.')).toEqual([
    { before: 'Zverev', after: 'Sverev' },
    { before: '3', after: 'three' },
  ]);
  expect(respellingsBetween('A *b c', 'A c')).toEqual([{ before: '*b', after: '' }]);
  expect(respellingsBetween('A b', 'A b')).toEqual([]);
});

test('a transcript in the written spelling is correct where a dictionary respells the word, and only there', () => {
  const [written, spoken] = ['Zverev met Otto.', 'Sverev met Otto.'];
  const heard = (said: string, got: string, isAstray = false) =>
    isMatchingSpelling({ said, heard: got, isAstray }, written, spoken);
  expect(heard('Sverev', 'Zverev')).toBe(true);
  expect(heard('Sverev', 'zverev')).toBe(true);
  expect(heard('Sverev', 'severe')).toBe(false);
  expect(heard('Otto', 'Zverev')).toBe(false);
  expect(heard('Sverev', '')).toBe(false);
  expect(heard('Sverev', 'Zverev', true)).toBe(false);
});

import { expect, it } from 'vitest';
import { proposeLanguage } from './propose-language.ts';

const languages = ['de-DE', 'en-GB', 'en-US', 'fr-FR'].map((language) => ({ language }));

it.each([
  [['fr-FR', 'en-US'], 'fr-FR'],
  [['de-AT'], 'de-DE'],
  [['xx-YY', 'fr'], 'fr-FR'],
  [['xx-YY'], 'en-US'],
  [[], 'en-US'],
])('proposes for %j the language %s', (wanted, expected) => {
  expect(proposeLanguage(languages, wanted)).toBe(expected);
});

it('proposes the first language without English, and nothing for an empty list', () => {
  expect(proposeLanguage([{ language: 'fr-FR' }], ['de'])).toBe('fr-FR');
  expect(proposeLanguage([], ['de'])).toBeNull();
});

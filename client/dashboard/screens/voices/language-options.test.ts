import { afterEach, expect, it } from 'vitest';
import { chooseLanguage } from '../../words/language.ts';
import { languageOptions } from './language-options.ts';

const languages = [{ language: 'en-US' }, { language: 'de-DE' }];
afterEach(() => chooseLanguage('en'));

it('languages are named and sorted in the dashboard’s language; values stay the same', async () => {
  expect(languageOptions(languages).map(({ label }) => label)).toEqual([
    'English (United States)',
    'German (Germany)',
  ]);
  await chooseLanguage('de');
  expect(languageOptions(languages)).toEqual([
    { value: 'de-DE', label: 'Deutsch (Deutschland)' },
    { value: 'en-US', label: 'Englisch (Vereinigte Staaten)' },
  ]);
  await chooseLanguage('fr');
  expect(languageOptions(languages)).toEqual([
    { value: 'de-DE', label: 'allemand (Allemagne)' },
    { value: 'en-US', label: 'anglais (États-Unis)' },
  ]);
});

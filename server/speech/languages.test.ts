import { expect, test } from 'vitest';
import { baseLanguage, bcp47, languageName, withRegion } from './languages.ts';

test.each([
  ['en-US', 'en-US'],
  ['cmn-CN', 'zh-CN'],
  ['arb', 'ar-001'],
  ['ar-XA', 'ar-001'],
  ['sr-rs', 'sr-RS'],
  ['en-GB-WLS', null],
  ['', null],
])('the BCP 47 tag of %s is normalized', (code, expected) => {
  expect(bcp47(code)).toBe(expected);
});

test.each([
  ['en', 'en-US'],
  ['de', 'de-DE'],
  ['pt', 'pt-BR'],
  ['zh', 'zh-CN'],
  ['nb', 'nb-NO'],
])('%s gets the default region %s', (language, expected) => {
  expect(withRegion(language)).toBe(expected);
});

test('languages have names and base languages', () => {
  expect(languageName('de-AT')).toBe('German (Austria)');
  expect(languageName('zh-CN')).toBe('Chinese (China)');
  expect(baseLanguage('sr-Latn-RS')).toBe('sr');
});

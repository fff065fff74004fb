import { expect, it } from 'vitest';
import { valueInWords } from './value-in-words.ts';

const names = {
  voices: new Map([['offline:en-US-Emil', 'Emil (Offline voices)']]),
  languages: new Map([['en-US', 'English (United States)']]),
  organizations: new Map([['o1', 'Demo Publishing House']]),
};

it.each<[string, unknown, string]>([
  ['voiceName', 'offline:en-US-Emil', 'Emil (Offline voices)'],
  ['voiceLanguage', 'en-US', 'English (United States)'],
  ['organization', 'o1', 'Demo Publishing House'],
  ['organization', null, 'Private project'],
  ['paywall', true, 'on'],
  ['mainUrl', '', 'none'],
  ['limitPerDay', 100_000, '100,000'],
  ['audioAdsProvider', 'SEVENONE', 'Seven.One'],
  ['extractorRules', [{ type: 'SHOULD_NOT', selector: '.ad' }], 'should-not: .ad'],
  ['urlReplacements', [{ source: 'http:', destination: 'https:', isRegex: false }], 'http: → https:'],
  ['sourceTypes', { s1: 'API_READONLY' }, 'API, read-only'],
  ['extractorRules', [], 'none'],
])('%s is shown without identifiers', (name, value, shown) =>
  expect(valueInWords(name, value, names)).toBe(shown),
);

import { describe, expect, it } from 'vitest';
import { canSave, settingsProblems, updateInput, type SettingsFields } from './settings-fields.ts';

const fields: SettingsFields = {
  name: 'Gazette', organization: null, voiceLanguage: 'en-GB', voiceName: 'offline:gmw/en', voiceAdditionalSettings: {}, failoverVoice: null, limitEnabled: false,
  limitPerDay: 100_000, autoAddArticles: false, mainUrl: '', articlesFromDate: null, extractorRules: [], urlReplacements: [], sourceUrls: {},
};

describe('project settings', () => {
  it('have no problem as they are', () => expect(settingsProblems(fields)).toEqual({}));

  it.each<[Partial<SettingsFields>, string, string]>([
    [{ autoAddArticles: true, mainUrl: '  ' }, 'mainUrl', 'Please enter website'],
    [{ mainUrl: `https://example.org/${'x'.repeat(256)}` }, 'mainUrl', 'At most 256 characters.'],
    [{ limitEnabled: true, limitPerDay: '' }, 'limitPerDay', 'Must be a whole number, at least 1.'],
    [{ limitEnabled: true, limitPerDay: 0 }, 'limitPerDay', 'Must be a whole number, at least 1.'],
    [{ extractorRules: [{ rule: 'should', selector: ' ' }] }, 'extractorRules', 'Field is required and cannot be empty'],
    [{ urlReplacements: [{ source: 'a+', destination: '', isRegex: true }] }, 'urlReplacements', 'A regular expression must be wrapped in slashes.'],
  ])('%j is refused on %s', (change, field, message) => {
    expect(settingsProblems({ ...fields, ...change })).toEqual({ [field]: message });
  });

  it('take a regular expression in slashes, with flags', () => {
    expect(settingsProblems({ ...fields, urlReplacements: [{ source: '/^http:/i', destination: 'https:', isRegex: true }] })).toEqual({});
  });

  it.each<[Partial<SettingsFields>, boolean]>([[{}, true], [{ name: ' ' }, false], [{ voiceLanguage: null }, false], [{ voiceName: null }, false]])('%j can be saved: %s', (change, expected) => {
    expect(canSave({ ...fields, ...change })).toBe(expected);
  });

  it('send only what changed', () => {
    expect(updateInput('7', { name: 'News', mainUrl: ' ', limitPerDay: '5' })).toEqual({ id: '7', name: 'News', mainUrl: null, limitPerDay: 5 });
    expect(updateInput('7', {})).toEqual({ id: '7' });
  });
});

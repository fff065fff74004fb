import { describe, expect, it } from 'vitest';
import { canSave, settingsProblems, updateInput, type SettingsFields } from './settings-fields.ts';

const fields: SettingsFields = {
  name: 'Gazette',
  organization: null,
  voiceLanguage: 'en-GB',
  voiceName: 'offline:gmw/en',
  voiceAdditionalSettings: {},
  failoverVoice: null,
  limitEnabled: false,
  limitPerDay: 100_000,
  autoAddArticles: false,
  mainUrl: '',
  articlesFromDate: null,
  extractorRules: [],
  urlReplacements: [],
  sourceUrls: {},
  pauseSentence: 350,
  pauseParagraph: 800,
  pauseHeading: 1000,
  audioBitrate: 64,
  cover: null,
  paywall: false,
  paywallCTA: 'Listen to this article:',
  paywallParagraphLimit: 2,
  paywallAudioSuffixEnabled: false,
  paywallAudioSuffix: null,
};

describe('project settings', () => {
  it('have no problem as they are', () => expect(settingsProblems(fields)).toEqual({}));

  it.each<[Partial<SettingsFields>, string, string]>([
    [{ autoAddArticles: true, mainUrl: '  ' }, 'mainUrl', 'Please enter website'],
    [{ mainUrl: `https://example.org/${'x'.repeat(256)}` }, 'mainUrl', 'At most 256 characters.'],
    [{ limitEnabled: true, limitPerDay: '' }, 'limitPerDay', 'Must be a whole number, at least 1.'],
    [{ limitEnabled: true, limitPerDay: 0 }, 'limitPerDay', 'Must be a whole number, at least 1.'],
    [{ pauseSentence: -1 }, 'pauseSentence', 'Must be a whole number from 0 to 10,000.'],
    [{ pauseParagraph: 10_001 }, 'pauseParagraph', 'Must be a whole number from 0 to 10,000.'],
    [{ pauseHeading: '' }, 'pauseHeading', 'Must be a whole number from 0 to 10,000.'],
    [{ paywallCTA: 'x'.repeat(257) }, 'paywallCTA', 'At most 256 characters.'],
    [{ paywallParagraphLimit: 0 }, 'paywallParagraphLimit', 'Must be a whole number from 1 to 1,000.'],
    [{ paywallParagraphLimit: 1.5 }, 'paywallParagraphLimit', 'Must be a whole number from 1 to 1,000.'],
    [{ extractorRules: [{ type: 'should', selector: ' ' }] }, 'extractorRules.0.selector', 'Field is required and cannot be empty'],
    [
      {
        urlReplacements: [
          { source: 'a', destination: '', isRegex: false },
          { source: ' ', destination: 'b', isRegex: false },
        ],
      },
      'urlReplacements.1.source',
      'Field is required and cannot be empty',
    ],
    [
      { urlReplacements: [{ source: 'a+', destination: '', isRegex: true }] },
      'urlReplacements.0.source',
      'A regular expression must be wrapped in slashes.',
    ],
  ])('%j is refused on %s', (change, field, message) => {
    expect(settingsProblems({ ...fields, ...change })).toEqual({ [field]: message });
  });

  it('take a regular expression in slashes, with flags', () => {
    expect(settingsProblems({ ...fields, urlReplacements: [{ source: '/^http:/i', destination: 'https:', isRegex: true }] })).toEqual({});
  });

  it.each<[Partial<SettingsFields>, boolean]>([
    [{}, true],
    [{ name: ' ' }, false],
    [{ voiceLanguage: null }, false],
    [{ voiceName: null }, false],
  ])('%j can be saved: %s', (change, expected) => {
    expect(canSave({ ...fields, ...change })).toBe(expected);
  });

  it('send only what changed', () => {
    expect(updateInput('7', { name: 'News', mainUrl: ' ', limitPerDay: '5' })).toEqual({
      id: '7',
      name: 'News',
      mainUrl: null,
      limitPerDay: 5,
    });
    expect(updateInput('7', { pauseHeading: '0', paywallParagraphLimit: 3 })).toEqual({
      id: '7',
      pauseHeading: 0,
      paywallParagraphLimit: 3,
    });
    expect(updateInput('7', {})).toEqual({ id: '7' });
  });

  it('name a cover by its tag, and take it away', () => {
    expect(updateInput('7', { cover: { tag: 'abc', url: '/download/image/abc' } })).toEqual({ id: '7', cover: 'abc' });
    expect(updateInput('7', { cover: null, paywallAudioSuffix: null })).toEqual({ id: '7', cover: null, paywallAudioSuffix: null });
  });
});

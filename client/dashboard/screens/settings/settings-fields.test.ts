import { describe, expect, it } from 'vitest';
import {
  errorsByField,
  missingOf,
  settingsProblems,
  sourceChanges,
  updateInput,
  type SettingsFields,
} from './settings-fields.ts';

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
  mainUrl: null,
  playerArticlesPerDay: 50,
  articlesFromDate: null,
  extractorRules: [],
  urlReplacements: [],
  sourceUrls: {},
  sourceTypes: {},
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
  securityEnabled: false,
  audioAds: false,
  audioAdsProvider: null,
  audioAdsInterval: 10,
  audioAdsLength: 15,
  audioAdsPublisherId: null,
  audioAdsGoogleTagUrl: null,
  audioTagUrl: null,
  adCampaign: null,
  qaPercentErrors: 20,
  qaPercentArticles: 10,
  qaBeforePublishing: false,
  qaListening: true,
  qaVoicesAgain: false,
  children: [],
  normalization: false,
  normalizationPrompt: null,
  readPhoneNumbers: 'BY_LANGUAGE',
  readYears: 'BY_LANGUAGE',
  readDates: 'BY_LANGUAGE',
  readUnits: 'BY_LANGUAGE',
  readHandles: 'BY_LANGUAGE',
  holdDoubtful: false,
  holdAmbiguous: true,
  holdLeftAsWritten: true,
  holdMarkup: true,
  holdLength: true,
  holdOtherScript: true,
  autoupdate: false,
  extractorServerIp: false,
  extractorIpAddress: null,
};

describe('project settings', () => {
  it('are valid initially', () => expect(settingsProblems(fields)).toEqual({}));

  it.each<[Partial<SettingsFields>, string, string]>([
    [{ autoAddArticles: true, mainUrl: '  ' }, 'mainUrl', 'Please enter website'],
    [{ mainUrl: `https://example.org/${'x'.repeat(256)}` }, 'mainUrl', 'Use at most 256 characters.'],
    [{ limitEnabled: true, limitPerDay: '' }, 'limitPerDay', 'Enter a whole number of at least 1.'],
    [{ limitEnabled: true, limitPerDay: 0 }, 'limitPerDay', 'Enter a whole number of at least 1.'],
    [{ pauseSentence: -1 }, 'pauseSentence', 'Enter a whole number from 0 to 10,000.'],
    [{ pauseParagraph: 10_001 }, 'pauseParagraph', 'Enter a whole number from 0 to 10,000.'],
    [{ pauseHeading: '' }, 'pauseHeading', 'Enter a whole number from 0 to 10,000.'],
    [{ paywallCTA: 'x'.repeat(257) }, 'paywallCTA', 'Use at most 256 characters.'],
    [{ paywallParagraphLimit: 0 }, 'paywallParagraphLimit', 'Enter a whole number from 1 to 1,000.'],
    [{ paywallParagraphLimit: 1.5 }, 'paywallParagraphLimit', 'Enter a whole number from 1 to 1,000.'],
    [{ audioAdsInterval: 0 }, 'audioAdsInterval', 'Enter a whole number from 1 to 30.'],
    [{ audioAdsInterval: 31 }, 'audioAdsInterval', 'Enter a whole number from 1 to 30.'],
    [{ audioAdsPublisherId: 'x'.repeat(257) }, 'audioAdsPublisherId', 'Use at most 256 characters.'],
    [{ qaPercentErrors: 101 }, 'qaPercentErrors', 'Enter a whole number from 0 to 100.'],
    [{ qaPercentArticles: -1 }, 'qaPercentArticles', 'Enter a whole number from 0 to 100.'],
    [{ normalizationPrompt: 'too short' }, 'normalizationPrompt', 'Use at least 10 characters.'],
    [
      { extractorRules: [{ type: 'SHOULD', selector: ' ' }] },
      'extractorRules.0.selector',
      'Field is required and cannot be empty',
    ],
    [
      { extractorRules: [{ type: 'UNWRAP_BR', selector: '' }] },
      'extractorRules.0.selector',
      'Field is required and cannot be empty',
    ],
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
      'Put the regular expression between slashes, for example /news/.',
    ],
  ])('%j is refused on %s', (change, field, message) => {
    expect(settingsProblems({ ...fields, ...change })).toEqual({ [field]: message });
  });

  it('accept a regular expression in slashes, with flags', () => {
    expect(
      settingsProblems({
        ...fields,
        urlReplacements: [{ source: '/^http:/i', destination: 'https:', isRegex: true }],
      }),
    ).toEqual({});
  });

  it.each<[Partial<SettingsFields>, ReturnType<typeof missingOf>]>([
    [{}, null],
    [{ name: ' ' }, 'name'],
    [{ voiceLanguage: null }, 'language'],
    [{ voiceName: null }, 'voice'],
  ])('with %j require before saving: %s', (change, expected) => {
    expect(missingOf({ ...fields, ...change })).toBe(expected);
  });

  it('send only what changed', () => {
    expect(updateInput('7', { name: 'News', mainUrl: ' ', limitPerDay: '5' })).toEqual({
      id: '7',
      name: 'News',
      extraction: { mainUrl: null },
      limits: { charactersPerDay: 5 },
    });
    expect(updateInput('7', { pauseHeading: '0', paywallParagraphLimit: 3 })).toEqual({
      id: '7',
      sound: { pauseHeading: 0 },
      paywall: { paragraphLimit: 3 },
    });
    expect(updateInput('7', { voiceName: 'offline:en', failoverVoice: null })).toEqual({
      id: '7',
      voice: { name: 'offline:en', failover: null },
    });
    expect(updateInput('7', {})).toEqual({ id: '7' });
  });

  it('contain the tag of a cover, and remove it', () => {
    expect(updateInput('7', { cover: { tag: 'abc', url: '/download/image/abc' } })).toEqual({
      id: '7',
      sound: { cover: 'abc' },
    });
    expect(updateInput('7', { cover: null, paywallAudioSuffix: null })).toEqual({
      id: '7',
      sound: { cover: null },
      paywall: { suffix: null },
    });
  });

  it('get errors under their names', () => {
    expect(
      errorsByField({
        'paywall.callToAction': 'a',
        'voice.name': 'b',
        'extractorRules.0.selector': 'c',
        name: 'd',
      }),
    ).toEqual({ paywallCTA: 'a', voiceName: 'b', 'extractorRules.0.selector': 'c', name: 'd' });
  });

  it('do not contain errors of sources', () => {
    expect(
      updateInput('7', {
        name: 'News',
        sourceUrls: { s1: 'https://example.org/feed' },
        sourceTypes: { s1: 'RSS' },
      }),
    ).toEqual({ id: '7', name: 'News' });
  });
});

describe('sources', () => {
  const rss = { id: 's1', type: 'RSS', url: 'https://example.org/feed' };
  const parser = { id: 's2', type: 'PARSER', url: 'https://example.org' };
  const manual = { id: 's3', type: 'MANUAL', url: null };
  const saved = { ...fields, mainUrl: 'https://example.org' };

  it('are sent after the settings: a feed always, others if changed', () => {
    expect(sourceChanges([rss, parser, manual], saved, { name: 'News' })).toEqual([rss]);
    expect(sourceChanges([manual], saved, { sourceTypes: { s3: 'API' } })).toEqual([
      { id: 's3', type: 'API', url: null },
    ]);
    expect(sourceChanges([rss], saved, { sourceUrls: { s1: ' https://example.org/new ' } })).toEqual([
      { ...rss, url: 'https://example.org/new' },
    ]);
  });

  it('that use the main URL follow it when it changes', () => {
    expect(sourceChanges([parser], saved, { mainUrl: 'https://example.com' })).toEqual([
      { ...parser, url: 'https://example.com' },
    ]);
    expect(
      sourceChanges([{ ...parser, url: 'https://other.example' }], saved, { mainUrl: 'https://example.com' }),
    ).toEqual([]);
    expect(sourceChanges([{ ...parser, url: null }], saved, { mainUrl: 'https://example.com' })).toEqual([]);
  });
});

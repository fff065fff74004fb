import { afterEach, describe, expect, test, vi } from 'vitest';
import { VoiceCatalogue, type CatalogueStore, type ListedVoices } from './voice-catalogue.ts';
import { ProviderError } from './provider-errors.ts';
import type { Provider, Voice } from './provider.ts';
import type { SpeechProviders } from './providers.ts';
import { speechProviders } from './providers.ts';
import { speechMessages } from './messages.ts';

afterEach(() => {
  vi.useRealTimers();
});

const signal = new AbortController().signal;

const voice = (provider: string, name: string, language: string, more: Partial<Voice> = {}): Voice => ({
  name,
  label: name,
  provider,
  language,
  gender: 'female',
  type: 'premium',
  styles: [],
  availableModels: [],
  availableSettings: [],
  ...more,
});

const MICROSOFT = [
  voice('microsoft', 'en-US-JennyNeural', 'en-US'),
  voice('microsoft', 'en-US-GuyNeural', 'en-US', { gender: 'male' }),
  voice('microsoft', 'de-DE-KatjaNeural', 'de-DE'),
];
const OPENAI = ['en-US', 'de-DE'].flatMap((language) => [
  voice('openai', 'onyx', language, { gender: 'male' }),
  voice('openai', 'Joanna', language),
]);
const AMAZON = [
  voice('amazon', 'Joanna', 'en-US'),
  voice('amazon', 'Brian', 'en-GB', { gender: 'male', type: 'standard' }),
];
const OFFLINE = [
  voice('offline', 'gmw/en-US', 'en-US', { gender: 'male', type: 'standard' }),
  voice('offline', 'gmw/de', 'de-DE', { gender: 'male', type: 'standard' }),
  voice('offline', 'zlw/pl', 'pl-PL', { gender: 'male', type: 'standard' }),
];

interface Listing extends Partial<Provider> {
  id: string;
  listing: () => Promise<Voice[]>;
}
const lists = (id: string, voices: Voice[]): Listing => ({ id, listing: () => Promise.resolve(voices) });

/** Providers in the order given, which is the order of the lists. */
function providersOf(...listings: Listing[]): SpeechProviders {
  const providers = listings.map(({ id, listing, unavailable = null }): Provider => ({
    id,
    title: id.toUpperCase(),
    unavailable,
    limits: { maxRequest: { unit: 'characters', value: 1000 }, concurrency: 1 },
    voices: listing,
    synthesise: () => Promise.reject(new Error('lists only')),
  }));
  return {
    list: () => providers,
    get: (id) => providers.find((provider) => provider.id === id)!,
    status: () => [],
  };
}

function storeOf(...kept: ListedVoices[]): CatalogueStore & { kept: ListedVoices[] } {
  return {
    kept,
    load: () => Promise.resolve(kept),
    save: (listed) => {
      kept.splice(0, kept.length, ...kept.filter(({ provider }) => provider !== listed.provider), listed);
      return Promise.resolve();
    },
  };
}

async function catalogueOf(...listings: Listing[]): Promise<VoiceCatalogue> {
  const catalogue = new VoiceCatalogue(providersOf(...listings), storeOf());
  await catalogue.refresh(signal);
  return catalogue;
}

const all = (): Promise<VoiceCatalogue> =>
  catalogueOf(
    lists('openai', OPENAI),
    lists('microsoft', MICROSOFT),
    lists('amazon', AMAZON),
    lists('offline', OFFLINE),
  );
const overview = (languages: ReturnType<VoiceCatalogue['languages']>) =>
  languages.map(({ id, voices }) => [
    id,
    voices.map(({ provider, voices }) => `${provider}: ${voices.map(({ name }) => name).join(' ')}`),
  ]);

describe('lists of voices', () => {
  test('sort languages by name, and voices by provider in the given order', async () => {
    const languages = (await all()).languages();
    expect(languages.map(({ name }) => name)).toEqual([
      'English (United Kingdom)',
      'English (United States)',
      'German (Germany)',
      'Polish (Poland)',
    ]);
    expect(overview(languages)).toEqual([
      ['en-GB', ['amazon: Brian']],
      [
        'en-US',
        [
          'openai: Joanna onyx',
          'microsoft: en-US-GuyNeural en-US-JennyNeural',
          'amazon: Joanna',
          'offline: gmw/en-US',
        ],
      ],
      ['de-DE', ['openai: Joanna onyx', 'microsoft: de-DE-KatjaNeural', 'offline: gmw/de']],
      ['pl-PL', ['offline: zlw/pl']],
    ]);
    expect(languages[1]?.voices[1]?.title).toBe('MICROSOFT');
  });

  test('show the studio premium voices, Microsoft first, and others only for languages without', async () => {
    expect(overview((await all()).studioLanguages())).toEqual([
      ['en-GB', ['amazon: Brian']],
      ['en-US', ['microsoft: en-US-GuyNeural en-US-JennyNeural', 'openai: Joanna onyx', 'amazon: Joanna']],
      ['de-DE', ['microsoft: de-DE-KatjaNeural', 'openai: Joanna onyx']],
      ['pl-PL', ['offline: zlw/pl']],
    ]);
  });

  test('mark favorites by id', async () => {
    const voices = (await all())
      .languages(new Set(['amazon:Joanna']))
      .flatMap(({ voices }) => voices.flatMap(({ voices }) => voices));
    expect(voices.filter(({ favorite }) => favorite).map(({ id, language }) => [id, language])).toEqual([
      ['amazon:Joanna', 'en-US'],
    ]);
  });

  test('mark models that cost more', async () => {
    const models = ['eleven_multilingual_v2', 'eleven_flash_v2_5'];
    const catalogue = await catalogueOf(
      lists('elevenlabs', [voice('elevenlabs', 'x', 'en-US', { availableModels: models })]),
      lists('gemini25', [
        voice('gemini25', 'Kore', 'en-US', {
          availableModels: ['gemini-2.5-flash-preview-tts', 'gemini-2.5-pro-preview-tts'],
        }),
      ]),
    );
    expect(catalogue.find('x')?.warnings).toEqual({
      eleven_multilingual_v2: 'The multilingual v2 model costs 200% of the flash or turbo model.',
    });
    expect(catalogue.find('Kore')?.warnings).toEqual({
      'gemini-2.5-pro-preview-tts': 'The pro model costs EUR 25 per 1 million characters.',
    });
  });
});

describe('find a voice', () => {
  test.each([
    ['amazon:Joanna', {}, 'amazon:Joanna', 'en-US'],
    ['Joanna', {}, 'openai:Joanna', 'en-US'],
    ['Joanna', { provider: 'amazon' }, 'amazon:Joanna', 'en-US'],
    ['Joanna', { language: 'de-DE' }, 'openai:Joanna', 'de-DE'],
    ['en-US-GuyNeural', {}, 'microsoft:en-US-GuyNeural', 'en-US'],
    ['onyx', {}, 'openai:onyx', 'en-US'],
    ['gmw/de', { language: 'de-DE' }, 'offline:gmw/de', 'de-DE'],
  ])('%s %o', async (name, options, id, language) => {
    expect((await all()).find(name, options)).toMatchObject({ id, language });
  });

  test.each([
    ['nobody', {}],
    ['onyx', { language: 'pl-PL' }],
    ['amazon:Joanna', { language: 'de-DE' }],
    ['amazon:Joanna', { provider: 'openai' }],
    ['onyx', { provider: 'nothing' }],
    ['', {}],
  ])('rejects %s %o', async (name, options) => {
    expect((await all()).find(name, options)).toBeNull();
  });

  test('accepts colons in names', async () => {
    const name = 'en-US-Ava:DragonHDLatestNeural';
    const catalogue = await catalogueOf(lists('microsoft', [voice('microsoft', name, 'en-US')]));
    expect(catalogue.find(name)?.id).toBe(`microsoft:${name}`);
    expect(catalogue.find(`microsoft:${name}`)?.name).toBe(name);
  });
});

describe('default voice', () => {
  test('is an English male neural voice if there is one', async () => {
    expect((await all()).defaultVoice()?.id).toBe('microsoft:en-US-GuyNeural');
    expect((await catalogueOf(lists('openai', OPENAI), lists('offline', OFFLINE))).defaultVoice()?.id).toBe(
      'openai:onyx',
    );
  });

  test('is the offline engine if nothing else is configured', async () => {
    const catalogue = new VoiceCatalogue(
      speechProviders({}, [providersOf(lists('offline', OFFLINE)).get('offline')]),
      storeOf(),
    );
    const outcomes = await catalogue.refresh(signal);
    expect(outcomes.filter(({ result }) => result === 'unavailable')).toHaveLength(7);
    expect(outcomes.find(({ provider }) => provider === 'google')).toMatchObject({
      reason: 'GOOGLE_TTS_API_KEY is not set',
    });
    expect(catalogue.defaultVoice()?.id).toBe('offline:gmw/en-US');
    expect(overview(catalogue.studioLanguages())[0]).toEqual(['en-US', ['offline: gmw/en-US']]);
  });

  test('is found for other languages and regions', async () => {
    const catalogue = await all();
    expect(catalogue.defaultVoice('de-DE')?.id).toBe('openai:onyx');
    expect(catalogue.defaultVoice('de-AT')?.language).toBe('de-DE');
    expect(catalogue.defaultVoice('sw-KE')).toBeNull();
    for (const none of ['no language at all', '__proto__']) expect(catalogue.defaultVoice(none)).toBeNull();
  });
});

describe('refreshing voice lists', () => {
  const DAY = 24 * 60 * 60 * 1000;

  test('happens once a day, and on request', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const listing = vi.fn(() => Promise.resolve(AMAZON));
    const catalogue = new VoiceCatalogue(providersOf({ id: 'amazon', listing }), storeOf());
    await catalogue.refresh(signal);
    vi.setSystemTime(DAY - 1);
    expect(await catalogue.refresh(signal)).toMatchObject([{ result: 'fresh', voices: 2 }]);
    expect(listing).toHaveBeenCalledTimes(1);
    await catalogue.refresh(signal, { force: true });
    vi.setSystemTime(2 * DAY);
    await catalogue.refresh(signal);
    expect(listing).toHaveBeenCalledTimes(3);
    expect(catalogue.refreshedAt('amazon')).toEqual(new Date(2 * DAY));
  });

  test('happens at each start, because settings may have changed', async () => {
    const store = storeOf({
      provider: 'amazon',
      voices: [voice('amazon', 'Old', 'en-US')],
      refreshedAt: new Date(),
    });
    const catalogue = new VoiceCatalogue(providersOf(lists('amazon', AMAZON)), store);
    await catalogue.load();
    expect(catalogue.find('Old')).not.toBeNull();
    expect(await catalogue.refresh(signal)).toMatchObject([{ result: 'refreshed', voices: 2 }]);
    expect(catalogue.find('Old')).toBeNull();
    expect(await catalogue.refresh(signal)).toMatchObject([{ result: 'fresh' }]);
  });

  test.each([
    [
      'down',
      () => Promise.reject(new ProviderError('amazon', 'unavailable', 'answered 500')),
      'amazon: answered 500',
    ],
    ['returning an empty list', () => Promise.resolve([]), 'the list came empty'],
  ])('keeps the stored list if a provider is %s', async (_name, listing, reason) => {
    const store = storeOf({ provider: 'amazon', voices: AMAZON, refreshedAt: new Date(0) });
    const catalogue = new VoiceCatalogue(
      providersOf({ id: 'amazon', listing }, lists('openai', OPENAI)),
      store,
    );
    await catalogue.load();
    expect(await catalogue.refresh(signal)).toMatchObject([
      { provider: 'amazon', result: 'kept', reason, voices: 2 },
      { provider: 'openai', result: 'refreshed', voices: 4 },
    ]);
    expect(catalogue.find('amazon:Joanna')).not.toBeNull();
    expect(catalogue.find('onyx')).not.toBeNull();
    expect(store.kept.map(({ provider }) => provider)).toEqual(['amazon', 'openai']);
  });

  test('publishes each list immediately, without waiting for slower providers', async () => {
    const slow = Promise.withResolvers<Voice[]>();
    const catalogue = new VoiceCatalogue(
      providersOf({ id: 'amazon', listing: () => slow.promise }, lists('offline', OFFLINE)),
      storeOf(),
    );
    const refreshing = catalogue.refresh(signal);
    await vi.waitFor(() => expect(catalogue.defaultVoice()?.id).toBe('offline:gmw/en-US'));
    slow.resolve(AMAZON);
    await refreshing;
    expect(catalogue.defaultVoice()?.id).toBe('amazon:Joanna');
  });

  test('removes the voices of a provider whose credentials were removed', async () => {
    const catalogue = new VoiceCatalogue(
      providersOf(
        { ...lists('amazon', AMAZON), unavailable: speechMessages.SPEECH_NOT_SET_UP({ variable: 'KEY' }) },
        lists('offline', OFFLINE),
      ),
      storeOf({ provider: 'amazon', voices: AMAZON, refreshedAt: new Date() }),
    );
    await catalogue.load();
    await catalogue.refresh(signal);
    expect(catalogue.find('Joanna')).toBeNull();
    expect(catalogue.defaultVoice()?.provider).toBe('offline');
  });

  test('picks up lists that another process has stored', async () => {
    const store = storeOf();
    const catalogue = new VoiceCatalogue(providersOf(lists('amazon', [])), store);
    store.kept.push({ provider: 'amazon', voices: AMAZON, refreshedAt: new Date() });
    await catalogue.load();
    expect(catalogue.find('Brian')).not.toBeNull();
  });
});

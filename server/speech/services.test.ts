import { describe, expect, test } from 'vitest';
import type { Provider } from './provider.ts';
import { microsoft } from './microsoft.ts';
import { openai } from './openai.ts';
import { speechProviders } from './providers.ts';
import { patienceOf } from './speech-service.ts';

const offline: Provider = {
  id: 'offline',
  title: 'Offline',
  unavailable: null,
  limits: { maxRequest: { unit: 'characters', value: 1000 }, concurrency: 2 },
  voices: () => Promise.resolve([]),
  synthesise: () =>
    Promise.resolve({ audio: new Uint8Array(2), format: { kind: 's16le', sampleRate: 8000, channels: 1 } }),
};
const reasons = (env: Record<string, string>) =>
  Object.fromEntries(
    speechProviders(env, [offline])
      .list()
      .map(({ id, unavailable }) => [id, unavailable?.message ?? null]),
  );
const signal = new AbortController().signal;

describe('the configuration of speech services', () => {
  test('is optional: without it services report what is missing, and the offline engine works', () => {
    expect(reasons({ OPENAI_API_KEY: ' ' })).toEqual({
      openai: 'OPENAI_API_KEY is not set',
      microsoft: 'AZURE_SPEECH_KEY is not set',
      elevenlabs: 'ELEVENLABS_API_KEY is not set',
      gemini25: 'GEMINI_API_KEY is not set',
      google: 'GOOGLE_TTS_API_KEY is not set',
      amazon: 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set',
      ibm: 'IBM_TTS_API_KEY is not set',
      offline: null,
    });
  });

  test('is incomplete with half of the credentials', () => {
    expect(
      reasons({ AZURE_SPEECH_KEY: 'k', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' }),
    ).toMatchObject({ microsoft: 'AZURE_SPEECH_REGION is not set', amazon: 'AWS_REGION is not set' });
    expect(
      reasons({
        AZURE_SPEECH_KEY: 'k',
        AZURE_SPEECH_REGION: 'westeurope',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 's',
        AWS_REGION: 'eu-west-1',
      }),
    ).toMatchObject({ microsoft: null, amazon: null });
  });

  test('sets addresses, models and limits', () => {
    const env = {
      AZURE_SPEECH_REGION: 'westeurope',
      OPENAI_BASE_URL: 'http://localhost:9/v1/',
      OPENAI_TTS_MODELS: 'tts-2, tts-1',
      ELEVENLABS_CONCURRENCY: '15',
      GEMINI_REQUESTS_PER_MINUTE: '100',
      SPEECH_STALL_MS: '5000',
    };
    expect(microsoft.configOf(env).baseUrl).toBe('https://westeurope.tts.speech.microsoft.com');
    expect(openai.configOf(env)).toMatchObject({
      baseUrl: 'http://localhost:9/v1',
      models: ['tts-2', 'tts-1'],
    });
    expect(patienceOf(env)).toEqual({ stallMs: 5000, timeoutMs: 180_000 });
    const status = speechProviders(env, [offline]).status();
    expect(status.find(({ provider }) => provider === 'elevenlabs')).toMatchObject({
      concurrency: 15,
      requestsPerMinute: null,
    });
    expect(status.find(({ provider }) => provider === 'gemini25')).toMatchObject({
      concurrency: 3,
      requestsPerMinute: 100,
    });
  });

  test.each([
    [{ GOOGLE_TTS_BASE_URL: 'ftp://x' }],
    [{ OPENAI_BASE_URL: 'nowhere' }],
    [{ GEMINI_CONCURRENCY: '0' }],
    [{ SPEECH_STALL_MS: 'soon' }],
    [{ AZURE_SPEECH_REGION: 'evil.example/' }],
  ])('refuses %o', (env) => {
    expect(() => speechProviders(env, [offline])).toThrow();
  });
});

test('the limits of each service are respected: request size, concurrency and rate', () => {
  const limits = speechProviders({}, [offline])
    .list()
    .map(({ id, limits: { maxRequest, concurrency, requestsPerMinute } }) => [
      id,
      maxRequest.value,
      maxRequest.unit,
      concurrency,
      requestsPerMinute,
    ]);
  expect(limits).toEqual([
    ['openai', 4000, 'bytes', 10, 500],
    ['microsoft', 4000, 'bytes', 20, 12_000],
    ['elevenlabs', 5000, 'characters', 5, undefined],
    ['gemini25', 4000, 'bytes', 3, 10],
    ['google', 5000, 'bytes', 20, 1000],
    ['amazon', 3000, 'characters', 8, 240],
    ['ibm', 4500, 'bytes', 10, undefined],
    ['offline', 1000, 'characters', 2, undefined],
  ]);
});

describe('speechProviders', () => {
  test('a service without credentials lists no voices and does not speak', async () => {
    const google = speechProviders({}, [offline]).get('google');
    expect(await google.voices(signal)).toEqual([]);
    await expect(
      google.synthesise({ voice: 'x', language: 'en-US', settings: {}, text: 'Hello' }, signal),
    ).rejects.toMatchObject({ kind: 'credentials', message: 'google: GOOGLE_TTS_API_KEY is not set' });
  });

  test('an unknown id is a typed error', () => {
    expect(() => speechProviders({}, [offline]).get('nobody')).toThrow(
      expect.objectContaining({ name: 'UnknownProviderError', provider: 'nobody' }) as Error,
    );
  });

  test('each provider has its own queue, with metrics', async () => {
    const providers = speechProviders({}, [offline]);
    await providers
      .get('offline')
      .synthesise({ voice: 'x', language: 'en-US', settings: {}, text: 'Hello' }, signal);
    const started = Object.fromEntries(
      providers.status().map(({ provider, started }) => [provider, started]),
    );
    expect(started).toMatchObject({ offline: 1, google: 0, openai: 0 });
  });
});

import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startElevenlabs } from '../speech/servers/elevenlabs.ts';
import { startOpenai } from '../speech/servers/openai.ts';

const KEY = 'k3y-of-the-test';
const [openai, elevenlabs] = await Promise.all([
  startOpenai({ apiKey: KEY }),
  startElevenlabs({ apiKey: KEY }),
]);
afterAll(() => Promise.all([openai.close(), elevenlabs.close()]));
const server = useServer({
  env: {
    METRICS_TOKEN: 'a token for metrics',
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${openai.url}/v1`,
    ELEVENLABS_API_KEY: KEY,
    ELEVENLABS_BASE_URL: elevenlabs.url,
  },
});
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

async function ask(document: string, input?: object, own = token): Promise<any> {
  const { data, errors } = await server.graphql(document, { input }, own);
  expect(errors).toBeUndefined();
  return Object.values(data!)[0];
}
const preview = (input: object): Promise<any> =>
  ask(
    'mutation ($input: PreviewVoiceInput!) { previewVoice(input: $input) { __typename ... on PreviewVoiceSuccess { file durationMs } ' +
      '... on Error { message ... on ValidationError { fieldErrors { field message } } } } }',
    input,
  );
const providers = async (): Promise<any[]> =>
  ask(
    '{ providers { provider title available reason voices circuit lastError } }',
    undefined,
    await server.signIn(room.admin),
  );
const circuits = async (provider: string): Promise<string[]> =>
  [
    ...(
      await (
        await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer a token for metrics' } })
      ).text()
    ).matchAll(new RegExp(`parlance_speech_circuit{provider="${provider}",state="([\\w-]+)"} 1`, 'g')),
  ].map((match) => match[1]!);

describe('the catalogue', () => {
  const catalogue =
    '{ voiceLanguages { language name providers { provider voices { id: name gender tier favorite styles availableModels availableSettings { id: ' +
    'key type options min max default } warnings { model text } } } } }';

  test('groups the voices of a language by provider, with models, settings, styles and warnings', async () => {
    await vi.waitFor(
      async () =>
        expect(
          (await ask(catalogue))
            .find(({ language }: any) => language === 'en-US')
            .providers.map(({ provider }: any) => provider),
        ).toEqual(['openai', 'elevenlabs', 'offline']),
      60_000,
    );
    const languages: any[] = await ask(catalogue);
    expect(languages.map(({ name }) => name)).toEqual(
      languages.map(({ name }) => name).sort(new Intl.Collator('en').compare),
    );
    const [own, premade, offline] = languages.find(({ language }) => language === 'en-US').providers;
    expect(own.voices.find(({ id }: any) => id === 'openai:onyx')).toMatchObject({
      gender: 'MALE',
      tier: 'PREMIUM',
      favorite: false,
      styles: expect.arrayContaining(['newscast']) as string[],
    });
    expect(
      premade.voices
        .find(({ id }: any) => id === 'elevenlabs:JBFqnCBsd6RMkjVDRZzb')
        .availableSettings.map(({ id, type, options, min, max, default: fallback }: any) => [
          id,
          type,
          options,
          min,
          max,
          fallback,
        ]),
    ).toEqual([
      ['stability', 'FLOAT', null, 0, 1, 0.5],
      ['similarityBoost', 'FLOAT', null, 0, 1, 0.75],
      ['styleExaggeration', 'FLOAT', null, 0, 1, 0],
      ['useSpeakerBoost', 'BOOLEAN', null, null, null, true],
      ['speed', 'FLOAT', null, 0.7, 1.2, 1],
      ['textNormalization', 'OPTIONS', ['auto', 'on', 'off'], null, null, 'auto'],
    ]);
    expect(premade.voices[0].warnings).toEqual([
      {
        model: 'eleven_multilingual_v2',
        text: 'The multilingual v2 model costs 200% of the flash or turbo model.',
      },
    ]);
    expect(offline.voices[0]).toMatchObject({
      tier: 'STANDARD',
      availableSettings: [{ id: 'speed', type: 'FLOAT', min: 0.5, max: 2, default: 1 }, { id: 'pitch' }],
    });
  });

  test('marks only the caller’s own favorites', async () => {
    const mark =
      'mutation ($input: SetFavoriteVoiceInput!) { setFavoriteVoice(input: $input) { ... on SetFavoriteVoiceSuccess { voice { id: ' +
      'name favorite } } } }';
    const marked = async (own: string): Promise<string[]> =>
      (await ask(catalogue, undefined, own)).flatMap(({ providers }: any) =>
        providers.flatMap(({ voices }: any) =>
          voices.filter(({ favorite }: any) => favorite).map(({ id }: any) => id),
        ),
      );
    expect(await ask(mark, { voice: 'offline:de-DE-Ada', favorite: true })).toEqual({
      voice: { id: 'offline:de-DE-Ada', favorite: true },
    });
    expect(await marked(token)).toEqual(['offline:de-DE-Ada']);
    expect(await marked(await server.signIn(room.viewer))).toEqual([]);
    await ask(mark, { voice: 'offline:de-DE-Ada', favorite: false });
    expect(await marked(token)).toEqual([]);
  });
});

describe('previews', () => {
  test('of identical text are generated once; another voice, style or setting is another preview', async () => {
    openai.requests.length = 0;
    const hello = { voice: 'openai:onyx', language: 'en-US', text: 'Hello there.' };
    const first = await preview(hello);
    expect(first).toMatchObject({
      __typename: 'PreviewVoiceSuccess',
      durationMs: expect.any(Number) as number,
    });
    expect(await preview(hello)).toEqual(first);
    expect(openai.requests).toHaveLength(1);
    const others = [
      await preview({ ...hello, voice: 'openai:coral' }),
      await preview({ ...hello, style: 'calm' }),
      await preview({ ...hello, voiceSettings: [{ key: 'speed', value: 1.5 }] }),
      await preview({ ...hello, model: 'tts-1' }),
    ];
    expect(new Set([first, ...others].map(({ file }) => file)).size).toBe(5);
    expect(openai.requests).toHaveLength(5);
    const sound = await fetch(`${server.url}${first.file}`);
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  });
});

describe('for administrators', () => {
  test('a provider without credentials shows what is missing', async () => {
    const states = await providers();
    expect(states.find(({ provider }) => provider === 'google')).toMatchObject({
      available: false,
      voices: 0,
      reason: 'GOOGLE_TTS_API_KEY is not set',
      circuit: 'CLOSED',
    });
    expect(states.find(({ provider }) => provider === 'openai')).toMatchObject({
      available: true,
      reason: null,
    });
  });

  test('a refused key stops its provider, and is shown in the list of providers and in /metrics', async () => {
    expect(await circuits('openai')).toEqual(['closed']);
    openai.fail({ status: 401, message: `Incorrect API key provided: ${KEY}` });
    expect(
      await preview({ voice: 'openai:nova', language: 'en-US', text: 'Is anybody there?' }),
    ).toMatchObject({ message: 'This voice is unavailable right now. Try again later.' });
    const states = await providers();
    expect(states.find(({ provider }) => provider === 'openai')).toMatchObject({
      available: false,
      reason: 'credentials',
      circuit: 'OPEN',
      lastError: 'openai: answered 401',
    });
    expect(JSON.stringify(states)).not.toContain(KEY);
    expect(await circuits('openai')).toEqual(['open']);
    expect(await circuits('elevenlabs')).toEqual(['closed']);
    expect(
      await preview({ voice: 'elevenlabs:JBFqnCBsd6RMkjVDRZzb', language: 'en-US', text: 'I am.' }),
    ).toMatchObject({ __typename: 'PreviewVoiceSuccess' });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    try {
      expect(await circuits('openai')).toEqual(['half-open']);
      expect(
        await preview({ voice: 'openai:nova', language: 'en-US', text: 'Is anybody there?' }),
      ).toMatchObject({ __typename: 'PreviewVoiceSuccess' });
      expect(await circuits('openai')).toEqual(['closed']);
    } finally {
      vi.useRealTimers();
    }
  });
});

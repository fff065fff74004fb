import { expect, test } from 'vitest';
import { openai } from '../../server/speech/openai.ts';
import { KEY, named, openService } from './started-services.ts';

test('model, voice, speed and instructions are sent', async () => {
  const { provider, request, last, sent, signal } = await openService('openai');
  await provider.synthesise(
    request({ text: 'Hello & goodbye.', style: 'newscast', settings: { speed: 1.25 } }),
    signal,
  );
  expect(last()).toMatchObject({ method: 'POST', path: '/v1/audio/speech' });
  expect(last().headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
  });
  expect(sent()).toEqual({
    model: 'gpt-4o-mini-tts',
    voice: 'onyx',
    input: 'Hello & goodbye.',
    response_format: 'mp3',
    speed: 1.25,
    instructions: 'Read like a news presenter: clear, measured and neutral.',
  });
  await provider.synthesise(request({ model: 'tts-1-hd', style: 'newscast' }), signal);
  expect(sent()).toEqual({ model: 'tts-1-hd', voice: 'onyx', input: 'Hello.', response_format: 'mp3' });
});

test.each([
  ['a model that the voice does not have', { voice: 'cedar', model: 'tts-1' }],
  ['a style that does not exist', { style: 'operatic' }],
])('%s is refused without a request', async (_name, more) => {
  const { server, provider, request, signal } = await openService('openai');
  await expect(provider.synthesise(request(more), signal)).rejects.toMatchObject({ kind: 'bad_request' });
  expect(server.requests).toEqual([]);
});

test('an account without funds is a credentials error, not a reason to wait', async () => {
  const { server, provider, request, signal } = await openService('openai');
  server.fail({ status: 429, message: 'You exceeded your current quota (insufficient_quota)' });
  await expect(provider.synthesise(request({}), signal)).rejects.toMatchObject({ kind: 'credentials' });
});

test('a model that was shut down is reported, with what to do', async () => {
  const { server, request, signal } = await openService('openai');
  const provider = openai.open(
    { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_TTS_MODELS: 'tts-0' },
    { stallMs: 5000, timeoutMs: 5000 },
  );
  await expect(provider.synthesise(request({}), signal)).rejects.toMatchObject({
    kind: 'gone',
    message:
      "openai: answered 404: the model 'tts-0' does not exist, is shut down, or is closed to this key; choose another one in the " +
      "project's settings (operators: OPENAI_TTS_MODELS)",
  });
});

test('each voice is listed in every language', async () => {
  const { provider, signal } = await openService('openai');
  const voices = await provider.voices(signal);
  expect(new Set(voices.map(({ name }) => name)).size).toBe(13);
  expect(named(voices, 'onyx').map(({ language }) => language)).toEqual(
    expect.arrayContaining(['en-US', 'de-DE', 'fr-FR', 'pt-BR', 'zh-CN']),
  );
  expect(named(voices, 'onyx')[0]).toMatchObject({
    gender: 'male',
    type: 'premium',
    availableModels: ['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd'],
  });
  expect(named(voices, 'cedar')[0]).toMatchObject({ availableModels: ['gpt-4o-mini-tts'] });
});

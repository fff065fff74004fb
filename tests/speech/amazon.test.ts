import { expect, test } from 'vitest';
import { amazon } from '../../server/speech/amazon.ts';
import { KEY, openService, wordTimes } from './started-services.ts';

test('requests are signed, and a second one gets timings from speech marks', async () => {
  const { server, provider, request, signal } = await openService('amazon');
  const text = 'Ça va à 5 heures?';
  const answer = await provider.synthesise(request({ text }), signal);
  const common = { Engine: 'neural', LanguageCode: 'en-US', Text: text, TextType: 'text', VoiceId: 'Joanna' };
  expect(server.requests.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
    ['POST', '/v1/speech', { ...common, OutputFormat: 'mp3', SampleRate: '24000' }],
    ['POST', '/v1/speech', { ...common, OutputFormat: 'json', SpeechMarkTypes: ['word'] }],
  ]);
  expect(server.requests[0]?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/\d{8}\/eu-central-1\/polly\/aws4_request, /,
  );
  expect(wordTimes(text, answer)).toEqual([
    ['Ça', 0],
    ['va', 180],
    ['à', 360],
    ['5', 480],
    ['heures', 600],
  ]);
});

test('offsets of marks are mapped through the markup of a changed rate', async () => {
  const { provider, request, sent, signal } = await openService('amazon');
  const text = 'Müller & Söhne <neu>';
  const answer = await provider.synthesise(
    request({ text, model: 'standard', settings: { relativeRate: 20 } }),
    signal,
  );
  expect(sent()).toMatchObject({
    Engine: 'standard',
    TextType: 'ssml',
    Text: '<speak><prosody rate="120%">Müller &amp; Söhne &lt;neu&gt;</prosody></speak>',
  });
  expect(wordTimes(text, answer).map(([word]) => word)).toEqual(['Müller', 'Söhne', 'neu']);
});

test.each([
  ['from an engine without marks', 'generative', 1],
  ['if marks are refused', 'neural', 2],
])('without speech marks audio has no timings %s', async (_name, model, requests) => {
  const { server, provider, request, signal } = await openService('amazon');
  server.fail({ status: 400 }, { after: 1 });
  expect((await provider.synthesise(request({ model }), signal)).timings).toBeUndefined();
  expect(server.requests).toHaveLength(requests);
});

test('marks are requested only if needed', async () => {
  const { server, request, signal } = await openService('amazon');
  const env = {
    AWS_ACCESS_KEY_ID: 'AKIDTEST',
    AWS_SECRET_ACCESS_KEY: KEY,
    AWS_REGION: 'eu-central-1',
    AWS_POLLY_BASE_URL: server.url,
    AWS_POLLY_SPEECH_MARKS: '0',
  };
  const frugal = amazon.open(env, { stallMs: 5000, timeoutMs: 5000 });
  expect((await frugal.synthesise(request({}), signal)).timings).toBeUndefined();
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['Ivy', 'standard'],
  ['Matthew', 'neural'],
])('without a configured model %s uses the engine %s', async (voice, engine) => {
  const { provider, request, sent, signal } = await openService('amazon');
  await provider.synthesise(request({ voice, model: undefined }), signal);
  expect(sent()).toMatchObject({ VoiceId: voice, Engine: engine });
});

test('all pages of voices are listed, bilingual ones in both languages, and requested by Amazon’s codes', async () => {
  const { provider, request, sent, signal } = await openService('amazon');
  const voices = await provider.voices(signal);
  expect(
    voices.map(({ name, language, gender, type, availableModels }) => [
      name,
      language,
      gender,
      type,
      availableModels.join(),
    ]),
  ).toEqual([
    ['Joanna', 'en-US', 'female', 'premium', 'neural,generative,standard'],
    ['Matthew', 'en-US', 'male', 'premium', 'neural,standard'],
    ['Ivy', 'en-US', 'female', 'standard', 'standard'],
    ['Kajal', 'en-IN', 'female', 'premium', 'neural'],
    ['Kajal', 'hi-IN', 'female', 'premium', 'neural'],
    ['Zhiyu', 'zh-CN', 'female', 'premium', 'neural,standard'],
  ]);
  await provider.synthesise(request({ voice: 'Zhiyu', language: 'zh-CN', text: '你好' }), signal);
  expect(sent()).toMatchObject({ LanguageCode: 'cmn-CN' });
});

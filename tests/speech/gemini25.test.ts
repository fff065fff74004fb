import { expect, test } from 'vitest';
import { gemini25 } from '../../server/speech/gemini25.ts';
import { ENDLESS, UNSAFE } from './servers/gemini25.ts';
import { KEY, named, openService } from './started-services.ts';

const OLDER = 'gemini-2.5-flash-preview-tts';

test('the text is sent unchanged with the style separate, and returns WAV', async () => {
  const { provider, request, last, sent, signal } = await openService('gemini25');
  const answer = await provider.synthesise(
    request({ voice: 'Puck', language: 'de-DE', style: 'calm', text: 'Ist 3 < 5? <sigh> Ja.' }),
    signal,
  );
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/v1beta/models/gemini-3.8-flash-tts:generateContent',
  });
  expect(last().headers).toMatchObject({ 'x-goog-api-key': KEY, 'content-type': 'application/json' });
  expect(sent()).toEqual({
    contents: [
      {
        role: 'user',
        parts: [{ text: 'Ist 3   5?  sigh  Ja.', speechMetadata: { style: 'Speak slowly and calmly.' } }],
      },
    ],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { languageCode: 'de-DE', voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
    },
  });
  expect(answer.format).toEqual({ kind: 'wav' });
  await provider.synthesise(request({}), signal);
  expect(sent()).toMatchObject({ contents: [{ parts: [{ text: 'Hello.' }] }] });
  expect(JSON.stringify(sent())).not.toContain('speechMetadata');
});

test('older models are told in the text to read it, and return PCM', async () => {
  const { provider, request, last, sent, signal } = await openService('gemini25');
  const answer = await provider.synthesise(
    request({ model: OLDER, style: 'calm', text: 'Wie spät ist es?' }),
    signal,
  );
  expect(last().path).toBe(`/v1beta/models/${OLDER}:generateContent`);
  expect(sent()).toMatchObject({
    contents: [
      {
        role: 'user',
        parts: [{ text: 'Read aloud, word for word. Speak slowly and calmly.\n\nWie spät ist es?' }],
      },
    ],
  });
  expect(answer.format).toEqual({ kind: 's16le', sampleRate: 24_000, channels: 1 });
});

test('omits the language where the API does not accept it', async () => {
  const { provider, request, sent, signal } = await openService('gemini25');
  await provider.synthesise(request({ language: 'uk-UA' }), signal);
  expect(sent()).toMatchObject({
    generationConfig: { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } } },
  });
  expect(JSON.stringify(sent())).not.toContain('languageCode');
});

test.each([
  ['that the model refuses', UNSAFE, /PROHIBITED_CONTENT/],
  ['whose audio was cut off', ENDLESS, /too long/],
])('a text %s is an invalid request', async (_name, text, message) => {
  const { provider, request, signal } = await openService('gemini25');
  await expect(provider.synthesise(request({ text }), signal)).rejects.toMatchObject({
    kind: 'bad_request',
    message: expect.stringMatching(message) as string,
  });
});

test('a model that was shut down is reported, and no longer offered', async () => {
  const { provider, request, signal } = await openService('gemini25');
  await expect(
    provider.synthesise(request({ model: 'gemini-2.5-pro-preview-tts' }), signal),
  ).rejects.toMatchObject({
    kind: 'gone',
    message:
      "gemini25: answered 404: the model 'gemini-2.5-pro-preview-tts' does not exist, is shut down, or is closed to this key; choose " +
      "another one in the project's settings (operators: GEMINI_TTS_MODELS)",
  });
  const voices = await provider.voices(signal);
  expect(new Set(voices.map(({ name }) => name)).size).toBe(30);
  const kore = named(voices, 'Kore');
  expect(kore[0]).toMatchObject({
    gender: 'female',
    language: 'ar-EG',
    availableModels: ['gemini-3.8-flash-tts', 'gemini-3.8-flash-lite-tts', OLDER],
  });
  expect(kore.find(({ language }) => language === 'da-DK')).toMatchObject({
    availableModels: ['gemini-3.8-flash-tts', 'gemini-3.8-flash-lite-tts'],
  });
  expect(new Set(kore.map(({ language }) => language)).size).toBe(kore.length);
});

test('the error without models names those that were expected', async () => {
  const { server, signal } = await openService('gemini25');
  const provider = gemini25.open(
    { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: server.url, GEMINI_TTS_MODELS: 'gemini-1-tts, gemini-2-tts' },
    { stallMs: 5000, timeoutMs: 5000 },
  );
  await expect(provider.voices(signal)).rejects.toMatchObject({
    kind: 'bad_request',
    message:
      'gemini25: none of the models of GEMINI_TTS_MODELS (gemini-1-tts, gemini-2-tts) is offered to this key',
  });
});

test('an account without billing is a credentials error', async () => {
  const { server, provider, request, signal } = await openService('gemini25');
  server.fail({ status: 400, message: 'FAILED_PRECONDITION: please enable billing' });
  await expect(provider.synthesise(request({}), signal)).rejects.toMatchObject({ kind: 'credentials' });
});

test('the retry time is read from the body of a 429', async () => {
  const { server, provider, request, signal } = await openService('gemini25');
  server.fail({ status: 429, message: 'You exceeded your quota. Please retry in 34.5s' });
  await expect(provider.synthesise(request({}), signal)).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 34_500,
  });
});

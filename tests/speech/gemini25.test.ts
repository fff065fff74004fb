import { expect, test } from 'vitest';
import { UNSAFE } from './servers/gemini25.ts';
import { KEY, named, openService } from './services.ts';

test('asks for sound from a model and a voice, and answers PCM', async () => {
  const { provider, request, last, sent, signal } = await openService('gemini25');
  const answer = await provider.synthesise(request({ voice: 'Puck', language: 'de-DE', model: 'gemini-2.5-pro-preview-tts', style: 'calm', text: 'Wie spät ist es?' }), signal);
  expect(last()).toMatchObject({ method: 'POST', path: '/v1beta/models/gemini-2.5-pro-preview-tts:generateContent' });
  expect(last().headers).toMatchObject({ 'x-goog-api-key': KEY });
  expect(sent()).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Read aloud, word for word. Speak slowly and calmly.\n\nWie spät ist es?' }] }],
    generationConfig: { responseModalities: ['AUDIO'], speechConfig: { languageCode: 'de-DE', voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } } },
  });
  expect(answer.format).toEqual({ kind: 's16le', sampleRate: 24_000, channels: 1 });
});

test('does not tell the language where the call may not be told', async () => {
  const { provider, request, sent, signal } = await openService('gemini25');
  await provider.synthesise(request({ language: 'uk-UA' }), signal);
  expect(sent()).toMatchObject({ generationConfig: { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } } } });
  expect(JSON.stringify(sent())).not.toContain('languageCode');
});

test('a text that the model refuses is a bad request', async () => {
  const { provider, request, signal } = await openService('gemini25');
  await expect(provider.synthesise(request({ text: UNSAFE }), signal)).rejects.toMatchObject({ kind: 'bad_request' });
});

test('lists thirty voices with the flash and the pro model', async () => {
  const { provider, signal } = await openService('gemini25');
  const voices = await provider.voices(signal);
  expect(new Set(voices.map(({ name }) => name)).size).toBe(30);
  expect(named(voices, 'Kore')[0]).toMatchObject({ gender: 'female', availableModels: ['gemini-2.5-flash-preview-tts', 'gemini-2.5-pro-preview-tts'] });
});

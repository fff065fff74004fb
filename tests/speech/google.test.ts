import { expect, test } from 'vitest';
import { KEY, openService, wordTimes } from './started-services.ts';

test('SSML marks are requested and converted to word timings', async () => {
  const { provider, request, sent, last, signal } = await openService('google');
  const text = 'Fish & chips, 2 pounds.';
  const answer = await provider.synthesise(
    request({ text, settings: { speed: 1.2, semitones: -2 } }),
    signal,
  );
  expect(last()).toMatchObject({ method: 'POST', path: '/v1beta1/text:synthesize' });
  expect(last().headers).toMatchObject({ 'x-goog-api-key': KEY });
  expect(sent()).toEqual({
    input: {
      ssml: '<speak><mark name="0"/>Fish &amp; <mark name="1"/>chips, <mark name="2"/>2 <mark name="3"/>pounds<mark name="end"/>.</speak>',
    },
    voice: { languageCode: 'en-US', name: 'en-US-Neural2-D' },
    audioConfig: { audioEncoding: 'MP3_64_KBPS', speakingRate: 1.2, pitch: -2 },
    enableTimePointing: ['SSML_MARK'],
  });
  expect(answer.format).toEqual({ kind: 'mp3' });
  expect(wordTimes(text, answer)).toEqual([
    ['Fish', 0],
    ['chips', 660],
    ['2', 1080],
    ['pounds', 1200],
  ]);
  expect(answer.timings?.at(-1)?.endMs).toBeCloseTo(1560, 0);
});

test('plain text is sent and timings measured if marks would make it too long', async () => {
  const { provider, request, sent, signal } = await openService('google');
  const text = 'go '.repeat(1500);
  const answer = await provider.synthesise(request({ text }), signal);
  expect(sent()).toMatchObject({ input: { text } });
  expect(answer.timings).toBeUndefined();
});

test('voices without marks get plain text and return WAV, in the language of their name', async () => {
  const { provider, request, sent, signal } = await openService('google');
  const answer = await provider.synthesise(request({ voice: 'en-US-Chirp3-HD-Kore' }), signal);
  expect(sent()).toEqual({
    input: { text: 'Hello.' },
    voice: { languageCode: 'en-US', name: 'en-US-Chirp3-HD-Kore' },
    audioConfig: { audioEncoding: 'LINEAR16' },
  });
  expect(answer.format).toEqual({ kind: 'wav' });
  await provider.synthesise(
    request({ voice: 'cmn-CN-Wavenet-A', language: 'zh-CN', text: '你好世界' }),
    signal,
  );
  expect(sent()).toMatchObject({ voice: { languageCode: 'cmn-CN' } });
});

test('voices are listed with BCP 47 languages', async () => {
  const { provider, signal } = await openService('google');
  const voices = await provider.voices(signal);
  expect(
    voices.map(({ name, label, language, gender, type }) => [name, label, language, gender, type]),
  ).toEqual([
    ['en-US-Neural2-D', 'Neural2 D', 'en-US', 'male', 'premium'],
    ['en-US-Chirp3-HD-Kore', 'Chirp3 HD Kore', 'en-US', 'female', 'premium'],
    ['de-DE-Standard-A', 'Standard A', 'de-DE', 'female', 'standard'],
    ['cmn-CN-Wavenet-A', 'Wavenet A', 'zh-CN', 'female', 'premium'],
  ]);
  expect(voices[0]?.availableSettings.map(({ id }) => id)).toEqual(['speed', 'semitones']);
  expect(voices[1]?.availableSettings.map(({ id }) => id)).toEqual(['speed']);
});

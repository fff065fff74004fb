import { expect, test } from 'vitest';
import { KEY, named, openService, wordTimes } from './started-services.ts';

test('all settings are sent, and characters are combined into words', async () => {
  const { provider, request, last, sent, signal } = await openService('elevenlabs');
  const text = 'Guten Tag, 👋 Käthe!';
  const answer = await provider.synthesise(
    request({ text, language: 'de-DE', settings: { stability: 0.3, useSpeakerBoost: false, speed: 1.1 } }),
    signal,
  );
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/with-timestamps',
  });
  expect(Object.fromEntries(last().query)).toEqual({ output_format: 'mp3_44100_128' });
  expect(last().headers).toMatchObject({ 'xi-api-key': KEY });
  expect(sent()).toEqual({
    text,
    model_id: 'eleven_multilingual_v2',
    voice_settings: {
      stability: 0.3,
      similarity_boost: 0.75,
      style: 0,
      use_speaker_boost: false,
      speed: 1.1,
    },
  });
  expect(wordTimes(text, answer)).toEqual([
    ['Guten', 0],
    ['Tag', 360],
    ['Käthe', 780],
  ]);
  expect(answer.timings?.[2]?.endMs).toBeCloseTo(1080, 6);
});

test('the language is sent to the fast models', async () => {
  const { provider, request, sent, signal } = await openService('elevenlabs');
  await provider.synthesise(
    request({ model: 'eleven_flash_v2_5', language: 'nb-NO', settings: { textNormalization: 'off' } }),
    signal,
  );
  expect(sent()).toMatchObject({
    model_id: 'eleven_flash_v2_5',
    language_code: 'no',
    apply_text_normalization: 'off',
  });
});

test('all pages of voices are listed in every language, with matching models', async () => {
  const { provider, signal } = await openService('elevenlabs');
  const voices = await provider.voices(signal);
  expect(new Set(voices.map(({ label }) => label))).toEqual(
    new Set(['George', 'Rachel', 'pNInz6obpgDQGcFmaJgB']),
  );
  const george = named(voices, 'JBFqnCBsd6RMkjVDRZzb');
  expect(george).toHaveLength(32);
  expect(george.find(({ language }) => language === 'de-DE')).toMatchObject({
    gender: 'male',
    availableModels: ['eleven_multilingual_v2', 'eleven_flash_v2_5', 'eleven_turbo_v2_5'],
  });
  expect(george.find(({ language }) => language === 'hu-HU')).toMatchObject({
    availableModels: ['eleven_flash_v2_5', 'eleven_turbo_v2_5'],
  });
  expect(george[0]?.availableSettings.map(({ id }) => id)).toEqual([
    'stability',
    'similarityBoost',
    'styleExaggeration',
    'useSpeakerBoost',
    'speed',
    'textNormalization',
  ]);
});

test('an exhausted quota is a credentials error', async () => {
  const { server, provider, request, signal } = await openService('elevenlabs');
  server.fail({ status: 401, message: 'quota_exceeded' });
  await expect(provider.synthesise(request({}), signal)).rejects.toMatchObject({ kind: 'credentials' });
});

test('a recording is revoiced, with its file type', async () => {
  const { provider, server, last, signal } = await openService('elevenlabs');
  const { model, run } = provider.conversion!;
  const pcm = new Uint8Array(4_800).map((_, index) => index % 251);
  const recording = { voice: '21m00Tcm4TlvDq8ikWAM', model, audio: pcm };
  const answer = await run(
    { ...recording, format: { kind: 's16le', sampleRate: 24_000, channels: 1 } },
    signal,
  );
  expect([answer.format, answer.timings]).toEqual([{ kind: 'mp3' }, undefined]);
  expect(last()).toMatchObject({ method: 'POST', path: '/v1/speech-to-speech/21m00Tcm4TlvDq8ikWAM/stream' });
  expect(last().headers).toMatchObject({ 'xi-api-key': KEY });
  expect(Object.fromEntries(last().query)).toEqual({ output_format: 'mp3_44100_128' });
  const form = await new Response(new Uint8Array(last().bytes), {
    headers: { 'content-type': last().headers['content-type']! },
  }).formData();
  const sent = form.get('audio') as File;
  expect([form.get('model_id'), sent.name, sent.size]).toEqual([model, 'speech.wav', 44 + pcm.length]);
  expect(new Uint8Array(await sent.slice(44).arrayBuffer())).toEqual(pcm);

  await run({ ...recording, format: { kind: 'mp3' } }, signal);
  expect(last().body).toContain('filename="speech.mp3"');
  for (const fault of ['wrong_type', 'soundless'] as const) {
    server.fail(fault);
    await expect(run({ ...recording, format: { kind: 'mp3' } }, signal)).rejects.toMatchObject({
      kind: 'bad_audio',
    });
  }
});

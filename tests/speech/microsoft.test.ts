import { expect, test } from 'vitest';
import { KEY, openService } from './started-services.ts';

test('escaped SSML is sent with rate, pitch and style', async () => {
  const { provider, request, last, signal } = await openService('microsoft');
  const answer = await provider.synthesise(
    request({
      text: 'A < B & "C"\u0001',
      style: 'newscast',
      settings: { relativeRate: 10, relativePitch: -5, styleDegree: 1.5 },
    }),
    signal,
  );
  expect(last()).toMatchObject({ method: 'POST', path: '/cognitiveservices/v1' });
  expect(last().headers).toMatchObject({
    'ocp-apim-subscription-key': KEY,
    'content-type': 'application/ssml+xml',
    'x-microsoft-outputformat': 'audio-24khz-96kbitrate-mono-mp3',
  });
  expect(last().body).toBe(
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" ' +
      'xml:lang="en-US"><voice name="en-US-GuyNeural">' +
      '<mstts:express-as style="newscast" styledegree="1.5"><prosody rate="+10%" pitch="-5%">A &lt; B &amp; &quot;C&quot; ' +
      '</prosody></mstts:express-as></voice></speak>',
  );
  expect(answer.timings).toBeUndefined();
});

test('a multilingual voice is told which language to speak', async () => {
  const { provider, request, last, signal } = await openService('microsoft');
  await provider.synthesise(
    request({ voice: 'de-DE-SeraphinaMultilingualNeural', language: 'fr-FR', text: 'Bonjour.' }),
    signal,
  );
  expect(last().body).toContain(
    '<voice name="de-DE-SeraphinaMultilingualNeural"><lang xml:lang="fr-FR">Bonjour.</lang></voice>',
  );
});

test('HD voices get no options that they refuse', async () => {
  const { provider, request, last, signal } = await openService('microsoft');
  await provider.synthesise(
    request({
      voice: 'en-US-Ava:DragonHDLatestNeural',
      style: 'sad',
      settings: { relativeRate: 10, relativePitch: 5 },
    }),
    signal,
  );
  expect(last().body).toContain('<voice name="en-US-Ava:DragonHDLatestNeural">Hello.</voice>');
});

test('voices are listed in all their languages, without deprecated and multi-speaker ones', async () => {
  const { provider, signal } = await openService('microsoft');
  const voices = await provider.voices(signal);
  expect(
    voices.map(({ name, label, language, gender, styles }) => [name, label, language, gender, styles.join()]),
  ).toEqual([
    ['en-US-GuyNeural', 'Guy', 'en-US', 'male', 'newscast,cheerful'],
    ['de-DE-SeraphinaMultilingualNeural', 'Seraphina Multilingual', 'de-DE', 'female', ''],
    ['de-DE-SeraphinaMultilingualNeural', 'Seraphina Multilingual', 'en-US', 'female', ''],
    ['de-DE-SeraphinaMultilingualNeural', 'Seraphina Multilingual', 'fr-FR', 'female', ''],
    ['en-US-Ava:DragonHDLatestNeural', 'Ava Dragon HD Latest', 'en-US', 'female', ''],
  ]);
  expect(voices.map(({ availableSettings }) => availableSettings.length)).toEqual([3, 2, 2, 2, 0]);
});

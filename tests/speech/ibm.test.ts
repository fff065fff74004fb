import { expect, test } from 'vitest';
import { KEY, openService } from './started-services.ts';

test('escaped text, voice, rate and pitch are sent with basic authentication', async () => {
  const { provider, request, last, sent, signal } = await openService('ibm');
  await provider.synthesise(
    request({ text: 'AT&T', settings: { relativeRate: -10, relativePitch: 5 } }),
    signal,
  );
  expect(last()).toMatchObject({ method: 'POST', path: '/v1/synthesize' });
  expect(Object.fromEntries(last().query)).toEqual({
    voice: 'en-US_AllisonV3Voice',
    rate_percentage: '-10',
    pitch_percentage: '5',
  });
  expect(last().headers).toMatchObject({
    authorization: `Basic ${Buffer.from(`apikey:${KEY}`).toString('base64')}`,
    accept: 'audio/mp3;rate=24000',
  });
  expect(sent()).toEqual({ text: 'AT&amp;T' });
});

test('text that is too long after escaping is refused without a request', async () => {
  const { server, provider, request, signal } = await openService('ibm');
  await expect(provider.synthesise(request({ text: '&'.repeat(2000) }), signal)).rejects.toMatchObject({
    kind: 'bad_request',
  });
  expect(server.requests).toEqual([]);
});

test('voices are listed', async () => {
  const { provider, signal } = await openService('ibm');
  expect(
    (await provider.voices(signal)).map(({ name, label, language, gender }) => [
      name,
      label,
      language,
      gender,
    ]),
  ).toEqual([
    ['en-US_AllisonV3Voice', 'Allison', 'en-US', 'female'],
    ['en-US_MichaelV3Voice', 'Michael', 'en-US', 'male'],
    ['en-US_EmmaExpressive', 'Emma (expressive)', 'en-US', 'female'],
    ['de-DE_DieterV3Voice', 'Dieter', 'de-DE', 'male'],
  ]);
});

import { afterEach, describe, expect, test } from 'vitest';
import { amazonProvider } from '../../server/speech/amazon.ts';
import { speechConfig } from '../../server/speech/config.ts';
import type { SpeechAudio, Voice } from '../../server/speech/provider.ts';
import { UNSAFE } from './servers/gemini25.ts';
import { KEY, startedService } from './services.ts';

let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());

/** The service's server, provider, and its last request. */
async function open(id: string) {
  const started = await startedService(id);
  close = () => started.server.close();
  return {
    ...started,
    signal: AbortSignal.timeout(5000),
    last: () => started.server.requests.at(-1)!,
    sent: (): unknown => JSON.parse(started.server.requests.at(-1)!.body),
  };
}

const words = (text: string, { timings = [] }: SpeechAudio): [string, number][] => timings.map(({ start, length, startMs }) => [text.slice(start, start + length), Math.round(startMs)]);
const named = (voices: Voice[], name: string): Voice[] => voices.filter((voice) => voice.name === name);

describe('google', () => {
  test('asks for SSML marks and turns them into word timings', async () => {
    const { provider, request, sent, last, signal } = await open('google');
    const text = 'Fish & chips, 2 pounds.';
    const answer = await provider.synthesise(request({ text, settings: { speed: 1.2, semitones: -2 } }), signal);
    expect(last()).toMatchObject({ method: 'POST', path: '/v1beta1/text:synthesize' });
    expect(last().headers).toMatchObject({ 'x-goog-api-key': KEY });
    expect(sent()).toEqual({
      input: { ssml: '<speak><mark name="0"/>Fish &amp; <mark name="1"/>chips, <mark name="2"/>2 <mark name="3"/>pounds<mark name="end"/>.</speak>' },
      voice: { languageCode: 'en-US', name: 'en-US-Neural2-D' },
      audioConfig: { audioEncoding: 'MP3_64_KBPS', speakingRate: 1.2, pitch: -2 },
      enableTimePointing: ['SSML_MARK'],
    });
    expect(answer.format).toEqual({ kind: 'mp3' });
    expect(words(text, answer)).toEqual([['Fish', 0], ['chips', 660], ['2', 1080], ['pounds', 1200]]);
    expect(answer.timings?.at(-1)?.endMs).toBeCloseTo(1560, 0);
  });

  test('sends plain text, to be timed by measuring, where marks would make it too long', async () => {
    const { provider, request, sent, signal } = await open('google');
    const text = 'go '.repeat(1500);
    const answer = await provider.synthesise(request({ text }), signal);
    expect(sent()).toMatchObject({ input: { text } });
    expect(answer.timings).toBeUndefined();
  });

  test('asks voices without marks for WAV and plain text, in the language of their name', async () => {
    const { provider, request, sent, signal } = await open('google');
    const answer = await provider.synthesise(request({ voice: 'en-US-Chirp3-HD-Kore' }), signal);
    expect(sent()).toEqual({ input: { text: 'Hello.' }, voice: { languageCode: 'en-US', name: 'en-US-Chirp3-HD-Kore' }, audioConfig: { audioEncoding: 'LINEAR16' } });
    expect(answer.format).toEqual({ kind: 'wav' });
    await provider.synthesise(request({ voice: 'cmn-CN-Wavenet-A', language: 'zh-CN', text: '你好世界' }), signal);
    expect(sent()).toMatchObject({ voice: { languageCode: 'cmn-CN' } });
  });

  test('lists its voices, languages in BCP 47', async () => {
    const { provider, signal } = await open('google');
    const voices = await provider.voices(signal);
    expect(voices.map(({ name, label, language, gender, type }) => [name, label, language, gender, type])).toEqual([
      ['en-US-Neural2-D', 'Neural2 D', 'en-US', 'male', 'premium'],
      ['en-US-Chirp3-HD-Kore', 'Chirp3 HD Kore', 'en-US', 'female', 'premium'],
      ['de-DE-Standard-A', 'Standard A', 'de-DE', 'female', 'standard'],
      ['cmn-CN-Wavenet-A', 'Wavenet A', 'zh-CN', 'female', 'premium'],
    ]);
    expect(voices[0]?.availableSettings.map(({ id }) => id)).toEqual(['speed', 'semitones']);
    expect(voices[1]?.availableSettings.map(({ id }) => id)).toEqual(['speed']);
  });
});

describe('amazon', () => {
  test('signs its requests, and gets timings from speech marks by a second one', async () => {
    const { server, provider, request, signal } = await open('amazon');
    const text = 'Ça va à 5 heures?';
    const answer = await provider.synthesise(request({ text }), signal);
    const common = { Engine: 'neural', LanguageCode: 'en-US', Text: text, TextType: 'text', VoiceId: 'Joanna' };
    expect(server.requests.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['POST', '/v1/speech', { ...common, OutputFormat: 'mp3', SampleRate: '24000' }],
      ['POST', '/v1/speech', { ...common, OutputFormat: 'json', SpeechMarkTypes: ['word'] }],
    ]);
    expect(server.requests[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDTEST\/\d{8}\/eu-central-1\/polly\/aws4_request, /);
    expect(words(text, answer)).toEqual([['Ça', 0], ['va', 180], ['à', 360], ['5', 480], ['heures', 600]]);
  });

  test('maps the offsets of marks back through the markup of a changed rate', async () => {
    const { provider, request, sent, signal } = await open('amazon');
    const text = 'Müller & Söhne <neu>';
    const answer = await provider.synthesise(request({ text, model: 'standard', settings: { relativeRate: 20 } }), signal);
    expect(sent()).toMatchObject({ Engine: 'standard', TextType: 'ssml', Text: '<speak><prosody rate="120%">Müller &amp; Söhne &lt;neu&gt;</prosody></speak>' });
    expect(words(text, answer).map(([word]) => word)).toEqual(['Müller', 'Söhne', 'neu']);
  });

  test.each([
    ['of an engine without marks', 'generative', 1],
    ['where marks are refused', 'neural', 2],
  ])('speaks without timings %s', async (_name, model, requests) => {
    const { server, provider, request, signal } = await open('amazon');
    server.fail({ status: 400 }, { after: 1 });
    expect((await provider.synthesise(request({ model }), signal)).timings).toBeUndefined();
    expect(server.requests).toHaveLength(requests);
  });

  test('asks for no marks when they are not wanted', async () => {
    const { server, request, signal } = await open('amazon');
    const env = { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: KEY, AWS_REGION: 'eu-central-1', AWS_POLLY_BASE_URL: server.url, AWS_POLLY_SPEECH_MARKS: '0' };
    const frugal = amazonProvider(speechConfig(env).amazon, { stallMs: 5000, timeoutMs: 5000 });
    expect((await frugal.synthesise(request({}), signal)).timings).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['Ivy', 'standard'],
    ['Matthew', 'neural'],
  ])('without a chosen model %s speaks with the engine %s', async (voice, engine) => {
    const { provider, request, sent, signal } = await open('amazon');
    await provider.synthesise(request({ voice, model: undefined }), signal);
    expect(sent()).toMatchObject({ VoiceId: voice, Engine: engine });
  });

  test('lists all pages of voices, bilingual ones in both languages, and asks for them by its own codes', async () => {
    const { provider, request, sent, signal } = await open('amazon');
    const voices = await provider.voices(signal);
    expect(voices.map(({ name, language, gender, type, availableModels }) => [name, language, gender, type, availableModels.join()])).toEqual([
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
});

describe('microsoft', () => {
  test('sends escaped SSML with rate, pitch and style', async () => {
    const { provider, request, last, signal } = await open('microsoft');
    const answer = await provider.synthesise(request({ text: 'A < B & "C"\u0001', style: 'newscast', settings: { relativeRate: 10, relativePitch: -5, styleDegree: 1.5 } }), signal);
    expect(last()).toMatchObject({ method: 'POST', path: '/cognitiveservices/v1' });
    expect(last().headers).toMatchObject({ 'ocp-apim-subscription-key': KEY, 'content-type': 'application/ssml+xml', 'x-microsoft-outputformat': 'audio-24khz-96kbitrate-mono-mp3' });
    expect(last().body).toBe(
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="en-US"><voice name="en-US-GuyNeural">' +
        '<mstts:express-as style="newscast" styledegree="1.5"><prosody rate="+10%" pitch="-5%">A &lt; B &amp; &quot;C&quot; </prosody></mstts:express-as></voice></speak>',
    );
    expect(answer.timings).toBeUndefined();
  });

  test('tells a voice of several languages which to speak', async () => {
    const { provider, request, last, signal } = await open('microsoft');
    await provider.synthesise(request({ voice: 'de-DE-SeraphinaMultilingualNeural', language: 'fr-FR', text: 'Bonjour.' }), signal);
    expect(last().body).toContain('<voice name="de-DE-SeraphinaMultilingualNeural"><lang xml:lang="fr-FR">Bonjour.</lang></voice>');
  });

  test('lists voices in all their languages, without deprecated ones', async () => {
    const { provider, signal } = await open('microsoft');
    const voices = await provider.voices(signal);
    expect(voices.map(({ name, label, language, gender, styles }) => [name, label, language, gender, styles.join()])).toEqual([
      ['en-US-GuyNeural', 'Guy', 'en-US', 'male', 'newscast,cheerful'],
      ['de-DE-SeraphinaMultilingualNeural', 'Seraphina Multilingual', 'de-DE', 'female', ''],
      ['de-DE-SeraphinaMultilingualNeural', 'Seraphina Multilingual', 'en-US', 'female', ''],
      ['de-DE-SeraphinaMultilingualNeural', 'Seraphina Multilingual', 'fr-FR', 'female', ''],
    ]);
  });
});

describe('ibm', () => {
  test('sends text with escapes, voice, rate and pitch, under basic authentication', async () => {
    const { provider, request, last, sent, signal } = await open('ibm');
    await provider.synthesise(request({ text: 'AT&T', settings: { relativeRate: -10, relativePitch: 5 } }), signal);
    expect(last()).toMatchObject({ method: 'POST', path: '/v1/synthesize' });
    expect(Object.fromEntries(last().query)).toEqual({ voice: 'en-US_AllisonV3Voice', rate_percentage: '-10', pitch_percentage: '5' });
    expect(last().headers).toMatchObject({ authorization: `Basic ${Buffer.from(`apikey:${KEY}`).toString('base64')}`, accept: 'audio/mp3;rate=24000' });
    expect(sent()).toEqual({ text: 'AT&amp;T' });
  });

  test('refuses by itself what is too long once escaped', async () => {
    const { server, provider, request, signal } = await open('ibm');
    await expect(provider.synthesise(request({ text: '&'.repeat(2000) }), signal)).rejects.toMatchObject({ kind: 'bad_request' });
    expect(server.requests).toEqual([]);
  });

  test('lists its voices', async () => {
    const { provider, signal } = await open('ibm');
    expect((await provider.voices(signal)).map(({ name, label, language, gender }) => [name, label, language, gender])).toEqual([
      ['en-US_AllisonV3Voice', 'Allison', 'en-US', 'female'],
      ['en-US_MichaelV3Voice', 'Michael', 'en-US', 'male'],
      ['en-US_EmmaExpressive', 'Emma (expressive)', 'en-US', 'female'],
      ['de-DE_DieterV3Voice', 'Dieter', 'de-DE', 'male'],
    ]);
  });
});

describe('openai', () => {
  test('sends model, voice, speed and how to speak', async () => {
    const { provider, request, last, sent, signal } = await open('openai');
    await provider.synthesise(request({ text: 'Hello & goodbye.', style: 'newscast', settings: { speed: 1.25 } }), signal);
    expect(last()).toMatchObject({ method: 'POST', path: '/v1/audio/speech' });
    expect(last().headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
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
  ])('refuses %s without asking', async (_name, more) => {
    const { server, provider, request, signal } = await open('openai');
    await expect(provider.synthesise(request(more), signal)).rejects.toMatchObject({ kind: 'bad_request' });
    expect(server.requests).toEqual([]);
  });

  test('an account without funds is a matter of credentials, not of waiting', async () => {
    const { server, provider, request, signal } = await open('openai');
    server.fail({ status: 429, message: 'You exceeded your current quota (insufficient_quota)' });
    await expect(provider.synthesise(request({}), signal)).rejects.toMatchObject({ kind: 'credentials' });
  });

  test('lists each voice in every language', async () => {
    const { provider, signal } = await open('openai');
    const voices = await provider.voices(signal);
    expect(new Set(voices.map(({ name }) => name)).size).toBe(13);
    expect(named(voices, 'onyx').map(({ language }) => language)).toEqual(expect.arrayContaining(['en-US', 'de-DE', 'fr-FR', 'pt-BR', 'zh-CN']));
    expect(named(voices, 'onyx')[0]).toMatchObject({ gender: 'male', type: 'premium', availableModels: ['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd'] });
    expect(named(voices, 'cedar')[0]).toMatchObject({ availableModels: ['gpt-4o-mini-tts'] });
  });
});

describe('elevenlabs', () => {
  test('sends all settings, and makes words of characters', async () => {
    const { provider, request, last, sent, signal } = await open('elevenlabs');
    const text = 'Guten Tag, 👋 Käthe!';
    const answer = await provider.synthesise(request({ text, language: 'de-DE', settings: { stability: 0.3, useSpeakerBoost: false, speed: 1.1 } }), signal);
    expect(last()).toMatchObject({ method: 'POST', path: '/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/with-timestamps' });
    expect(Object.fromEntries(last().query)).toEqual({ output_format: 'mp3_44100_128' });
    expect(last().headers).toMatchObject({ 'xi-api-key': KEY });
    expect(sent()).toEqual({
      text,
      model_id: 'eleven_multilingual_v2',
      voice_settings: { stability: 0.3, similarity_boost: 0.75, style: 0, use_speaker_boost: false, speed: 1.1 },
    });
    expect(words(text, answer)).toEqual([['Guten', 0], ['Tag', 360], ['Käthe', 780]]);
    expect(answer.timings?.[2]?.endMs).toBeCloseTo(1080, 6);
  });

  test('tells the fast models the language', async () => {
    const { provider, request, sent, signal } = await open('elevenlabs');
    await provider.synthesise(request({ model: 'eleven_flash_v2_5', language: 'nb-NO' }), signal);
    expect(sent()).toMatchObject({ model_id: 'eleven_flash_v2_5', language_code: 'no' });
  });

  test('lists all pages of voices in every language, with the models that speak it', async () => {
    const { provider, signal } = await open('elevenlabs');
    const voices = await provider.voices(signal);
    expect(new Set(voices.map(({ label }) => label))).toEqual(new Set(['George', 'Rachel']));
    const george = named(voices, 'JBFqnCBsd6RMkjVDRZzb');
    expect(george).toHaveLength(32);
    expect(george.find(({ language }) => language === 'de-DE')).toMatchObject({ gender: 'male', availableModels: ['eleven_multilingual_v2', 'eleven_flash_v2_5', 'eleven_turbo_v2_5'] });
    expect(george.find(({ language }) => language === 'hu-HU')).toMatchObject({ availableModels: ['eleven_flash_v2_5', 'eleven_turbo_v2_5'] });
    expect(george[0]?.availableSettings.map(({ id }) => id)).toEqual(['stability', 'similarityBoost', 'styleExaggeration', 'useSpeakerBoost', 'speed']);
  });

  test('a used-up quota is a matter of credentials', async () => {
    const { server, provider, request, signal } = await open('elevenlabs');
    server.fail({ status: 401, message: 'quota_exceeded' });
    await expect(provider.synthesise(request({}), signal)).rejects.toMatchObject({ kind: 'credentials' });
  });
});

describe('gemini25', () => {
  test('asks for sound from a model and a voice, and answers PCM', async () => {
    const { provider, request, last, sent, signal } = await open('gemini25');
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
    const { provider, request, sent, signal } = await open('gemini25');
    await provider.synthesise(request({ language: 'uk-UA' }), signal);
    expect(sent()).toMatchObject({ generationConfig: { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } } } });
    expect(JSON.stringify(sent())).not.toContain('languageCode');
  });

  test('a text that the model refuses is a bad request', async () => {
    const { provider, request, signal } = await open('gemini25');
    await expect(provider.synthesise(request({ text: UNSAFE }), signal)).rejects.toMatchObject({ kind: 'bad_request' });
  });

  test('lists thirty voices with the flash and the pro model', async () => {
    const { provider, signal } = await open('gemini25');
    const voices = await provider.voices(signal);
    expect(new Set(voices.map(({ name }) => name)).size).toBe(30);
    expect(named(voices, 'Kore')[0]).toMatchObject({ gender: 'female', availableModels: ['gemini-2.5-flash-preview-tts', 'gemini-2.5-pro-preview-tts'] });
  });
});

import { sound, startService, json, type Reply, type SpeechServer } from './service.ts';
import { mp3, spokenMs } from './sound.ts';

/** Returns a refusal like Azure Speech, whose body is mostly empty: the reason is in the status line. */
const refusal = (status: number): Reply => ({ status, headers: {}, body: '' });

const VOICES = [
  {
    Name: 'Microsoft Server Speech Text to Speech Voice (en-US, GuyNeural)',
    DisplayName: 'Guy',
    LocalName: 'Guy',
    ShortName: 'en-US-GuyNeural',
    Gender: 'Male',
    Locale: 'en-US',
    LocaleName: 'English (United States)',
    StyleList: ['newscast', 'cheerful'],
    SampleRateHertz: '24000',
    VoiceType: 'Neural',
    Status: 'GA',
    WordsPerMinute: '149',
  },
  {
    DisplayName: 'Seraphina Multilingual',
    LocalName: 'Seraphina Multilingual',
    ShortName: 'de-DE-SeraphinaMultilingualNeural',
    Gender: 'Female',
    Locale: 'de-DE',
    SecondaryLocaleList: ['en-US', 'fr-FR'],
    VoiceType: 'Neural',
    Status: 'GA',
  },
  {
    DisplayName: 'Ava Dragon HD Latest',
    LocalName: 'Ava Dragon HD Latest',
    ShortName: 'en-US-Ava:DragonHDLatestNeural',
    Gender: 'Female',
    Locale: 'en-US',
    VoiceType: 'NeuralHD',
    Status: 'GA',
    StyleList: ['sad'],
  },
  {
    DisplayName: 'Two',
    LocalName: 'Two',
    ShortName: 'en-US-MultiTalker-Ava-Andrew:DragonHDLatestNeural',
    Gender: 'Male',
    Locale: 'en-US',
    VoiceType: 'NeuralHD',
    Status: 'Preview',
  },
  {
    DisplayName: 'Old',
    LocalName: 'Old',
    ShortName: 'en-US-OldNeural',
    Gender: 'Female',
    Locale: 'en-US',
    VoiceType: 'Neural',
    Status: 'Deprecated',
  },
];

/** Azure Speech: SSML in, MP3 out, under a subscription key. */
export function startMicrosoft({ apiKey }: { apiKey: string }): Promise<SpeechServer> {
  return startService({
    refusal,
    soundless: () => sound('audio/mpeg', Buffer.alloc(0)),
    async answer({ method, path, headers, body }) {
      if (headers['ocp-apim-subscription-key'] !== apiKey) return refusal(401);
      if (method === 'GET' && path === '/cognitiveservices/voices/list') return json(200, VOICES);
      if (method !== 'POST' || path !== '/cognitiveservices/v1') return refusal(404);
      const wellSent =
        headers['content-type'] === 'application/ssml+xml' &&
        headers['x-microsoft-outputformat'] === 'audio-24khz-96kbitrate-mono-mp3' &&
        Boolean(headers['user-agent']) &&
        /^<speak version="1\.0" xmlns="http:\/\/www\.w3\.org\/2001\/10\/synthesis" xmlns:mstts="https:\/\/www\.w3\.org\/2001\/mstts" xml:lang="[\w-]+"><voice name="[^"]+">.+<\/voice><\/speak>$/s.test(
          body,
        );
      const voice = VOICES.find(({ ShortName }) => ShortName === /<voice name="([^"]+)"/.exec(body)?.[1]);
      const style = /<mstts:express-as style="([^"]+)"/.exec(body)?.[1];
      if (voice?.VoiceType === 'NeuralHD' && /<prosody|<mstts:express-as/.test(body)) return refusal(400);
      if (!wellSent || !voice || (style && !voice.StyleList?.includes(style))) return refusal(400);
      return sound('audio/mpeg', await mp3(spokenMs(body.replace(/<[^>]*>/g, ''))));
    },
  });
}

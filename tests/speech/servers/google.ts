import { z } from 'zod';
import { json, startService, type Reply, type SpeechServer } from './service.ts';
import { mp3, spokenMs, wav } from './sound.ts';

/** Errors of Google's APIs (google.rpc.Status as JSON). */
const refusal = (status: number, message: string): Reply =>
  json(status, { error: { code: status, message, status: STATUS[status] ?? 'UNKNOWN' } });
const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  408: 'DEADLINE_EXCEEDED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
};

const VOICES = [
  { languageCodes: ['en-US'], name: 'en-US-Neural2-D', ssmlGender: 'MALE', naturalSampleRateHertz: 24000 },
  {
    languageCodes: ['en-US'],
    name: 'en-US-Chirp3-HD-Kore',
    ssmlGender: 'FEMALE',
    naturalSampleRateHertz: 24000,
  },
  { languageCodes: ['de-DE'], name: 'de-DE-Standard-A', ssmlGender: 'FEMALE', naturalSampleRateHertz: 24000 },
  {
    languageCodes: ['cmn-CN'],
    name: 'cmn-CN-Wavenet-A',
    ssmlGender: 'FEMALE',
    naturalSampleRateHertz: 24000,
  },
  // Also needs a model name, which users of this API do not have.
  { languageCodes: ['en-US'], name: 'Kore', ssmlGender: 'FEMALE', naturalSampleRateHertz: 24000 },
];

const speech = z.strictObject({
  input: z.union([
    z.strictObject({ text: z.string().min(1) }),
    z.strictObject({ ssml: z.string().regex(/^<speak>.*<\/speak>$/s) }),
  ]),
  voice: z.strictObject({ languageCode: z.string(), name: z.string() }),
  audioConfig: z.strictObject({
    audioEncoding: z.enum(['MP3_64_KBPS', 'LINEAR16']),
    speakingRate: z.number().min(0.25).max(2).optional(),
    pitch: z.number().min(-20).max(20).optional(),
  }),
  enableTimePointing: z.array(z.literal('SSML_MARK')).optional(),
});

/** Google Cloud Text-to-Speech: v1 voices and v1beta1 synthesis with time points, under an API key. */
export function startGoogle({ apiKey }: { apiKey: string }): Promise<SpeechServer> {
  return startService({
    refusal,
    soundless: () => json(200, { audioContent: '', timepoints: [] }),
    async answer({ method, path, headers, body }) {
      if (headers['x-goog-api-key'] !== apiKey)
        return refusal(400, 'API key not valid. Please pass a valid API key.');
      if (method === 'GET' && path === '/v1/voices') return json(200, { voices: VOICES });
      if (method !== 'POST' || path !== '/v1beta1/text:synthesize') return refusal(404, 'Not found');
      const { success, data } = speech.safeParse(JSON.parse(body));
      if (
        !success ||
        !VOICES.some(
          ({ name, languageCodes }) =>
            name === data.voice.name && languageCodes.includes(data.voice.languageCode),
        )
      )
        return refusal(400, 'Invalid request');
      const input = 'ssml' in data.input ? data.input.ssml : data.input.text;
      if (Buffer.byteLength(input) > 5000)
        return refusal(400, 'Either `input.text` or `input.ssml` is longer than the limit of 5000 bytes.');
      if ('ssml' in data.input && /Chirp|Studio/.test(data.voice.name) && input.includes('<mark'))
        return refusal(400, 'This voice does not support marks.');
      const plain = input.replace(/<[^>]*>/g, '');
      const timepoints = [...input.matchAll(/<mark name="([^"]*)"\/>/g)].map((mark) => ({
        markName: mark[1],
        timeSeconds: (input.slice(0, mark.index).replace(/<[^>]*>/g, '').length * 60) / 1000,
      }));
      const audio =
        data.audioConfig.audioEncoding === 'LINEAR16' ? wav(spokenMs(plain)) : await mp3(spokenMs(plain));
      return json(200, {
        audioContent: audio.toString('base64'),
        ...(data.enableTimePointing && { timepoints }),
      });
    },
  });
}

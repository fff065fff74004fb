import { z } from 'zod';
import { json, sound, startService, type Reply, type SpeechServer } from './service.ts';
import { mp3, spokenMs } from './sound.ts';

const CODES: Record<number, string> = {
  401: 'invalid_api_key',
  403: 'missing_permissions',
  429: 'too_many_concurrent_requests',
};
const refusal = (status: number, message: string): Reply =>
  json(status, { detail: { status: CODES[status] ?? 'refused', message } });

const VOICES = [
  {
    voice_id: 'JBFqnCBsd6RMkjVDRZzb',
    name: 'George',
    category: 'premade',
    labels: { gender: 'male', accent: 'British', language: 'en' },
  },
  {
    voice_id: '21m00Tcm4TlvDq8ikWAM',
    name: 'Rachel',
    category: 'premade',
    labels: { gender: 'female', accent: 'American', language: 'en' },
  },
  { voice_id: 'pNInz6obpgDQGcFmaJgB', name: null, category: 'cloned', labels: { gender: null } },
];

const speech = z.strictObject({
  text: z.string().min(1).max(10_000),
  model_id: z.enum([
    'eleven_multilingual_v2',
    'eleven_flash_v2_5',
    'eleven_turbo_v2_5',
    'eleven_flash_v2',
    'eleven_monolingual_v1',
  ]),
  language_code: z.string().length(2).optional(),
  apply_text_normalization: z.enum(['auto', 'on', 'off']).optional(),
  voice_settings: z.strictObject({
    stability: z.number().min(0).max(1),
    similarity_boost: z.number().min(0).max(1),
    style: z.number().min(0).max(1),
    use_speaker_boost: z.boolean(),
    speed: z.number().min(0.7).max(1.2),
  }),
});

/** What is sent to be spoken again: the recording as a file, and the model. */
async function recordingIn(type: string, bytes: Buffer): Promise<File | null> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const audio = form?.get('audio');
  return form?.get('model_id') === 'eleven_multilingual_sts_v2' && audio instanceof File ? audio : null;
}

/** ElevenLabs: paged voices, speech with character timestamps, and speech to speech, under `xi-api-key`. */
export function startElevenlabs({ apiKey }: { apiKey: string }): Promise<SpeechServer> {
  return startService({
    refusal,
    soundless: ({ path }) =>
      path.startsWith('/v1/speech-to-speech/')
        ? sound('audio/mpeg', Buffer.from('no sound'))
        : json(200, { audio_base64: '', alignment: null, normalized_alignment: null }),
    async answer({ method, path, query, headers, body, bytes }) {
      if (headers['xi-api-key'] !== apiKey) return refusal(401, 'Invalid API key');
      if (method === 'GET' && path === '/v2/voices') {
        // Few voices a page, so that paging is used.
        const page = query.get('next_page_token') === 'second' ? 1 : 0;
        return json(200, {
          voices: page === 0 ? VOICES.slice(0, 1) : VOICES.slice(1),
          has_more: page === 0,
          total_count: 3,
          next_page_token: page === 0 ? 'second' : null,
        });
      }
      const other = /^\/v1\/speech-to-speech\/([^/]+)\/stream$/.exec(path)?.[1];
      if (method === 'POST' && other) {
        const recording = await recordingIn(headers['content-type'] ?? '', bytes);
        if (!recording || query.get('output_format') !== 'mp3_44100_128')
          return refusal(422, 'Invalid request');
        if (!VOICES.some(({ voice_id }) => voice_id === other))
          return refusal(400, 'A voice with this id was not found.');
        // As long as what was spoken, at 64 kbit/s.
        return sound('audio/mpeg', await mp3(Math.max(200, recording.size / 8)));
      }
      const voice = /^\/v1\/text-to-speech\/([^/]+)\/with-timestamps$/.exec(path)?.[1];
      if (method !== 'POST' || !voice) return refusal(404, 'Not found');
      const { success, data } = speech.safeParse(JSON.parse(body));
      if (
        !success ||
        headers['content-type'] !== 'application/json' ||
        query.get('output_format') !== 'mp3_44100_128'
      )
        return refusal(422, 'Invalid request');
      if (!VOICES.some(({ voice_id }) => voice_id === voice))
        return refusal(400, 'A voice with this id was not found.');
      if (data.language_code && data.model_id === 'eleven_multilingual_v2')
        return refusal(400, 'Model does not support language_code');
      const characters = [...data.text];
      const alignment = {
        characters,
        character_start_times_seconds: characters.map((_, index) => index * 0.06),
        character_end_times_seconds: characters.map((_, index) => (index + 1) * 0.06),
      };
      return json(200, {
        audio_base64: (await mp3(spokenMs(data.text))).toString('base64'),
        alignment,
        normalized_alignment: alignment,
      });
    },
  });
}

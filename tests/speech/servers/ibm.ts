import { z } from 'zod';
import { json, sound, startService, type Reply, type SpeechServer } from './service.ts';
import { mp3, spokenMs } from './sound.ts';

const refusal = (status: number, message: string): Reply =>
  json(status, { error: message, code: status, code_description: 'refused' });

const VOICES = [
  'en-US_AllisonV3Voice',
  'en-US_MichaelV3Voice',
  'en-US_EmmaExpressive',
  'de-DE_DieterV3Voice',
].map((name) => ({
  name,
  language: name.slice(0, 5),
  gender: /Michael|Dieter/.test(name) ? 'male' : 'female',
  description: `${name}: a voice`,
  customizable: true,
  supported_features: { custom_pronunciation: true, voice_transformation: false },
  url: `https://api.us-south.text-to-speech.watson.cloud.ibm.com/v1/voices/${name}`,
}));

/** Watson Text to Speech over HTTP, under basic authentication with the user `apikey`. */
export function startIbm({ apiKey }: { apiKey: string }): Promise<SpeechServer> {
  const authorization = `Basic ${Buffer.from(`apikey:${apiKey}`).toString('base64')}`;
  return startService({
    refusal,
    soundless: () => sound('audio/mp3;rate=24000', Buffer.alloc(0)),
    async answer({ method, path, query, headers, body }) {
      if (headers.authorization !== authorization) return refusal(401, 'Unauthorized');
      if (method === 'GET' && path === '/v1/voices') return json(200, { voices: VOICES });
      if (method !== 'POST' || path !== '/v1/synthesize') return refusal(404, 'Not Found');
      const { success, data } = z.strictObject({ text: z.string().min(1) }).safeParse(JSON.parse(body));
      const percentages = ['rate_percentage', 'pitch_percentage'].every((name) =>
        /^-?\d+$/.test(query.get(name) ?? '0'),
      );
      if (!success || !percentages || headers['content-type'] !== 'application/json')
        return refusal(400, 'Malformed request');
      if (!VOICES.some(({ name }) => name === query.get('voice')))
        return refusal(404, `Model '${query.get('voice')}' not found`);
      // Text is read as markup: a bare & or < is an error there too.
      const bare = data.text.replace(/<phoneme alphabet="ipa" ph="[^"<>]+">([^<>]+)<\/phoneme>/g, '$1');
      if (/&(?!amp;|lt;|gt;|quot;|apos;)|<|>/.test(bare) || Buffer.byteLength(data.text) > 5120)
        return refusal(400, 'Invalid text');
      if (headers.accept !== 'audio/mp3;rate=24000') return refusal(406, 'Unsupported type');
      return sound('audio/mp3;rate=24000', await mp3(spokenMs(data.text)));
    },
  });
}

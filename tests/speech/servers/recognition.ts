import { json, startService, type Reply, type SpeechServer } from './service.ts';

/** What a request to write something down holds. */
export interface SentSound {
  audio: Uint8Array;
  fields: Record<string, string>;
  authorization: string | undefined;
}

const refusal = (status: number, message: string): Reply =>
  json(status, { error: { message, type: 'invalid_request_error', param: null, code: null } });

/** The form as a server reads it that knows nothing of ours. */
async function readForm(type: string, bytes: Buffer): Promise<Omit<SentSound, 'authorization'>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, string> = {};
  let audio = new Uint8Array();
  for (const [name, value] of form)
    if (typeof value === 'string') fields[name] = value;
    else audio = new Uint8Array(await value.arrayBuffer());
  return { audio, fields };
}

/**
 * Starts OpenAI's `/audio/transcriptions`. `url` lacks the `/v1` at the end of the base URL.
 * @param hear returns the transcript of audio
 */
export function startRecognition(
  hear: (sent: SentSound) => Promise<string> | string,
  { apiKey }: { apiKey?: string } = {},
): Promise<SpeechServer> {
  return startService({
    refusal,
    soundless: () => json(200, { text: '' }),
    async answer({ method, path, headers, bytes }) {
      if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`)
        return refusal(401, 'Incorrect API key provided.');
      if (method !== 'POST' || path !== '/v1/audio/transcriptions')
        return refusal(404, 'Unknown request URL');
      const { audio, fields } = await readForm(headers['content-type'] ?? '', bytes);
      if (fields['model'] === 'whisper-0') return refusal(404, 'The model `whisper-0` does not exist');
      // An MP3 begins with a frame or with tags.
      const isMp3 = audio[0] === 0xff || (audio[0] === 0x49 && audio[1] === 0x44);
      if (!isMp3 || !fields['model'] || fields['response_format'] !== 'json')
        return refusal(400, 'Invalid request');
      return json(200, { text: await hear({ audio, fields, authorization: headers.authorization }) });
    },
  });
}

import { z } from 'zod';
import { json, sound, startService, type Reply, type SpeechServer } from './service.ts';
import { mp3, spokenMs } from './sound.ts';

const refusal = (status: number, message: string): Reply =>
  json(status, {
    error: {
      message,
      type: status < 500 ? 'invalid_request_error' : 'server_error',
      param: null,
      code: null,
    },
  });

const speech = z.strictObject({
  model: z.enum(['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd']),
  voice: z.enum([
    'alloy',
    'ash',
    'ballad',
    'cedar',
    'coral',
    'echo',
    'fable',
    'marin',
    'nova',
    'onyx',
    'sage',
    'shimmer',
    'verse',
  ]),
  input: z.string().min(1).max(4096),
  response_format: z.literal('mp3'),
  speed: z.number().min(0.25).max(4).optional(),
  instructions: z.string().max(4096).optional(),
});

/** OpenAI's speech call, under a bearer key. `url` is without the `/v1` that the base URL ends with. */
export function startOpenai({ apiKey }: { apiKey: string }, port = 0): Promise<SpeechServer> {
  return startService(
    {
      refusal,
      soundless: () => sound('audio/mpeg', Buffer.alloc(0)),
      async answer({ method, path, headers, body }) {
        if (headers.authorization !== `Bearer ${apiKey}`)
          return refusal(401, `Incorrect API key provided: ${headers.authorization?.slice(7)}.`);
        if (method !== 'POST' || path !== '/v1/audio/speech') return refusal(404, 'Unknown request URL');
        const sent = JSON.parse(body) as { model?: string };
        if (sent.model === 'tts-0')
          return refusal(404, 'The model `tts-0` does not exist or you do not have access to it.');
        const { success, data } = speech.safeParse(sent);
        if (!success || headers['content-type'] !== 'application/json')
          return refusal(400, 'Invalid request');
        if (data.instructions && data.model !== 'gpt-4o-mini-tts')
          return refusal(400, 'instructions are not supported by this model');
        return sound('audio/mpeg', await mp3(spokenMs(data.input)));
      },
    },
    port,
  );
}

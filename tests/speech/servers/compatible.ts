import { json, sound, startService, type Reply, type SpeechServer } from './service.ts';
import { mp3, spokenMs } from './sound.ts';

export interface CompatibleOptions {
  /** What `/v1/audio/voices` answers; absent: 404, as LocalAI does. */
  voices?: unknown;
  /** What `/v1/models` answers; absent: 404. */
  models?: unknown;
  apiKey?: string;
  audio?: (text: string) => Promise<Reply>;
}

/** A server that speaks OpenAI's speech API, as Kokoro-FastAPI and others do. */
export function startCompatible({ voices, models, apiKey, audio }: CompatibleOptions): Promise<SpeechServer> {
  const refusal = (status: number, message: string): Reply => json(status, { detail: { message } });
  return startService({
    refusal,
    soundless: () => sound('audio/mpeg', Buffer.alloc(0)),
    async answer({ method, path, headers, body }) {
      if (apiKey && headers.authorization !== `Bearer ${apiKey}`)
        return refusal(401, `Invalid key ${headers.authorization}`);
      if (method === 'GET' && path === '/v1/audio/voices' && voices !== undefined) return json(200, voices);
      if (method === 'GET' && path === '/v1/models' && models !== undefined) return json(200, models);
      if (method !== 'POST' || path !== '/v1/audio/speech') return refusal(404, 'Not Found');
      const { input } = JSON.parse(body) as { input: string };
      return audio ? audio(input) : sound('audio/mpeg', await mp3(spokenMs(input)));
    },
  });
}

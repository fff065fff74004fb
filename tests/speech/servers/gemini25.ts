import { z } from 'zod';
import { json, startService, type Reply, type SpeechServer } from './service.ts';
import { s16le, spokenMs } from './sound.ts';

const refusal = (status: number, message: string): Reply => json(status, { error: { code: status, message, status: 'REFUSED' } });

const speech = z.strictObject({
  contents: z.tuple([z.strictObject({ role: z.literal('user'), parts: z.tuple([z.strictObject({ text: z.string().min(1) })]) })]),
  generationConfig: z.strictObject({
    responseModalities: z.tuple([z.literal('AUDIO')]),
    speechConfig: z.strictObject({
      languageCode: z.enum(['en-US', 'de-DE', 'fr-FR']).optional(),
      voiceConfig: z.strictObject({ prebuiltVoiceConfig: z.strictObject({ voiceName: z.enum(['Kore', 'Puck', 'Charon']) }) }),
    }),
  }),
});

/** Text that this server's model refuses to read. */
export const UNSAFE = 'Unsafe words.';

/** The Gemini API's generateContent with sound as its answer, under an API key. */
export function startGemini25({ apiKey }: { apiKey: string }): Promise<SpeechServer> {
  return startService({
    refusal,
    soundless: () => json(200, { candidates: [{ content: { role: 'model' }, finishReason: 'OTHER', index: 0 }] }),
    answer({ method, path, headers, body }) {
      if (headers['x-goog-api-key'] !== apiKey) return json(400, { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } });
      if (method !== 'POST' || !/^\/v1beta\/models\/gemini-2\.5-(flash|pro)-preview-tts:generateContent$/.test(path)) return refusal(404, 'models/x is not found');
      const { success, data } = speech.safeParse(JSON.parse(body));
      if (!success || headers['content-type'] !== 'application/json') return refusal(400, 'Invalid request');
      const text = data.contents[0].parts[0].text.split('\n\n').at(-1) ?? '';
      if (text === UNSAFE) return json(200, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
      const audio = s16le(spokenMs(text)).toString('base64');
      return json(200, {
        candidates: [{ content: { role: 'model', parts: [{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: audio } }] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 100, totalTokenCount: 110 },
        modelVersion: 'gemini-2.5-flash-preview-tts',
      });
    },
  });
}

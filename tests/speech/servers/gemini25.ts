import { z } from 'zod';
import { json, startService, type Reply, type SpeechServer } from './service.ts';
import { s16le, spokenMs, wav } from './sound.ts';

const refusal = (status: number, message: string): Reply => {
  const retryDelay = /retry in (\S+s)/.exec(message)?.[1];
  return json(status, {
    error: {
      code: status,
      message,
      status: 'REFUSED',
      ...(retryDelay && { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] }),
    },
  });
};

/** What the key may use; `gemini-2.5-pro-preview-tts` is shut down. */
const MODELS = [
  'gemini-3.8-flash',
  'gemini-3.8-flash-tts',
  'gemini-3.8-flash-lite-tts',
  'gemini-2.5-flash-preview-tts',
];

const speech = z.strictObject({
  contents: z.tuple([
    z.strictObject({
      role: z.literal('user'),
      parts: z.tuple([
        z.strictObject({
          text: z.string().min(1),
          speechMetadata: z.strictObject({ style: z.string().min(1) }).optional(),
        }),
      ]),
    }),
  ]),
  generationConfig: z.strictObject({
    responseModalities: z.tuple([z.literal('AUDIO')]),
    speechConfig: z.strictObject({
      languageCode: z.enum(['en-US', 'de-DE', 'fr-FR']).optional(),
      voiceConfig: z.strictObject({
        prebuiltVoiceConfig: z.strictObject({ voiceName: z.enum(['Kore', 'Puck', 'Charon']) }),
      }),
    }),
  }),
});

/** Text that this server's model refuses to read. */
export const UNSAFE = 'Unsafe words.';
/** Text at which its output ends too early. */
export const ENDLESS = 'On and on.';

/** The Gemini API's generateContent with sound as its answer, under an API key. */
export function startGemini25({ apiKey }: { apiKey: string }): Promise<SpeechServer> {
  return startService({
    refusal,
    soundless: () =>
      json(200, { candidates: [{ content: { role: 'model' }, finishReason: 'OTHER', index: 0 }] }),
    answer({ method, path, query, headers, body }) {
      if (headers['x-goog-api-key'] !== apiKey)
        return json(400, {
          error: {
            code: 400,
            message: 'API key not valid.',
            status: 'INVALID_ARGUMENT',
            details: [{ reason: 'API_KEY_INVALID' }],
          },
        });
      if (method === 'GET' && path === '/v1beta/models' && query.get('pageSize') === '1000')
        return json(200, { models: MODELS.map((name) => ({ name: `models/${name}`, version: '001' })) });
      const model = /^\/v1beta\/models\/([\w.-]+-tts):generateContent$/.exec(path)?.[1] ?? '';
      if (method !== 'POST' || !MODELS.includes(model))
        return refusal(
          404,
          `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
        );
      const { success, data } = speech.safeParse(JSON.parse(body));
      if (!success || headers['content-type'] !== 'application/json') return refusal(400, 'Invalid request');
      const [part] = data.contents[0].parts;
      // The older models know no style of a part; the later ones would say an instruction aloud.
      const isLater = model.startsWith('gemini-3.8');
      if (isLater === part.text.startsWith('Read aloud') || (part.speechMetadata && !isLater))
        return refusal(400, 'Invalid part');
      const text = part.text.split('\n\n').at(-1) ?? '';
      if (text === UNSAFE) return json(200, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
      const sound = isLater
        ? { mimeType: 'audio/wav', data: wav(spokenMs(text)).toString('base64') }
        : { mimeType: 'audio/L16;codec=pcm;rate=24000', data: s16le(spokenMs(text)).toString('base64') };
      return json(200, {
        candidates: [
          {
            content: { role: 'model', parts: [{ inlineData: sound }] },
            finishReason: text === ENDLESS ? 'MAX_TOKENS' : 'STOP',
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 100, totalTokenCount: 110 },
        modelVersion: model,
      });
    },
  });
}

import { z } from 'zod';
import { json, startService, type Reply, type SpeechServer } from '../../speech/servers/service.ts';
import { spelling, type Says, type Texts } from './answering.ts';

const refusal = (status: number, message: string): Reply =>
  json(status, { error: { code: status, message, status: 'FAILED' } });
const part = z.strictObject({ text: z.string() });

/** Gemini's API reference, models.generateContent. */
const request = z.strictObject({
  systemInstruction: z.strictObject({ parts: z.array(part).length(1) }),
  contents: z.array(z.strictObject({ role: z.literal('user'), parts: z.array(part).length(1) })).length(1),
  generationConfig: z.strictObject({
    responseMimeType: z.literal('application/json'),
    responseJsonSchema: z.object({ type: z.literal('object') }).loose(),
    maxOutputTokens: z.int().positive(),
  }),
});

/** Starts a model behind Gemini's generateContent. */
export async function startGeminiText({
  apiKey,
  says = spelling,
}: {
  apiKey: string;
  says?: Says;
}): Promise<SpeechServer & { says: Says }> {
  const candidate = (parts: object[], finishReason = 'STOP') =>
    json(200, {
      candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
      usageMetadata: {},
    });
  const server = await startService({
    refusal,
    soundless: () => candidate([]),
    answer({ method, path, headers, body }) {
      if (headers['x-goog-api-key'] !== apiKey)
        return refusal(400, 'API key not valid. Please pass a valid API key. (API_KEY_INVALID)');
      if (method !== 'POST' || !/^\/v1beta\/models\/[\w.-]+:generateContent$/.test(path))
        return refusal(404, 'not found');
      const { success, data, error } = request.safeParse(JSON.parse(body));
      if (!success) return refusal(400, `Invalid request: ${error.message}`);
      const said = own.says(
        JSON.parse(data.contents[0]!.parts[0]!.text) as Texts,
        data.systemInstruction.parts[0]!.text,
      );
      if (said === '(blocked)') return json(200, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
      if (said === '(cut off)') return candidate([{ text: '{"texts":[' }], 'MAX_TOKENS');
      return candidate([
        { text: 'Let me think.', thought: true },
        { text: typeof said === 'string' ? said : JSON.stringify(said) },
      ]);
    },
  });
  const own = Object.assign(server, { says });
  return own;
}

import { z } from 'zod';
import { json, startService, type Reply, type SpeechServer } from '../../speech/servers/service.ts';
import { spelling, type Says, type Texts } from './answering.ts';

const refusal = (status: number, message: string): Reply =>
  json(status, {
    error: {
      message,
      type: status < 500 ? 'invalid_request_error' : 'server_error',
      param: null,
      code: null,
    },
  });

/** OpenAI's API reference, Create a model response. */
const request = z.strictObject({
  model: z.string(),
  instructions: z.string(),
  input: z.string(),
  text: z.strictObject({
    format: z.strictObject({
      type: z.literal('json_schema'),
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.literal(true),
      schema: z.object({ type: z.literal('object'), additionalProperties: z.literal(false) }).loose(),
    }),
  }),
  max_output_tokens: z.int().min(16),
  store: z.boolean(),
  reasoning: z.strictObject({ effort: z.enum(['minimal', 'low', 'medium', 'high']) }).optional(),
});

/** Starts a model behind OpenAI's Responses call. `says` can be changed while it runs. */
export async function startOpenaiResponses({
  apiKey,
  says = spelling,
}: {
  apiKey: string;
  says?: Says;
}): Promise<SpeechServer & { says: Says }> {
  const message = (content: object[], more: object = {}) =>
    json(200, {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      incomplete_details: null,
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content },
      ],
      usage: { input_tokens: 10, output_tokens: 10, total_tokens: 20 },
      ...more,
    });
  const server = await startService({
    refusal,
    soundless: () => message([]),
    answer({ method, path, headers, body }) {
      if (headers.authorization !== `Bearer ${apiKey}`)
        return refusal(401, `Incorrect API key provided: ${headers.authorization?.slice(7)}.`);
      if (method !== 'POST' || path !== '/v1/responses') return refusal(404, 'Unknown request URL');
      const { success, data, error } = request.safeParse(JSON.parse(body));
      if (!success) return refusal(400, `Invalid request: ${error.message}`);
      if (data.model === 'gpt-0')
        return refusal(404, 'The model `gpt-0` does not exist or you do not have access to it.');
      const said = own.says(JSON.parse(data.input) as Texts, data.instructions);
      if (said === '(refusal)') return message([{ type: 'refusal', refusal: 'I cannot help with that.' }]);
      if (said === '(cut off)')
        return message([{ type: 'output_text', text: '{"texts":[', annotations: [] }], {
          status: 'incomplete',
          incomplete_details: { reason: 'max_output_tokens' },
        });
      return message([
        {
          type: 'output_text',
          text: typeof said === 'string' ? said : JSON.stringify(said),
          annotations: [],
        },
      ]);
    },
  });
  const own = Object.assign(server, { says });
  return own;
}

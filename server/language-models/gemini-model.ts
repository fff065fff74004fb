import { z } from 'zod';
import { ProviderError } from '../speech/provider-errors.ts';
import { callService, parseAnswer } from '../speech/service-call.ts';
import { optionalText, url, type Environment, type Patience } from '../speech/speech-service.ts';
import type { LanguageModel } from './language-model.ts';

const ID = 'gemini';

const environment = z
  .object({
    GEMINI_API_KEY: optionalText,
    GEMINI_BASE_URL: url('https://generativelanguage.googleapis.com'),
    GEMINI_TEXT_MODEL: optionalText,
  })
  .transform((env) => ({
    apiKey: env.GEMINI_API_KEY,
    baseUrl: env.GEMINI_BASE_URL,
    model: env.GEMINI_TEXT_MODEL ?? 'gemini-3.8-flash',
  }));

const answerOf = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z
              .array(z.object({ text: z.string().optional(), thought: z.boolean().optional() }))
              .default([]),
          })
          .optional(),
        finishReason: z.string().optional(),
      }),
    )
    .default([]),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
});

/**
 * Gemini's generateContent, with the answer held to a schema. `GEMINI_TEXT_MODEL` names the model. Null
 * without a key.
 * @throws ZodError naming the variables that cannot be read
 */
export function geminiModel(env: Environment, patience: Patience): LanguageModel | null {
  const { apiKey, baseUrl, model } = environment.parse(env);
  if (!apiKey) return null;
  return {
    provider: ID,
    title: 'Gemini',
    model,
    async ask({ instructions, input, answer: { schema }, maxTokens }, signal) {
      const bytes = await callService(
        {
          provider: ID,
          method: 'POST',
          url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
          headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({
            systemInstruction: { parts: [{ text: instructions }] },
            contents: [{ role: 'user', parts: [{ text: input }] }],
            generationConfig: {
              responseMimeType: 'application/json',
              responseJsonSchema: schema,
              maxOutputTokens: maxTokens,
            },
          }),
          accept: /^application\/json/,
          maxBytes: 4 * 1024 * 1024,
          patience,
          secrets: [apiKey],
          classify: (status, body) => {
            if (/API_KEY_INVALID|API key (not valid|expired)|FAILED_PRECONDITION/.test(body))
              return { kind: 'credentials' };
            return status === 404
              ? {
                  kind: 'gone',
                  advice: `the model '${model}' does not exist for this key (operators: GEMINI_TEXT_MODEL)`,
                }
              : null;
          },
        },
        signal,
      );
      const { candidates, promptFeedback } = parseAnswer(ID, answerOf, bytes);
      const [candidate] = candidates;
      const reason = promptFeedback?.blockReason ?? candidate?.finishReason ?? 'nothing';
      if (promptFeedback?.blockReason || reason !== 'STOP')
        throw new ProviderError(
          ID,
          'bad_request',
          reason === 'MAX_TOKENS'
            ? 'did not finish its answer (MAX_TOKENS)'
            : `refused to answer (${reason.slice(0, 40)})`,
        );
      return (candidate?.content?.parts ?? [])
        .filter(({ thought }) => !thought)
        .map(({ text }) => text ?? '')
        .join('');
    },
  };
}

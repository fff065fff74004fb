import { z } from 'zod';
import { ProviderError } from '../speech/provider-errors.ts';
import { callService, parseAnswer } from '../speech/service-call.ts';
import { optionalText, url, type Environment, type Patience } from '../speech/speech-service.ts';
import type { LanguageModel } from './language-model.ts';

const ID = 'openai';

const environment = z
  .object({
    OPENAI_API_KEY: optionalText,
    OPENAI_BASE_URL: url('https://api.openai.com/v1'),
    OPENAI_TEXT_MODEL: optionalText,
  })
  .transform((env) => ({
    apiKey: env.OPENAI_API_KEY,
    baseUrl: env.OPENAI_BASE_URL,
    model: env.OPENAI_TEXT_MODEL ?? 'gpt-5-mini',
  }));

const answerOf = z.object({
  status: z.string().optional(),
  incomplete_details: z.object({ reason: z.string().optional() }).nullish(),
  output: z
    .array(
      z.object({
        type: z.string(),
        content: z
          .array(z.object({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() }))
          .optional(),
      }),
    )
    .default([]),
});

/** Models that reason before they respond are asked to reason briefly. */
const reasons = (model: string): boolean => /^(gpt-5|o\d)/.test(model);

/**
 * OpenAI's Responses call, with the answer held to a schema (Structured Outputs). `OPENAI_TEXT_MODEL` names
 * the model. Null without a key.
 * @throws ZodError naming the variables that cannot be read
 */
export function openaiModel(env: Environment, patience: Patience): LanguageModel | null {
  const { apiKey, baseUrl, model } = environment.parse(env);
  if (!apiKey) return null;
  return {
    provider: ID,
    title: 'OpenAI',
    model,
    async ask({ instructions, input, answer: { name, schema }, maxTokens }, signal) {
      const bytes = await callService(
        {
          provider: ID,
          method: 'POST',
          url: `${baseUrl}/responses`,
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            model,
            instructions,
            input,
            text: { format: { type: 'json_schema', name, strict: true, schema } },
            max_output_tokens: maxTokens,
            store: false,
            ...(reasons(model) && { reasoning: { effort: 'low' } }),
          }),
          accept: /^application\/json/,
          maxBytes: 4 * 1024 * 1024,
          patience,
          secrets: [apiKey],
          classify: (status, body) => {
            // An empty account answers 429 too, but no waiting helps it.
            if (status === 429 && body.includes('insufficient_quota')) return { kind: 'credentials' };
            return status === 404
              ? {
                  kind: 'gone',
                  advice: `the model '${model}' does not exist for this key (operators: OPENAI_TEXT_MODEL)`,
                }
              : null;
          },
        },
        signal,
      );
      const { status, incomplete_details: incomplete, output } = parseAnswer(ID, answerOf, bytes);
      const parts = output.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []));
      if (parts.some(({ type }) => type === 'refusal'))
        throw new ProviderError(ID, 'bad_request', 'refused to answer');
      if (status === 'incomplete')
        throw new ProviderError(
          ID,
          'bad_request',
          `did not finish its answer (${(incomplete?.reason ?? 'unknown').slice(0, 40)})`,
        );
      return parts.map(({ text }) => text ?? '').join('');
    },
  };
}

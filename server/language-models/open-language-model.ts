import { z } from 'zod';
import { ProviderQueue, type ProviderQueueOptions } from '../speech/provider-queue.ts';
import type { Environment } from '../speech/speech-service.ts';
import { geminiModel } from './gemini-model.ts';
import type { LanguageModel } from './language-model.ts';
import { openaiModel } from './openai-model.ts';

const services = { openai: openaiModel, gemini: geminiModel };

const milliseconds = (fallback: number) =>
  z
    .string()
    .optional()
    .transform((value) => (value ? Number(value) : fallback))
    .pipe(z.int().positive());

const environment = z.object({
  /** Which service's model spells texts out; unset: the first that has a key. */
  NORMALIZATION_MODEL: z.enum(['openai', 'gemini', 'none']).optional(),
  /** How long an answer may take, after which the rules step in. */
  NORMALIZATION_TIMEOUT_MS: milliseconds(45_000),
});

/** An article waits for its model: it is asked twice at most, and left alone while it is down. */
const queueOptions: ProviderQueueOptions = {
  concurrency: 4,
  attempts: 2,
  backoffMs: 500,
  longestBackoffMs: 2_000,
  longestWaitMs: 5_000,
  longestRetryAfterMs: 60_000,
  circuit: { failures: 4, openMs: 15_000, longestOpenMs: 10 * 60_000, credentialsMs: 15 * 60_000 },
  random: Math.random,
};

/**
 * The language model that the environment configures, behind a queue of its own; null: there is none. Its
 * `ask` may then also throw ProviderWaitError.
 * @throws ZodError naming the variables that cannot be read
 */
export function openLanguageModel(env: Environment): LanguageModel | null {
  const { NORMALIZATION_MODEL: wanted, NORMALIZATION_TIMEOUT_MS: timeoutMs } = environment.parse(env);
  if (wanted === 'none') return null;
  const patience = { stallMs: timeoutMs, timeoutMs };
  const chosen = wanted ? [services[wanted]] : Object.values(services);
  const model = chosen.map((open) => open(env, patience)).find((found) => found !== null);
  if (!model) return null;
  const queue = new ProviderQueue(model.provider, queueOptions);
  return {
    ...model,
    ask: (request, signal) =>
      queue.run((inner) => model.ask(request, inner), signal, { tenant: request.tenant }),
  };
}

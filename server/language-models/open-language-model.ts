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

/** An article waits for its model: at most two attempts, and none while it is down. */
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
 * Returns the language models that the environment configures, each with its own queue, the projects' default
 * first; may be empty. Their `ask` may also throw ProviderWaitError.
 * @throws ZodError naming the invalid variables
 */
export function openLanguageModels(env: Environment): LanguageModel[] {
  const { NORMALIZATION_MODEL: wanted, NORMALIZATION_TIMEOUT_MS: timeoutMs } = environment.parse(env);
  if (wanted === 'none') return [];
  const patience = { stallMs: timeoutMs, timeoutMs };
  const preferred = wanted ? services[wanted](env, patience) : null;
  // If the named service has no key, there is no model, rather than an arbitrary other one.
  if (wanted && !preferred) return [];
  const others = Object.entries(services).flatMap(([name, open]) =>
    name === wanted ? [] : [open(env, patience)],
  );
  return [preferred, ...others].filter((found) => found !== null).map(queued);
}

function queued(model: LanguageModel): LanguageModel {
  const queue = new ProviderQueue(model.provider, queueOptions);
  return {
    ...model,
    ask: (request, signal) =>
      queue.run((inner) => model.ask(request, inner), signal, { tenant: request.tenant }),
  };
}

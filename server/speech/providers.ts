import { compatibleServers } from './compatible-server.ts';
import { ProviderError, UnknownProviderError } from './provider-errors.ts';
import { ProviderQueue, type ProviderQueueOptions, type ProviderQueueSnapshot } from './provider-queue.ts';
import type { Provider } from './provider.ts';
import { services } from './services.ts';
import { patienceOf, type Environment } from './speech-service.ts';
import type { Message } from '../lib/declare-messages.ts';

/** How a provider is doing, for the administrator. */
export interface ProviderStatus extends ProviderQueueSnapshot {
  title: string;
  /** Why it offers nothing, or null when it can speak. */
  unavailable: Message | null;
}

/** The speech providers, each behind its queue. */
export interface SpeechProviders {
  /**
   * All of them, also those without credentials, in the order of the voice lists; those of this machine are
   * last.
   */
  list(): Provider[];
  /** @throws UnknownProviderError */
  get(id: string): Provider;
  /** For /metrics and for the administrator's view, in the order of `list`. */
  status(): ProviderStatus[];
}

/**
 * Builds the providers: the services as the environment configures them, and those of this machine. Their
 * `voices` and `synthesise` go through a queue each, and so may throw ProviderWaitError: come back at
 * `retryAt`.
 * @throws ZodError naming the variables that cannot be read
 */
export function speechProviders(
  env: Environment,
  ofMachine: readonly Provider[],
  queueOptions: Partial<ProviderQueueOptions> = {},
): SpeechProviders {
  const patience = patienceOf(env);
  const opened = [
    ...services.map((service) => service.open(env, patience)),
    ...compatibleServers(env, patience),
    ...ofMachine,
  ];
  const entries = opened.map((provider) => {
    const { concurrency, requestsPerMinute } = provider.limits;
    const queue = new ProviderQueue(provider.id, { ...queueOptions, concurrency, requestsPerMinute });
    return { provider: queued(provider, queue), queue };
  });
  const byId = new Map(entries.map(({ provider }) => [provider.id, provider]));
  return {
    list: () => [...byId.values()],
    get(id) {
      const provider = byId.get(id);
      if (!provider) throw new UnknownProviderError(id);
      return provider;
    },
    status: () =>
      entries.map(({ provider, queue }) => ({
        ...queue.snapshot(),
        title: provider.title,
        unavailable: provider.unavailable,
      })),
  };
}

function queued(provider: Provider, queue: ProviderQueue): Provider {
  const { unavailable, conversion, soundsProblem } = provider;
  return {
    id: provider.id,
    title: provider.title,
    unavailable,
    limits: provider.limits,
    ...(provider.varies && { varies: true }),
    ...(provider.isLocal && { isLocal: true }),
    ...(soundsProblem && { soundsProblem }),
    voices(signal) {
      if (unavailable) return Promise.resolve([]);
      return provider.fixedVoices
        ? provider.voices(signal)
        : queue.run((inner) => provider.voices(inner), signal, { urgent: true });
    },
    synthesise: (request, signal) =>
      unavailable
        ? Promise.reject(new ProviderError(provider.id, 'credentials', unavailable.message))
        : queue.run((inner) => provider.synthesise(request, inner), signal, {
            urgent: request.urgent ?? false,
            tenant: request.tenant ?? '',
          }),
    conversion: conversion && {
      model: conversion.model,
      run: (recording, signal) =>
        unavailable
          ? Promise.reject(new ProviderError(provider.id, 'credentials', unavailable.message))
          : queue.run((inner) => conversion.run(recording, inner), signal),
    },
  };
}

import { amazonProvider } from './amazon.ts';
import type { SpeechConfig } from './speech-config.ts';
import { elevenlabsProvider } from './elevenlabs.ts';
import { ProviderError, UnknownProviderError } from './provider-errors.ts';
import { gemini25Provider } from './gemini25.ts';
import { googleProvider } from './google.ts';
import { ibmProvider } from './ibm.ts';
import { microsoftProvider } from './microsoft.ts';
import { openaiProvider } from './openai.ts';
import { ProviderQueue, type ProviderQueueOptions, type ProviderQueueSnapshot } from './provider-queue.ts';
import type { Provider } from './provider.ts';

/** Every speech service, in the order in which voice lists show them: the specification wants openai and microsoft first. */
const SERVICES: ((config: SpeechConfig) => Provider)[] = [
  (config) => openaiProvider(config.openai, config.patience),
  (config) => microsoftProvider(config.microsoft, config.patience),
  (config) => elevenlabsProvider(config.elevenlabs, config.patience),
  (config) => gemini25Provider(config.gemini25, config.patience),
  (config) => googleProvider(config.google, config.patience),
  (config) => amazonProvider(config.amazon, config.patience),
  (config) => ibmProvider(config.ibm, config.patience),
];

/** How a provider is doing, for the administrator. */
export interface ProviderStatus extends ProviderQueueSnapshot {
  title: string;
  /** Why it offers nothing, or null when it can speak. */
  unavailable: string | null;
}

/** The speech providers, each behind its queue. */
export interface SpeechProviders {
  /** All of them, also those without credentials, in the order of the voice lists; the offline engine is last. */
  list(): Provider[];
  /** @throws UnknownProviderError */
  get(id: string): Provider;
  /** For /metrics and for the administrator's view, in the order of `list`. */
  status(): ProviderStatus[];
}

/**
 * Builds the providers: the services of the configuration and the offline engine. Their `voices` and
 * `synthesise` go through a queue each, and so may throw ProviderWaitError: come back at `retryAt`.
 */
export function speechProviders(config: SpeechConfig, offline: Provider, queueOptions: Partial<ProviderQueueOptions> = {}): SpeechProviders {
  const entries = [...SERVICES.map((service) => service(config)), offline].map((provider) => {
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
    status: () => entries.map(({ provider, queue }) => ({ ...queue.snapshot(), title: provider.title, unavailable: provider.unavailable })),
  };
}

function queued(provider: Provider, queue: ProviderQueue): Provider {
  const { unavailable } = provider;
  return {
    id: provider.id,
    title: provider.title,
    unavailable,
    limits: provider.limits,
    voices(signal) {
      if (unavailable) return Promise.resolve([]);
      return provider.fixedVoices ? provider.voices(signal) : queue.run((inner) => provider.voices(inner), signal, { urgent: true });
    },
    synthesise: (request, signal) =>
      unavailable ? Promise.reject(new ProviderError(provider.id, 'credentials', unavailable)) : queue.run((inner) => provider.synthesise(request, inner), signal, { urgent: request.urgent ?? false }),
  };
}

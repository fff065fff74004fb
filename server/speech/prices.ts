import { isCompatibleServer } from './compatible-server.ts';
import { UnknownProviderError } from './provider-errors.ts';
import { LOCAL_PROVIDER } from './local/local-model.ts';
import { OFFLINE_PROVIDER } from './offline-voices.ts';
import { services } from './services.ts';
import type { Prices } from './speech-service.ts';

/** What of a voice decides its price. */
export interface PricedVoice {
  provider: string;
  model?: string | undefined;
  voice?: string | undefined;
}

export interface Price {
  /** List price of a million characters, EUR. */
  eurPerMillion: number;
  /** How many characters of the balance and of the daily limit one voiced character takes. */
  weight: number;
  /** What an editor who chooses this model reads; null: nothing to warn of. */
  warning: string | null;
}

/** What runs on the operator's own machines costs nothing here. */
const free: Prices = [{ eurPerMillion: 0, weight: 1 }];

const prices = new Map<string, Prices>([
  [OFFLINE_PROVIDER, free],
  [LOCAL_PROVIDER, free],
  ...services.map((service) => [service.id, service.prices] as const),
]);

/** The price of a voice with a model. @throws UnknownProviderError */
export function priceOf({ provider, model, voice }: PricedVoice): Price {
  const rows = isCompatibleServer(provider) ? free : prices.get(provider);
  if (!rows) throw new UnknownProviderError(provider);
  const { eurPerMillion, weight, warning } = rows.find(
    (row) =>
      (!('model' in row) || row.model!.test(model ?? '')) &&
      (!('voice' in row) || row.voice!.test(voice ?? '')),
  )!;
  return { eurPerMillion, weight, warning: warning ?? null };
}

/** Price in EUR of generating a number of characters, not rounded. @throws UnknownProviderError */
export const costEur = (voice: PricedVoice, characters: number): number =>
  (priceOf(voice).eurPerMillion * characters) / 1_000_000;

/**
 * Characters that voicing so many takes from a balance and from the daily limit. @throws UnknownProviderError
 */
export const chargedCharacters = (voice: PricedVoice, characters: number): number =>
  priceOf(voice).weight * characters;

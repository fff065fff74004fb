/**
 * What voicing costs, in one table. Rows are tried from the top, the first that fits counts. The list prices are those
 * of the services' price pages in November 2026, a dollar at EUR 0.92; where sound rather than text is charged,
 * a million characters are taken for 1.25 million audio tokens of Gemini (25 a second).
 * `eurPerMillion` is the list price of a million characters in EUR; `weight` is how many characters of the
 * balance and of the daily limit one voiced character takes.
 */
interface PriceRow {
  provider: string;
  model?: RegExp;
  voice?: RegExp;
  eurPerMillion: number;
  weight: number;
  /** What an editor reads who chooses this model. */
  warning?: string;
}

const PRICES: PriceRow[] = [
  { provider: 'offline', eurPerMillion: 0, weight: 1 },
  { provider: 'openai', model: /^tts-1-hd/, eurPerMillion: 27.5, weight: 1 },
  { provider: 'openai', eurPerMillion: 13.8, weight: 1 },
  { provider: 'microsoft', voice: /HD.*Neural/, eurPerMillion: 27.5, weight: 1 },
  { provider: 'microsoft', eurPerMillion: 14, weight: 1 },
  { provider: 'google', voice: /-Standard-|-Wavenet-/, eurPerMillion: 3.7, weight: 1 },
  { provider: 'google', voice: /-Studio-/, eurPerMillion: 147, weight: 1 },
  { provider: 'google', voice: /-Chirp/, eurPerMillion: 27.5, weight: 1 },
  { provider: 'google', eurPerMillion: 14.7, weight: 1 },
  // Twice the list price but for generative: speech marks are a second request, billed like the first.
  { provider: 'amazon', model: /^standard$/, eurPerMillion: 7.4, weight: 1 },
  { provider: 'amazon', model: /^long-form$/, eurPerMillion: 184, weight: 1 },
  { provider: 'amazon', model: /^generative$/, eurPerMillion: 27.5, weight: 1 },
  { provider: 'amazon', eurPerMillion: 29.4, weight: 1 },
  { provider: 'elevenlabs', model: /flash|turbo/, eurPerMillion: 46, weight: 1 },
  // Specification 1, section 9: 200 percent of flash or turbo. It is also what is used when no model is chosen.
  { provider: 'elevenlabs', eurPerMillion: 92, weight: 2, warning: 'The multilingual v2 model costs 200% of the flash or turbo model.' },
  // Specification 1, section 9: EUR 25 per 1 million characters.
  { provider: 'gemini25', model: /pro/, eurPerMillion: 25, weight: 1, warning: 'The pro model costs EUR 25 per 1 million characters.' },
  // The prices of 2027; until then the 3.8 models cost half.
  { provider: 'gemini25', model: /flash-lite/, eurPerMillion: 15, weight: 1 },
  { provider: 'gemini25', model: /3\.8-flash/, eurPerMillion: 22.5, weight: 1 },
  { provider: 'gemini25', eurPerMillion: 12.5, weight: 1 },
  { provider: 'ibm', eurPerMillion: 18.4, weight: 1 },
];

/** What of a voice decides its price. */
export interface PricedVoice {
  provider: string;
  model?: string | undefined;
  voice?: string | undefined;
}

export interface Price {
  eurPerMillion: number;
  weight: number;
  warning: string | null;
}

/** The price of a voice with a model. A provider that is not in the table costs nothing and weighs one. */
export function priceOf({ provider, model, voice }: PricedVoice): Price {
  const row = PRICES.find((row) => row.provider === provider && (!row.model || row.model.test(model ?? '')) && (!row.voice || row.voice.test(voice ?? '')));
  return { eurPerMillion: row?.eurPerMillion ?? 0, weight: row?.weight ?? 1, warning: row?.warning ?? null };
}

/** EUR for voicing so many characters, not rounded. */
export const costEur = (voice: PricedVoice, characters: number): number => (priceOf(voice).eurPerMillion * characters) / 1_000_000;

/** Characters that voicing so many takes from a balance and from the daily limit. */
export const chargedCharacters = (voice: PricedVoice, characters: number): number => priceOf(voice).weight * characters;

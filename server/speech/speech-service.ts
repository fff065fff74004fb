import { z } from 'zod';
import type { Provider } from './provider.ts';

/**
 * What voicing costs. Rows are tried from the top and the first that fits counts, so the last one fits
 * everything. List prices are those of the services' price pages in November 2026, a dollar at EUR 0.92.
 */
export interface PriceRow {
  model?: RegExp;
  voice?: RegExp;
  /** List price of a million characters, EUR. */
  eurPerMillion: number;
  /** How many characters of the balance and of the daily limit one voiced character takes. */
  weight: number;
  /** What an editor who chooses this model reads. */
  warning?: string;
}

/** At least one row: what a service costs is part of it. */
export type Prices = readonly [...PriceRow[], Omit<PriceRow, 'model' | 'voice'>];

/** How long a service may take, in milliseconds. */
export interface Patience {
  /** Without a single byte arriving. */
  stallMs: number;
  /** For the whole answer. */
  timeoutMs: number;
}

/** What an operator may set tighter or wider than the service's documented limits; for each process. */
export interface LimitOverrides {
  concurrency?: number | undefined;
  requestsPerMinute?: number | undefined;
}

export type Environment = Record<string, string | undefined>;

/** A speech service as its file declares it: its name, its variables, its prices, and how it is opened. */
interface Declaration<Config> {
  id: string;
  /** `{limits}_CONCURRENCY` and `{limits}_REQUESTS_PER_MINUTE` override the service's limits. */
  limits: string;
  /** Reads the service's own variables. */
  environment: z.ZodType<Config>;
  prices: Prices;
  /** Where operators get credentials. */
  credentialsPage: string;
  /**
   * Whether editors of a dictionary preview entries within a custom sentence, which the browser stores
   * (document 1 of the specification, section 9). Absent: entries alone.
   */
  hasOwnPreviewText?: boolean;
  open(config: Config & LimitOverrides, patience: Patience): Provider;
}

export interface SpeechService<Config = unknown> {
  id: string;
  prices: Prices;
  credentialsPage: string;
  hasOwnPreviewText: boolean;
  /** @throws ZodError naming the variables that cannot be read */
  configOf(env: Environment): Config & LimitOverrides;
  /**
   * The provider as the environment configures it. @throws ZodError naming the variables that cannot be read
   */
  open(env: Environment, patience: Patience): Provider;
}

/** Declares a speech service; a line in `services.ts` offers it. */
export function speechService<Config>({
  id,
  limits,
  environment,
  prices,
  credentialsPage,
  hasOwnPreviewText = false,
  open,
}: Declaration<Config>): SpeechService<Config> {
  const overrides = z.object({
    [`${limits}_CONCURRENCY`]: positive,
    [`${limits}_REQUESTS_PER_MINUTE`]: positive,
  });
  const configOf = (env: Environment): Config & LimitOverrides => {
    const read = overrides.parse(env);
    return {
      ...environment.parse(env),
      concurrency: read[`${limits}_CONCURRENCY`],
      requestsPerMinute: read[`${limits}_REQUESTS_PER_MINUTE`],
    };
  };
  return {
    id,
    prices,
    credentialsPage,
    hasOwnPreviewText,
    configOf,
    open: (env, patience) => open(configOf(env), patience),
  };
}

/** `SPEECH_STALL_MS` and `SPEECH_TIMEOUT_MS`. @throws ZodError */
export function patienceOf(env: Environment): Patience {
  const { SPEECH_STALL_MS, SPEECH_TIMEOUT_MS } = z
    .object({ SPEECH_STALL_MS: positive, SPEECH_TIMEOUT_MS: positive })
    .parse(env);
  return { stallMs: SPEECH_STALL_MS ?? 20_000, timeoutMs: SPEECH_TIMEOUT_MS ?? 180_000 };
}

// Kinds of variables. An empty one counts as unset, as it does in shells and in compose files.
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const positive = optionalText
  .transform((value) => (value === undefined ? undefined : Number(value)))
  .pipe(z.int().positive().optional());
export const optionalUrl = optionalText
  .pipe(z.url({ protocol: /^https?$/ }).optional())
  .transform((value) => value?.replace(/(?<!\/)\/+$/, ''));
export const url = (fallback: string) => optionalUrl.transform((value) => value ?? fallback);
/** Comma-separated; the first is the default. */
export const list = (fallback: string[]) =>
  optionalText.transform(
    (value) =>
      value
        ?.split(',')
        .map((item) => item.trim())
        .filter(Boolean) ?? fallback,
  );

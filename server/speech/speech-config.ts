import { z } from 'zod';

/** An empty variable counts as unset, as it does in shells and in compose files. */
const optional = z.string().trim().optional().transform((value) => value || undefined);
const positive = optional.transform((value) => (value === undefined ? undefined : Number(value))).pipe(z.int().positive().optional());
const url = (fallback: string) => optional.pipe(z.url({ protocol: /^https?$/ }).default(fallback)).transform(withoutTrailingSlash);
const list = (fallback: string[]) => optional.transform((value) => value?.split(',').map((item) => item.trim()).filter(Boolean) ?? fallback);

const environment = z.object({
  GOOGLE_TTS_API_KEY: optional,
  GOOGLE_TTS_BASE_URL: url('https://texttospeech.googleapis.com'),
  AWS_ACCESS_KEY_ID: optional,
  AWS_SECRET_ACCESS_KEY: optional,
  AWS_SESSION_TOKEN: optional,
  AWS_REGION: optional,
  AWS_POLLY_BASE_URL: optional.pipe(z.url({ protocol: /^https?$/ }).optional()),
  AWS_POLLY_SPEECH_MARKS: optional.pipe(z.enum(['0', '1']).default('1')),
  AZURE_SPEECH_KEY: optional,
  AZURE_SPEECH_REGION: optional.pipe(z.string().regex(/^[a-z0-9]+$/).optional()),
  AZURE_SPEECH_BASE_URL: optional.pipe(z.url({ protocol: /^https?$/ }).optional()),
  IBM_TTS_API_KEY: optional,
  IBM_TTS_BASE_URL: url('https://api.us-south.text-to-speech.watson.cloud.ibm.com'),
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: url('https://api.openai.com/v1'),
  OPENAI_TTS_MODELS: list(['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd']),
  ELEVENLABS_API_KEY: optional,
  ELEVENLABS_BASE_URL: url('https://api.elevenlabs.io'),
  GEMINI_API_KEY: optional,
  GEMINI_BASE_URL: url('https://generativelanguage.googleapis.com'),
  // The 2.5 previews end on 2026-12-18 (Gemini API, Deprecations); what has ended is not offered.
  GEMINI_TTS_MODELS: list(['gemini-3.8-flash-tts', 'gemini-3.8-flash-lite-tts', 'gemini-2.5-flash-preview-tts', 'gemini-2.5-pro-preview-tts']),
  SPEECH_STALL_MS: positive.transform((ms) => ms ?? 20_000),
  SPEECH_TIMEOUT_MS: positive.transform((ms) => ms ?? 180_000),
});

const LIMIT_PREFIXES = {
  google: 'GOOGLE_TTS',
  amazon: 'AWS_POLLY',
  microsoft: 'AZURE_SPEECH',
  ibm: 'IBM_TTS',
  openai: 'OPENAI_TTS',
  elevenlabs: 'ELEVENLABS',
  gemini25: 'GEMINI',
} as const;

/** How long a service may take, in milliseconds. */
export interface Patience {
  /** Without a single byte arriving. */
  stallMs: number;
  /** For the whole answer. */
  timeoutMs: number;
}

/** What an operator may set tighter or wider than the service's documented limits; per process. */
export interface LimitOverrides {
  concurrency?: number | undefined;
  requestsPerMinute?: number | undefined;
}

interface KeyedService extends LimitOverrides {
  apiKey: string | undefined;
  baseUrl: string;
}

export interface AmazonConfig extends LimitOverrides {
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  sessionToken: string | undefined;
  region: string | undefined;
  /** Instead of the region's endpoint. */
  baseUrl: string | undefined;
  /** Ask for word timings by a second request, which Amazon bills like the first. */
  speechMarks: boolean;
}

export interface SpeechConfig {
  google: KeyedService;
  amazon: AmazonConfig;
  microsoft: KeyedService;
  ibm: KeyedService;
  openai: KeyedService & { models: string[] };
  elevenlabs: KeyedService;
  gemini25: KeyedService & { models: string[] };
  patience: Patience;
}

/**
 * Credentials, addresses and limits of the speech services, from the environment:
 *
 * | service | credentials | address | others |
 * | --- | --- | --- | --- |
 * | google | `GOOGLE_TTS_API_KEY` | `GOOGLE_TTS_BASE_URL` | |
 * | amazon | `AWS_ACCESS_KEY_ID` `AWS_SECRET_ACCESS_KEY` `AWS_SESSION_TOKEN` `AWS_REGION` | `AWS_POLLY_BASE_URL` | `AWS_POLLY_SPEECH_MARKS=0`: measure timings rather than buy them |
 * | microsoft | `AZURE_SPEECH_KEY` | `AZURE_SPEECH_REGION` or `AZURE_SPEECH_BASE_URL` | |
 * | ibm | `IBM_TTS_API_KEY` | `IBM_TTS_BASE_URL` (the service instance) | |
 * | openai | `OPENAI_API_KEY` | `OPENAI_BASE_URL` | `OPENAI_TTS_MODELS`, comma-separated, first is the default |
 * | elevenlabs | `ELEVENLABS_API_KEY` | `ELEVENLABS_BASE_URL` | |
 * | gemini25 | `GEMINI_API_KEY` | `GEMINI_BASE_URL` | `GEMINI_TTS_MODELS`, comma-separated, first is the default |
 *
 * Each also reads `{prefix}_CONCURRENCY` and `{prefix}_REQUESTS_PER_MINUTE`, the prefixes being GOOGLE_TTS,
 * AWS_POLLY, AZURE_SPEECH, IBM_TTS, OPENAI_TTS, ELEVENLABS, GEMINI. `SPEECH_STALL_MS` (20000) is how long a
 * service may be silent, `SPEECH_TIMEOUT_MS` (180000) how long an answer may take.
 *
 * @throws ZodError naming the variables that cannot be read
 */
export function speechConfig(env: Record<string, string | undefined>): SpeechConfig {
  const e = environment.parse(env);
  const limits = (id: keyof typeof LIMIT_PREFIXES): LimitOverrides =>
    z.object({ concurrency: positive, requestsPerMinute: positive }).parse({
      concurrency: env[`${LIMIT_PREFIXES[id]}_CONCURRENCY`],
      requestsPerMinute: env[`${LIMIT_PREFIXES[id]}_REQUESTS_PER_MINUTE`],
    });
  const azureUrl = e.AZURE_SPEECH_BASE_URL ?? (e.AZURE_SPEECH_REGION ? `https://${e.AZURE_SPEECH_REGION}.tts.speech.microsoft.com` : '');
  return {
    google: { apiKey: e.GOOGLE_TTS_API_KEY, baseUrl: e.GOOGLE_TTS_BASE_URL, ...limits('google') },
    amazon: {
      accessKeyId: e.AWS_ACCESS_KEY_ID,
      secretAccessKey: e.AWS_SECRET_ACCESS_KEY,
      sessionToken: e.AWS_SESSION_TOKEN,
      region: e.AWS_REGION,
      baseUrl: e.AWS_POLLY_BASE_URL && withoutTrailingSlash(e.AWS_POLLY_BASE_URL),
      speechMarks: e.AWS_POLLY_SPEECH_MARKS === '1',
      ...limits('amazon'),
    },
    microsoft: { apiKey: e.AZURE_SPEECH_KEY, baseUrl: withoutTrailingSlash(azureUrl), ...limits('microsoft') },
    ibm: { apiKey: e.IBM_TTS_API_KEY, baseUrl: e.IBM_TTS_BASE_URL, ...limits('ibm') },
    openai: { apiKey: e.OPENAI_API_KEY, baseUrl: e.OPENAI_BASE_URL, models: e.OPENAI_TTS_MODELS, ...limits('openai') },
    elevenlabs: { apiKey: e.ELEVENLABS_API_KEY, baseUrl: e.ELEVENLABS_BASE_URL, ...limits('elevenlabs') },
    gemini25: { apiKey: e.GEMINI_API_KEY, baseUrl: e.GEMINI_BASE_URL, models: e.GEMINI_TTS_MODELS, ...limits('gemini25') },
    patience: { stallMs: e.SPEECH_STALL_MS, timeoutMs: e.SPEECH_TIMEOUT_MS },
  };
}

function withoutTrailingSlash(value: string): string {
  return value.replace(/\/+$/, '');
}

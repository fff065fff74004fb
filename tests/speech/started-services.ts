import { onTestFinished } from 'vitest';
import { amazon } from '../../server/speech/amazon.ts';
import type { Patience } from '../../server/speech/speech-service.ts';
import { elevenlabs } from '../../server/speech/elevenlabs.ts';
import { gemini25 } from '../../server/speech/gemini25.ts';
import { google } from '../../server/speech/google.ts';
import { ibm } from '../../server/speech/ibm.ts';
import { microsoft } from '../../server/speech/microsoft.ts';
import { openai } from '../../server/speech/openai.ts';
import type { Provider, SpeechAudio, SpeechRequest, Voice } from '../../server/speech/provider.ts';
import { startAmazon } from './servers/amazon.ts';
import { startElevenlabs } from './servers/elevenlabs.ts';
import { startGemini25 } from './servers/gemini25.ts';
import { startGoogle } from './servers/google.ts';
import { startIbm } from './servers/ibm.ts';
import { startMicrosoft } from './servers/microsoft.ts';
import { startOpenai } from './servers/openai.ts';
import type { ReceivedRequest, SpeechServer } from './servers/service.ts';

/** The key of every service in these tests; it must never turn up in a message. */
export const KEY = 'k3y-Qm9x-never-shown';
const PATIENCE: Patience = { stallMs: 5000, timeoutMs: 10_000 };

interface Service {
  id: string;
  start: () => Promise<SpeechServer>;
  /** The provider as the environment configures it. */
  provider: (url: string, key?: string, patience?: Patience) => Provider;
  /** A voice and language that the server has. */
  request: Pick<SpeechRequest, 'voice' | 'language' | 'model'>;
}

/** Each service with its server and its provider. */
export const SERVICES: Service[] = [
  {
    id: 'google',
    start: () => startGoogle({ apiKey: KEY }),
    provider: (url, key = KEY, patience = PATIENCE) =>
      google.open({ GOOGLE_TTS_API_KEY: key, GOOGLE_TTS_BASE_URL: url }, patience),
    request: { voice: 'en-US-Neural2-D', language: 'en-US' },
  },
  {
    id: 'amazon',
    start: () => startAmazon({ accessKeyId: 'AKIDTEST', secretAccessKey: KEY, region: 'eu-central-1' }),
    provider: (url, key = KEY, patience = PATIENCE) =>
      amazon.open(
        {
          AWS_ACCESS_KEY_ID: 'AKIDTEST',
          AWS_SECRET_ACCESS_KEY: key,
          AWS_REGION: 'eu-central-1',
          AWS_POLLY_BASE_URL: url,
        },
        patience,
      ),
    request: { voice: 'Joanna', language: 'en-US', model: 'neural' },
  },
  {
    id: 'microsoft',
    start: () => startMicrosoft({ apiKey: KEY }),
    provider: (url, key = KEY, patience = PATIENCE) =>
      microsoft.open({ AZURE_SPEECH_KEY: key, AZURE_SPEECH_BASE_URL: url }, patience),
    request: { voice: 'en-US-GuyNeural', language: 'en-US' },
  },
  {
    id: 'ibm',
    start: () => startIbm({ apiKey: KEY }),
    provider: (url, key = KEY, patience = PATIENCE) =>
      ibm.open({ IBM_TTS_API_KEY: key, IBM_TTS_BASE_URL: url }, patience),
    request: { voice: 'en-US_AllisonV3Voice', language: 'en-US' },
  },
  {
    id: 'openai',
    start: () => startOpenai({ apiKey: KEY }),
    provider: (url, key = KEY, patience = PATIENCE) =>
      openai.open({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }, patience),
    request: { voice: 'onyx', language: 'en-US' },
  },
  {
    id: 'elevenlabs',
    start: () => startElevenlabs({ apiKey: KEY }),
    provider: (url, key = KEY, patience = PATIENCE) =>
      elevenlabs.open({ ELEVENLABS_API_KEY: key, ELEVENLABS_BASE_URL: url }, patience),
    request: { voice: 'JBFqnCBsd6RMkjVDRZzb', language: 'en-US' },
  },
  {
    id: 'gemini25',
    start: () => startGemini25({ apiKey: KEY }),
    provider: (url, key = KEY, patience = PATIENCE) =>
      gemini25.open({ GEMINI_API_KEY: key, GEMINI_BASE_URL: url }, patience),
    request: { voice: 'Kore', language: 'en-US' },
  },
];

/**
 * A service's server, closed after the test, its provider, a request that it can voice, and what it was sent
 * last.
 */
export async function openService(id: string) {
  const service = SERVICES.find((service) => service.id === id)!;
  const server = await service.start();
  onTestFinished(() => server.close());
  return {
    server,
    provider: service.provider(server.url),
    request: (more: Partial<SpeechRequest>): SpeechRequest => ({
      ...service.request,
      settings: {},
      text: 'Hello.',
      ...more,
    }),
    signal: AbortSignal.timeout(10_000),
    last: (): ReceivedRequest => server.requests.at(-1)!,
    sent: (): unknown => JSON.parse(server.requests.at(-1)!.body),
  };
}

/** The words of an answer with the milliseconds at which they begin. */
export const wordTimes = (text: string, { timings = [] }: SpeechAudio): [string, number][] =>
  timings.map(({ start, length, startMs }) => [text.slice(start, start + length), Math.round(startMs)]);

export const named = (voices: Voice[], name: string): Voice[] =>
  voices.filter((voice) => voice.name === name);

import { z } from 'zod';
import { ProviderError } from './provider-errors.ts';
import { ProviderQueue, type ProviderQueueOptions } from './provider-queue.ts';
import { openOfflineRecogniser } from './offline-recognition.ts';
import { recognisedLanguage, type Recogniser, type RecognitionRequest } from './recogniser.ts';
import { findModel, RecognitionModelError, type RecognitionModel } from './recognition-model.ts';
import { callService, parseAnswer } from './service-call.ts';
import { list, optionalText, optionalUrl, type Environment, type Patience } from './speech-service.ts';

const ID = 'recognition';

const euros = (fallback: number) =>
  z
    .string()
    .optional()
    .transform((value) => (value ? Number(value) : fallback))
    .pipe(z.number().min(0).max(1_000_000));

const environment = z.object({
  /** Base of the address that speaks OpenAI's `/audio/transcriptions`; unset: nothing is recognised. */
  RECOGNITION_URL: optionalUrl,
  RECOGNITION_API_KEY: optionalText,
  RECOGNITION_MODEL: optionalText,
  /** Folder of a sherpa-onnx model, in place of an address. */
  RECOGNITION_MODEL_DIR: optionalText.transform((folder, { addIssue }): RecognitionModel | undefined => {
    if (folder === undefined) return undefined;
    try {
      return findModel(folder);
    } catch (error) {
      if (!(error instanceof RecognitionModelError)) throw error;
      addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  }),
  RECOGNITION_LANGUAGES: list([]),
  RECOGNITION_EUR_PER_MINUTE: euros(0.0055),
  RECOGNITION_EUR_PER_DAY: euros(2),
  RECOGNITION_TIMEOUT_MS: z
    .string()
    .optional()
    .transform((value) => (value ? Number(value) : 60_000))
    .pipe(z.int().positive().max(600_000)),
});

const answerOf = z.object({ text: z.string() });

/**
 * A check waits for its response: it makes two attempts at most, and sends none while the service is down.
 */
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

/** Characters of hints: Whisper reads no more than 224 tokens of them (Speech to text guide, Prompting). */
const hintsMax = 500;

/**
 * The recogniser that the environment configures: OpenAI's transcription call, or any address that speaks it
 * (a local Whisper server, say), or a model in a folder. An address goes first. Null without either.
 * @throws ZodError naming the variables that cannot be read
 */
export function openRecogniser(env: Environment): Recogniser | null {
  const read = environment.parse(env);
  const { RECOGNITION_URL: baseUrl, RECOGNITION_API_KEY: apiKey, RECOGNITION_TIMEOUT_MS: timeoutMs } = read;
  if (!baseUrl) {
    const { RECOGNITION_MODEL_DIR: offline, RECOGNITION_LANGUAGES: languages } = read;
    if (!offline) return null;
    return openOfflineRecogniser(offline, { languages: languages.length > 0 ? languages : null, timeoutMs });
  }
  const model = read.RECOGNITION_MODEL ?? 'whisper-1';
  const patience: Patience = { stallMs: timeoutMs, timeoutMs };
  const queue = new ProviderQueue(ID, queueOptions);
  return {
    model,
    microsPerMinute: Math.round(read.RECOGNITION_EUR_PER_MINUTE * 1_000_000),
    microsPerDay: Math.round(read.RECOGNITION_EUR_PER_DAY * 1_000_000),
    longestMs: 4 * timeoutMs + 60_000,
    knows: (language) => recognisedLanguage(language) !== null,
    recognise: (request, signal) =>
      queue.run((inner) => transcribe({ baseUrl, apiKey, model, patience }, request, inner), signal, {
        tenant: request.tenant,
      }),
    close: async () => {},
  };
}

interface Address {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  patience: Patience;
}

/** One call (API reference, Create transcription); all models answer in the format `json`, and some only. */
async function transcribe(
  { baseUrl, apiKey, model, patience }: Address,
  { audio, language, hints }: RecognitionRequest,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(audio)], { type: 'audio/mpeg' }), 'sentence.mp3');
  form.append('model', model);
  form.append('response_format', 'json');
  form.append('temperature', '0');
  const code = recognisedLanguage(language);
  if (code) form.append('language', code);
  const prompt = promptOf(hints);
  if (prompt) form.append('prompt', prompt);
  const bytes = await callService(
    {
      provider: ID,
      method: 'POST',
      url: `${baseUrl}/audio/transcriptions`,
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      body: form,
      accept: /^application\/json/,
      maxBytes: 1024 * 1024,
      patience,
      secrets: apiKey ? [apiKey] : [],
      classify: (status, body) => {
        // An empty account answers 429 too, but no waiting helps it.
        if (status === 429 && body.includes('insufficient_quota')) return { kind: 'credentials' };
        return status === 404
          ? {
              kind: 'gone',
              advice: `there is no model '${model}' (operators: RECOGNITION_URL, RECOGNITION_MODEL)`,
            }
          : null;
      },
    },
    signal,
  );
  return parseAnswer(ID, answerOf, bytes).text;
}

/** Whether what failed may have been billed: it was answered, only not as it should be. */
export const mayBeBilled = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'bad_audio';

function promptOf(hints: readonly string[]): string {
  let prompt = '';
  for (const hint of hints) {
    const next = prompt ? `${prompt}, ${hint}` : hint;
    if (next.length > hintsMax) break;
    prompt = next;
  }
  return prompt;
}

import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { TaskPool, TaskTimeoutError } from '../../lib/threads/task-pool.ts';
import { ThreadEndedError } from '../../lib/threads/start-thread.ts';
import { speechMessages } from '../messages.ts';
import { noPhonemesMessage, unsupportedSounds } from '../phoneme-support.ts';
import { ProviderError } from '../provider-errors.ts';
import type { Provider, SpeechAudio, SpeechRequest, Voice, VoiceSetting } from '../provider.ts';
import { NothingToSpeakError } from '../offline-text.ts';
import { optionalText, type Environment, type Patience } from '../speech-service.ts';
import { settingValues } from '../voice-settings.ts';
import { voiceName, type LocalModel, type Speaker } from './local-model.ts';
import { missingSounds } from './phoneme-tokens.ts';
import type { SynthesisAnswer, SynthesisTask } from './synthesis-worker.ts';
import { LOCAL_PROVIDER } from './local-model.ts';
import type { VoicesDirectory } from './voices-directory.ts';
import { voiceLabel } from './voice-label.ts';

/** As its registry has it. */
export const installRuntime = 'npm install --no-save sherpa-onnx-node@1.13.8';

const settings: VoiceSetting[] = [
  { id: 'speed', title: 'Speed', type: 'float', min: 0.5, max: 2, step: 0.05, default: 1 },
];
/** Characters of one request: a model's memory grows with the length of what it says at once. */
const maxCharacters = 1_000;
/** Failures in a row after which a model is not tried for a while. */
const failuresMax = 3;
const pauseMs = 10 * 60_000;

const count = (fallback: number, max: number) =>
  optionalText
    .transform((value) => (value === undefined ? fallback : Number(value)))
    .pipe(z.int().positive().max(max));
const environment = z.object({
  VOICES_PROCESSES: count(Math.max(1, Math.floor(availableParallelism() / 2)), 64),
  VOICES_MEMORY_MB: count(2_048, 1_000_000),
});

export interface LocalProvider extends Provider {
  /** Ends its processes. */
  close(): Promise<void>;
}

export interface LocalProviderOptions {
  directory: VoicesDirectory;
  env: Environment;
  patience: Pick<Patience, 'timeoutMs'>;
  /** Milliseconds after which a process without work ends, and its models are unloaded. */
  idleMs?: number;
}

/**
 * Voices whose models lie in the voices folder. Models are loaded in processes apart when they are used,
 * which a request that is cancelled or takes too long ends, and so does one that needs too much memory.
 * @throws ZodError naming the variables that cannot be read
 */
export function localProvider({
  directory,
  env,
  patience,
  idleMs = 60_000,
}: LocalProviderOptions): LocalProvider {
  const { VOICES_PROCESSES: processes, VOICES_MEMORY_MB: memoryMb } = environment.parse(env);
  const pool = new TaskPool<SynthesisTask, SynthesisAnswer>({
    file: new URL('./synthesis-worker.ts', import.meta.url),
    threads: processes,
    apart: true,
    // Samples are outside of V8's heap. A small young generation frees them soon, and does not grow.
    limits: { maxYoungGenerationSizeMb: 6 },
    freesLargeBuffers: true,
    memoryMb,
    idleMs,
  });
  const failing = new FailingModels();

  async function synthesise(request: SpeechRequest, signal: AbortSignal): Promise<SpeechAudio> {
    const { model, speaker } = installedVoice(directory, request.voice);
    const { speed } = settingValues(LOCAL_PROVIDER, settings, request);
    if (request.model !== undefined && request.model !== editionOf(model))
      throw new ProviderError(LOCAL_PROVIDER, 'bad_request', `the model ${model.id} has been replaced`);
    failing.refuse(model);
    const task: SynthesisTask = {
      model,
      speaker: speaker.id,
      language: speaker.language,
      text: request.text,
      sounds: request.sounds ?? [],
      speed: Number(speed),
      preparedFolder: directory.preparedFolder,
      memoryMb,
    };
    let answer: SynthesisAnswer;
    try {
      answer = await pool.run(task, { caller: request.tenant ?? '', signal, timeoutMs: patience.timeoutMs });
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      throw failing.record(model, causeInWords(cause, memoryMb, patience.timeoutMs), cause);
    }
    if ('failed' in answer) throw failureOf(answer, model, failing);
    failing.succeed(model);
    const { audio, sampleRate, unspoken } = answer;
    return { audio, format: { kind: 's16le', sampleRate, channels: 1 }, unspoken };
  }

  return {
    id: LOCAL_PROVIDER,
    title: 'Voices on this server',
    fixedVoices: true,
    isLocal: true,
    unavailable: isRuntimeInstalled()
      ? null
      : speechMessages.SPEECH_NOT_INSTALLED({ command: installRuntime }),
    limits: { maxRequest: { unit: 'characters', value: maxCharacters }, concurrency: processes },
    soundsProblem: (ipa, { voice, language }) => soundsProblem(directory, ipa, voice, language),
    voices: () => Promise.resolve(directory.installed.models.flatMap(voicesOf)),
    synthesise,
    close: () => pool.close(),
  };
}

function isRuntimeInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node');
    return true;
  } catch {
    return false;
  }
}

/** @throws ProviderError `gone` */
function installedVoice(directory: VoicesDirectory, name: string): { model: LocalModel; speaker: Speaker } {
  for (const model of directory.installed.models)
    for (const speaker of model.speakers) if (voiceName(model, speaker) === name) return { model, speaker };
  throw new ProviderError(LOCAL_PROVIDER, 'gone', `the voice ${name} is no longer installed`);
}

function soundsProblem(
  directory: VoicesDirectory,
  ipa: string,
  voice: string,
  language: string,
): string | null {
  const model = directory.installed.models.find((one) =>
    one.speakers.some((speaker) => voiceName(one, speaker) === voice),
  );
  if (model?.files.family !== 'piper') return noPhonemesMessage('This voice');
  const missing = missingSounds(ipa, model.files.tokens);
  if (missing.length > 0) return `This voice has no ${missing.join(', ')}: the replacement is said instead.`;
  return unsupportedSounds(ipa, language);
}

const editionOf = ({ checksum }: LocalModel): string => checksum.slice(0, 12);

const voicesOf = (model: LocalModel): Voice[] =>
  model.speakers.map((speaker) => ({
    name: voiceName(model, speaker),
    label: voiceLabel(model, speaker),
    provider: LOCAL_PROVIDER,
    language: speaker.language,
    gender: speaker.gender,
    type: 'premium',
    styles: [],
    // Part of a request, and so of what audio is kept by: a replaced model regenerates it.
    availableModels: [editionOf(model)],
    availableSettings: settings,
    ...(model.license && { license: model.license }),
  }));

function causeInWords(cause: unknown, memoryMb: number, timeoutMs: number): string {
  if (cause instanceof TaskTimeoutError) return `it took longer than ${Math.round(timeoutMs / 1_000)} s`;
  if (cause instanceof ThreadEndedError && cause.outOfMemory)
    return `it needs more than ${memoryMb} MB (operators: VOICES_MEMORY_MB)`;
  const words = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : '';
  // The last line of the runtime is the reason for its failure.
  const last = words.trim().split('\n').at(-1)?.trim().slice(0, 300);
  return last ? `its process ended: ${last}` : 'its process ended';
}

function failureOf(
  { failed, message }: Extract<SynthesisAnswer, { failed: string }>,
  model: LocalModel,
  failing: FailingModels,
): Error {
  if (failed === 'nothing to speak') return new NothingToSpeakError();
  if (failed === 'no audio')
    return new ProviderError(LOCAL_PROVIDER, 'bad_audio', `the model ${model.id} failed: ${message}`);
  return failing.record(model, message, undefined);
}

/** Models that failed several times in a row are not tried for a while: each try costs a process. */
class FailingModels {
  readonly #failures = new Map<string, { count: number; until: number; why: string }>();

  /** @throws ProviderError */
  refuse({ id, checksum }: LocalModel): void {
    const known = this.#failures.get(checksum);
    if (known && known.count >= failuresMax && known.until > Date.now()) throw unusable(id, known.why);
  }

  record({ id, checksum }: LocalModel, why: string, cause: unknown): ProviderError {
    const failures = (this.#failures.get(checksum)?.count ?? 0) + 1;
    this.#failures.set(checksum, { count: failures, until: Date.now() + pauseMs, why });
    return unusable(id, why, cause);
  }

  succeed({ checksum }: LocalModel): void {
    this.#failures.delete(checksum);
  }
}

const unusable = (id: string, why: string, cause?: unknown): ProviderError =>
  new ProviderError(LOCAL_PROVIDER, 'gone', `the model ${id} cannot be used: ${why}`, { cause });

import { TaskPool } from '../lib/threads/task-pool.ts';
import { ProviderError } from './provider-errors.ts';
import { recognisedLanguage, type Recogniser, type RecognitionRequest } from './recogniser.ts';
import type { RecognitionModel } from './recognition-model.ts';
import type { RecognitionAnswer, RecognitionTask } from './recognition-worker.ts';

const ID = 'sherpa-onnx';
/** As its registry has it; what Parlance needs of it is the same in later ones. */
const install = 'npm install --no-save sherpa-onnx-node@1.13.8';

/** Languages of SenseVoice (FunAudioLLM). */
const senseVoice = ['zh', 'en', 'ja', 'ko', 'yue'];

/**
 * Opens speech recognition with a model on this machine, in a separate process: it is free of charge, and no
 * audio leaves the premises.
 * @param languages ISO 639-1, of a model that supports only some; null: those of its kind
 */
export function openOfflineRecogniser(
  model: RecognitionModel,
  { languages, timeoutMs }: { languages: readonly string[] | null; timeoutMs: number },
): Recogniser {
  const pool = new TaskPool<RecognitionTask, RecognitionAnswer>({
    file: new URL('./recognition-worker.ts', import.meta.url),
    threads: 1,
    apart: true,
  });
  const known = languages ?? languagesOf(model);
  return {
    model: model.name,
    microsPerMinute: 0,
    microsPerDay: 0,
    // Sounds wait for each other: a check has four of them at once.
    longestMs: 8 * timeoutMs,
    knows: (language) => {
      const code = recognisedLanguage(language);
      return code !== null && (known === null || known.includes(code));
    },
    recognise: (request, signal) => recognise(pool, model, timeoutMs, request, signal),
    close: () => pool.close(),
  };
}

/** Null: all that Whisper supports. */
function languagesOf({ kind, name, ...files }: RecognitionModel): readonly string[] | null {
  if (kind === 'senseVoice') return senseVoice;
  // A transducer does not declare its languages, so its operator configures them.
  if (kind === 'transducer') return [];
  const isEnglish = [name, ...Object.values(files)].some((file) => /\.en\b/.test(file));
  return isEnglish ? ['en'] : null;
}

async function recognise(
  pool: TaskPool<RecognitionTask, RecognitionAnswer>,
  model: RecognitionModel,
  timeoutMs: number,
  { audio, language, tenant }: RecognitionRequest,
  signal: AbortSignal,
): Promise<string> {
  let answer: RecognitionAnswer;
  try {
    const task = { model, audio, language: recognisedLanguage(language) ?? '' };
    answer = await pool.run(task, { caller: tenant, signal, timeoutMs });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    // Its process died, or did not end: with this model it will again.
    throw new ProviderError(ID, 'bad_request', `the model ${model.name} cannot be used: ${String(cause)}`, {
      cause,
    });
  }
  if ('text' in answer) return answer.text;
  throw new ProviderError(
    ID,
    'bad_request',
    answer.failed === 'not installed'
      ? `it is not installed (operators: ${install})`
      : `the model ${model.name} cannot be used: ${answer.message}`,
  );
}

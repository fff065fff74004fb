import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { AudioError, type AudioProblem } from '../audio/audio-error.ts';
import { NothingToSpeakError } from './offline-text.ts';
import { OfflineVoiceError } from './offline-voices.ts';
import type { ThreadAnswer, ThreadTaskName, ThreadTasks } from './threads-worker.ts';

/** A speech thread failed in a way that nobody expected, twice; the message holds the cause. */
export class SpeechThreadError extends Error {
  override name = 'SpeechThreadError';
}

/** A task took longer than it may; its thread was ended and replaced. */
export class SpeechTimeoutError extends Error {
  override name = 'SpeechTimeoutError';
}

/** A pool of threads that speak, decode and encode, so that the event loop never does. */
export interface SpeechThreads {
  /**
   * Runs a task in a thread, waiting for a free one. A thread that crashes is replaced and the task tried once more.
   * @param signal ends the task, and its thread with it, at once
   * @param timeoutMs counted from now, the wait for a thread included
   * @throws AudioError, NothingToSpeakError, OfflineVoiceError, SpeechThreadError, SpeechTimeoutError, the signal's reason
   */
  run<Name extends ThreadTaskName>(
    name: Name,
    input: Parameters<ThreadTasks[Name]>[0],
    signal?: AbortSignal,
    timeoutMs?: number,
  ): Promise<Awaited<ReturnType<ThreadTasks[Name]>>>;
  /** Loads the engines in every thread; first words then come at once. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Threads that end before they are ready are replaced so many times in a row: then something is wrong that another start does not mend. */
const MAX_FAILED_STARTS = 5;

/** Samples that are done with are freed when this much has been made besides them: the less, the sooner. */
const YOUNG_GENERATION_MB = 2;

/** Starts a pool of `size` threads. */
export function createSpeechThreads(size: number): SpeechThreads {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./threads-worker.ts', import.meta.url)),
    minThreads: size,
    maxThreads: size,
    recordTiming: false,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });

  // What a thread still said when it had ended (its task has failed by then and is run again), or an error of one without a task.
  pool.on('error', () => {});
  // The pool replaces a thread that ends, except one that ended before it was ready: after that it starts none by itself, and
  // whatever waits would wait forever. Asking it for something makes it start one.
  let [closing, failedStarts] = [false, 0];
  pool.on('workerCreate', () => (failedStarts = 0));
  pool.on('workerDestroy', () => {
    queueMicrotask(() => {
      if (closing || pool.threads.length >= size || failedStarts++ >= MAX_FAILED_STARTS) return;
      pool.run({ name: 'warm' }).catch(() => {});
    });
  });

  async function attempt(name: ThreadTaskName, input: unknown, signal: AbortSignal): Promise<ThreadAnswer> {
    try {
      return (await pool.run({ name, input }, { signal })) as ThreadAnswer;
    } catch (error) {
      if (signal.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, error: { name: 'SpeechThreadError', message } };
    }
  }

  const run: SpeechThreads['run'] = async (name, input, signal, timeoutMs = 300_000) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      either.throwIfAborted();
      let answer = await attempt(name, input, either);
      if (!answer.ok && answer.error.name === 'SpeechThreadError') answer = await attempt(name, input, either);
      if (!answer.ok) throw failure(answer.error);
      return answer.value as never;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (timeout.aborted) throw new SpeechTimeoutError(`The speech task '${name}' took longer than ${timeoutMs} ms`);
      throw error;
    }
  };

  return {
    run,
    warm: async () => void (await Promise.all(Array.from({ length: size }, () => run('warm', undefined as never)))),
    async close() {
      closing = true;
      await pool.destroy();
    },
  };
}

function failure({ name, message, problem }: Extract<ThreadAnswer, { ok: false }>['error']): Error {
  if (name === 'AudioError') return new AudioError(problem as AudioProblem, message);
  if (name === 'NothingToSpeakError') return new NothingToSpeakError();
  if (name === 'OfflineVoiceError') return new OfflineVoiceError(message);
  return new SpeechThreadError(message);
}

import { AudioError, type AudioProblem } from '../audio/audio-error.ts';
import { TaskPool } from '../lib/threads/task-pool.ts';
import { NothingToSpeakError } from './offline-text.ts';
import { OfflineVoiceError } from './offline-voices.ts';
import type { SpeechEncoderName } from '../audio/mp3-encoder.ts';
import type { ThreadAnswer, ThreadTask, ThreadTaskName, ThreadTasks } from './threads-worker.ts';

/** Unexpected failure of a speech thread, twice; the message holds the cause. */
export class SpeechThreadError extends Error {
  override name = 'SpeechThreadError';
}

/** A task took longer than it may; its thread was ended and replaced. */
export class SpeechTimeoutError extends Error {
  override name = 'SpeechTimeoutError';
}

/** A pool of threads that speak, decode and encode, so that the event loop never does. */
export interface SpeechThreads {
  /** Returns the same threads for a tenant. Tenants take turns; tasks without one share a turn. */
  for(tenant: string): Pick<SpeechThreads, 'run'>;
  /**
   * Runs a task in a thread, waiting for a free one. A thread that crashes is replaced and the task tried
   * once more.
   * @param signal ends the task, and its thread with it, at once
   * @param timeoutMs counted from now, the wait for a thread included
   * @throws AudioError, NothingToSpeakError, OfflineVoiceError, SpeechThreadError, SpeechTimeoutError, the
   * signal's reason
   */
  run<Name extends ThreadTaskName>(
    name: Name,
    input: Parameters<ThreadTasks[Name]>[0],
    signal?: AbortSignal,
    timeoutMs?: number,
  ): Promise<Awaited<ReturnType<ThreadTasks[Name]>>>;
  /**
   * Starts every thread and loads its engines, for measurements. Otherwise a thread starts with its first
   * task and ends when it is idle.
   */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Used samples are freed once this much else has been allocated: the less, the sooner. */
const YOUNG_GENERATION_MB = 2;
/**
 * Megabytes of RAM of one thread. The longest sound takes 320, and 1,600 with the copies that are made while
 * it is made even; music may be there beside it.
 */
const MEMORY_MB = 3_072;

/** Opens a pool of at most `size` threads. @param speechEncoder what encodes speech in all of them */
export function createSpeechThreads(size: number, speechEncoder: SpeechEncoderName = 'own'): SpeechThreads {
  const pool = new TaskPool<ThreadTask, ThreadAnswer>({
    file: new URL('./threads-worker.ts', import.meta.url),
    threads: size,
    apart: true,
    limits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    memoryMb: MEMORY_MB,
  });

  async function attempt(
    caller: string,
    name: ThreadTaskName,
    input: unknown,
    signal: AbortSignal,
  ): Promise<ThreadAnswer & { cause?: unknown }> {
    try {
      return await pool.run({ name, input, speechEncoder }, { caller, signal });
    } catch (cause) {
      if (signal.aborted) throw cause;
      return { ok: false, error: { name: 'SpeechThreadError', message: String(cause) }, cause };
    }
  }

  const runFor =
    (caller: string): SpeechThreads['run'] =>
    async (name, input, signal, timeoutMs = 300_000) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        either.throwIfAborted();
        let answer = await attempt(caller, name, input, either);
        if (!answer.ok && answer.error.name === 'SpeechThreadError')
          answer = await attempt(caller, name, input, either);
        if (!answer.ok) throw failure(answer.error, answer.cause);
        // The thread answers a task with what the table of tasks says.
        return answer.value as never;
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (timeout.aborted)
          throw new SpeechTimeoutError(`The speech task '${name}' took longer than ${timeoutMs} ms`);
        throw error;
      }
    };
  const run = runFor('');

  return {
    run,
    for: (tenant) => ({ run: runFor(tenant) }),
    warm: async () => void (await Promise.all(Array.from({ length: size }, () => run('warm', undefined)))),
    close: () => pool.close(),
  };
}

function failure(
  { name, message, problem, told }: Extract<ThreadAnswer, { ok: false }>['error'],
  cause: unknown,
): Error {
  if (name === 'AudioError') return new AudioError(problem as AudioProblem, told!);
  if (name === 'NothingToSpeakError') return new NothingToSpeakError();
  if (name === 'OfflineVoiceError') return new OfflineVoiceError(told!);
  return new SpeechThreadError(message, cause === undefined ? {} : { cause });
}

import type { Message } from '../declare-messages.ts';
import { threadMessages } from '../messages.ts';
import type { ResourceLimits } from 'node:worker_threads';
import { ExpectedError } from '../expected-error.ts';
import { Gate } from './gate.ts';
import type { PoolMessage, ThreadMessage } from './task-thread.ts';
import { startThread, ThreadEndedError, type Thread } from './start-thread.ts';

/** Task that threw an unexpected error; its thread keeps running. */
export class TaskFailedError extends Error {
  override name = 'TaskFailedError';
}

/** No thread could be started for a task: the machine has no handles, or no memory, for one right now. */
export class ThreadStartError extends ExpectedError {
  override name = 'ThreadStartError';
  readonly onVoicing = { waitMs: 8_000 };
}

/** A task ran longer than it may; its thread was ended. */
export class TaskTimeoutError extends Error {
  override name = 'TaskTimeoutError';
}

export interface TaskPoolOptions {
  /**
   * Its default export does a task, in a thread. What is expected to fail is part of its answer: errors lose
   * their class on the way.
   */
  file: URL;
  /** At most; none runs before it is needed. */
  threads: number;
  /** Whether they are processes, which what others wrote cannot take this one down with. */
  apart?: boolean;
  limits?: ResourceLimits;
  /** Megabytes of RAM of each process, native memory included. Needs `apart`. */
  memoryMb?: number;
  /** Whether such processes return freed buffers to the system at once. Needs `apart`. */
  freesLargeBuffers?: boolean;
  /**
   * Threads that one caller has at once, tasks of a caller and of all that wait, and how long they do.
   * Default: no caller is limited, and all wait. What is too much fails with GateFullError.
   */
  queue?: { perCaller: number; waitingOfCaller: number; waiting: number; patienceMs: number };
  /** Milliseconds after which a thread without a task ends. Default 30,000. */
  idleMs?: number;
}

export interface TaskOptions {
  /** Owner of the task: owners take turns. Tasks without one share a turn. */
  caller?: string;
  /** Ends the wait, or the task and with it its thread, at once. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that it may run; waiting for a place, or for its thread to start, does not count. */
  timeoutMs?: number;
}

/** Milliseconds that a thread may take to start, on the busiest machine. */
const startMs = 60_000;

/** Whether a task needed more time or more memory than it may have. */
export const exceededMemory = (error: unknown): boolean =>
  error instanceof TaskTimeoutError || (error instanceof ThreadEndedError && error.outOfMemory);

/**
 * Threads that end before they have begun to work are replaced a limited number of times per task; after
 * that another one would not help.
 */
const startsMax = 3;

/** One thread, and the task that it has. */
interface Place {
  thread: Thread;
  ready: boolean;
  /** Whether it has done a task: what it dies of later need not be its present task. */
  used: boolean;
  /** Called once when the task starts. */
  begun: (() => void) | undefined;
  settle: ((outcome: { value: unknown } | { error: Error }) => void) | undefined;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Pool of threads that each run one task at a time. Threads start when needed and end when idle. One that
 * dies (out of memory, an uncaught error) fails only its own task, and the next task gets a new thread. If a
 * thread that has completed other tasks dies, a fresh one retries its task: the task fails only if it fails
 * on a fresh thread.
 */
export class TaskPool<Task, Answer> {
  readonly #options: TaskPoolOptions;
  readonly #gate: Gate;
  readonly #idle: Place[] = [];
  readonly #places = new Set<Place>();
  #closed = false;

  constructor(options: TaskPoolOptions) {
    this.#options = options;
    const { threads, queue } = options;
    // By default a caller that is alone has all of them, and any other is next.
    this.#gate = new Gate(
      queue
        ? {
            atOnce: threads,
            waitingMax: queue.waiting,
            perCaller: { share: queue.perCaller / threads, waitingMax: queue.waitingOfCaller },
            patience: () => queue.patienceMs,
          }
        : { atOnce: threads, waitingMax: Infinity, perCaller: { share: 1 } },
    );
  }

  /** Threads that run, at work or idle. */
  get size(): number {
    return this.#places.size;
  }

  /**
   * @throws TaskFailedError, TaskTimeoutError, ThreadEndedError, ThreadStartError, GateFullError, the
   * signal's reason
   */
  async run(task: Task, { caller = '', signal, timeoutMs }: TaskOptions = {}): Promise<Answer> {
    const leave = await this.#gate.enter({ caller, signal });
    try {
      let needsFresh = false;
      for (let start = 1; ; start++) {
        if (this.#closed) throw new ThreadEndedError('The threads have been ended.');
        signal?.throwIfAborted();
        const place = (needsFresh ? undefined : this.#idle.pop()) ?? this.#start();
        const { used } = place;
        try {
          return (await this.#give(place, task, signal, timeoutMs)) as Answer;
        } catch (error) {
          if (!(error instanceof ThreadEndedError) || this.#closed) throw error;
          if (used) {
            needsFresh = true;
            continue;
          }
          // It cannot have been the task's fault.
          if (place.ready) throw error;
          if (start >= startsMax)
            throw lacks(error.cause)
              ? new ThreadStartError(shortages[error.cause.code]!, { cause: error.cause })
              : error;
        }
      }
    } finally {
      leave();
    }
  }

  /** Ends all threads; tasks under way fail, and later ones too. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#places].map(({ thread }) => thread.end()));
  }

  #start(): Place {
    const { file, apart = false, limits, memoryMb, freesLargeBuffers = false } = this.#options;
    const place: Place = {
      ready: false,
      used: false,
      begun: undefined,
      settle: undefined,
      idle: undefined,
      thread: startThread(new URL('./task-thread.ts', import.meta.url), {
        apart,
        ...(limits && { limits }),
        memoryMb,
        freesLargeBuffers,
        onMessage: (message) => this.#hear(place, message as ThreadMessage),
        onEnd: (error) => {
          this.#remove(place);
          place.settle?.({ error });
        },
      }),
    };
    this.#places.add(place);
    place.thread.post({ file: file.href } satisfies PoolMessage);
    return place;
  }

  #give(
    place: Place,
    task: Task,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
  ): Promise<unknown> {
    clearTimeout(place.idle);
    place.thread.keepAlive(true);
    return new Promise((resolve, reject) => {
      const breakOff = (reason: unknown): void => {
        if (!place.settle) return;
        place.settle = undefined;
        this.#remove(place);
        // Frees the slot only after the thread is gone, so that there are never more threads than allowed.
        void place.thread.end().then(() => leave(() => reject(reason as Error)));
      };
      const abort = (): void => breakOff(signal!.reason);
      let timer: NodeJS.Timeout | undefined;
      const limit = (what: string, ms: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => breakOff(new TaskTimeoutError(`${what} took longer than ${ms} ms.`)), ms);
      };
      if (timeoutMs !== undefined) {
        place.begun = () => limit('The task', timeoutMs);
        if (place.ready) place.begun();
        else limit('The start of a thread', startMs);
      }
      const leave = (settle: () => void): void => {
        clearTimeout(timer);
        place.begun = undefined;
        signal?.removeEventListener('abort', abort);
        settle();
      };
      signal?.addEventListener('abort', abort, { once: true });
      place.settle = (outcome) => {
        place.settle = undefined;
        leave(() => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value)));
      };
      place.thread.post({ task } satisfies PoolMessage);
    });
  }

  #hear(place: Place, message: ThreadMessage): void {
    if (message.kind === 'ready') {
      place.ready = true;
      place.begun?.();
      return;
    }
    const { settle } = place;
    if (!settle) return;
    place.used = true;
    // Frees the thread before the task settles, so that the next task finds it.
    place.thread.keepAlive(false);
    place.idle = setTimeout(() => {
      this.#remove(place);
      void place.thread.end();
    }, this.#options.idleMs ?? 30_000).unref();
    this.#idle.push(place);
    settle(
      message.kind === 'done'
        ? { value: message.value }
        : { error: Object.assign(new TaskFailedError(message.message), { stack: message.stack }) },
    );
  }

  #remove(place: Place): void {
    clearTimeout(place.idle);
    this.#places.delete(place);
    const index = this.#idle.indexOf(place);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}

/** What a machine lacks, by the codes of errors. */
const shortages: Readonly<Record<string, Message>> = {
  EMFILE: threadMessages.THREAD_NO_HANDLES(),
  ENFILE: threadMessages.THREAD_NO_HANDLES_ON_MACHINE(),
  EAGAIN: threadMessages.THREAD_TOO_MANY_PROCESSES(),
  ENOMEM: threadMessages.THREAD_NO_MEMORY(),
  ERR_WORKER_INIT_FAILED: threadMessages.THREAD_NO_HANDLES(),
};

const lacks = (cause: unknown): cause is Error & { code: string } =>
  cause instanceof Error && 'code' in cause && Object.hasOwn(shortages, String(cause.code));

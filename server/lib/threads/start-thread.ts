import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitMemory, watchdogFlags } from './process-memory.ts';
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads';

/** Thread or child process that ended, either unexpectedly or on request. */
export class ThreadEndedError extends Error {
  override name = 'ThreadEndedError';
  /** Whether it needed more memory than it may have. */
  readonly outOfMemory: boolean;

  constructor(
    message: string,
    { outOfMemory = false, cause }: { outOfMemory?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.outOfMemory = outOfMemory;
  }
}

export interface ThreadOptions {
  /** What it finds as `workerData`; a process finds nothing. */
  data?: unknown;
  transfer?: Transferable[];
  limits?: ResourceLimits;
  /**
   * Runs it as a separate process. A thread that allocates too much memory at once takes down the whole
   * process despite its limits (V8 aborts), so code that walks foreign documents is isolated.
   */
  apart?: boolean;
  /** V8's flags for such a process. */
  flags?: string[];
  /**
   * Megabytes of RAM that such a process may have, buffers and native libraries included, which `limits` do
   * not count. It is ended beyond.
   */
  memoryMb?: number | undefined;
  /**
   * Returns buffers from 128 kB to the system as soon as such a process frees them. By default glibc raises
   * this limit up to 32 MB, and such buffers fragment its heap, which grows with the number of tasks.
   */
  freesLargeBuffers?: boolean;
  onMessage(message: unknown): void;
  /** Called once, however it ends. Required: the unhandled death of a thread ends the process. */
  onEnd(reason: ThreadEndedError): void;
}

export interface Thread {
  post(message: unknown, transfer?: Transferable[]): void;
  /** Ends the thread at once, whatever it is doing. Resolves when it is gone. */
  end(): Promise<void>;
  /** Whether it keeps this process alive. At first it does. */
  keepAlive(keep: boolean): void;
}

/**
 * Starts a file as a thread. This is the only place in the server that does, so every caller handles its end.
 */
export function startThread(file: URL, options: ThreadOptions): Thread {
  return options.apart ? startApart(file, options) : startInside(file, options);
}

function startInside(file: URL, { data, transfer, limits, onMessage, onEnd }: ThreadOptions): Thread {
  const worker = new Worker(file, {
    workerData: data,
    ...(transfer && { transferList: transfer }),
    ...(limits && { resourceLimits: limits }),
  });
  let cause: unknown;
  worker.on('error', (error) => (cause = error));
  worker.on('message', onMessage);
  const gone = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      const outOfMemory = (cause as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      onEnd(new ThreadEndedError(`The thread ended with ${code}.`, { outOfMemory, cause }));
      resolve();
    });
  });
  return {
    post: (message, list) => worker.postMessage(message, list),
    async end() {
      await worker.terminate();
      await gone;
    },
    keepAlive: (keep) => (keep ? worker.ref() : worker.unref()),
  };
}

/** Variables that such a process sees: it has no use for secrets. */
const shared = ['PATH', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'NODE_ICU_DATA'];
/** Characters kept of what it says at its end. */
const lastWords = 4_000;

function startApart(
  file: URL,
  { limits = {}, flags = [], memoryMb, freesLargeBuffers = false, onMessage, onEnd }: ThreadOptions,
): Thread {
  const { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young, stackSizeMb: stack } = limits;
  const child: ChildProcess = fork(fileURLToPath(file), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(
        shared.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
      ),
      // One heap for all threads of V8: by default glibc gives each one an arena that is never freed. Saves
      // 30 MB of the 120 MB of a speech process at no cost in time.
      MALLOC_ARENA_MAX: '1',
      ...(freesLargeBuffers && { MALLOC_MMAP_THRESHOLD_: '131072' }),
    },
    execArgv: [
      ...flags,
      ...(memoryMb ? watchdogFlags(memoryMb) : []),
      ...(old ? [`--max-old-space-size=${old}`] : []),
      ...(young ? [`--max-semi-space-size=${Math.ceil(young / 3)}`] : []),
      ...(stack ? [`--stack-size=${stack * 1024 - 64}`] : []),
    ],
  });
  let exceeded = false;
  const watch =
    memoryMb && child.pid !== undefined
      ? limitMemory(child.pid, memoryMb, () => {
          exceeded = true;
          child.kill('SIGKILL');
        })
      : undefined;
  let said = '';
  // What could not be started, for want of handles say, has neither of these; 'error' follows.
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-lastWords)));
  (child.stderr as unknown as { unref(): void } | undefined)?.unref();
  child.on('message', onMessage);
  const gone = new Promise<void>((resolve) => {
    let ended = false;
    const end = (how: string, cause?: unknown) => {
      if (ended) return;
      ended = true;
      watch?.stop();
      // The kernel kills where the machine itself has no memory left.
      const outOfMemory =
        exceeded ||
        /heap out of memory|Allocation failed|heap limit/.test(said) ||
        (how === 'SIGKILL' && !told);
      onEnd(
        new ThreadEndedError(`The process ended with ${how}.`, {
          outOfMemory,
          cause: cause ?? (said === '' ? undefined : new Error(said)),
        }),
      );
      resolve();
    };
    child.on('close', (code, signal) => end(String(signal ?? code)));
    // The process could not be started (no other event follows), or it ended before it had read its input.
    child.on('error', (error) => {
      if (child.pid === undefined) end('no start', error);
    });
  });
  let told = false;
  const keepAlive = (keep: boolean): void => {
    const door = child.channel as { ref(): void; unref(): void } | null | undefined;
    for (const held of [child, door]) held?.[keep ? 'ref' : 'unref']();
  };
  return {
    post: (message) => void child.send?.(message as object, () => {}),
    async end() {
      told = true;
      // Keeps this process alive until the end of the child is known, which includes reading its remaining
      // output.
      keepAlive(true);
      (child.stderr as unknown as { ref(): void } | undefined)?.ref();
      child.kill('SIGKILL');
      await gone;
    },
    keepAlive,
  };
}

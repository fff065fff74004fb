import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitMemory, watchdogFlags } from './process-memory.ts';
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads';

/** A thread, or a process of ours, ended: of itself, or because it was told to. */
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
   * Runs it as a process of its own. A thread that asks for too much memory in one piece takes the whole
   * process with it, whatever its limits (V8 ends it): what walks documents of others is apart.
   */
  apart?: boolean;
  /** V8's flags for such a process. */
  flags?: string[];
  /**
   * Megabytes of RAM that such a process may have, buffers and native libraries included, which `limits` do
   * not count. It is ended beyond.
   */
  memoryMb?: number | undefined;
  onMessage(message: unknown): void;
  /** Called once, however it ends. It is not optional: a thread whose death nobody hears ends the process. */
  onEnd(reason: ThreadEndedError): void;
}

export interface Thread {
  post(message: unknown, transfer?: Transferable[]): void;
  /** Ends it in the middle of whatever it does. Answers when it is gone. */
  end(): Promise<void>;
  /** Whether it keeps this process alive. At first it does. */
  keepAlive(keep: boolean): void;
}

/**
 * Starts a file as a thread. The one place of the server that does: whoever starts one hears when it ends.
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
  { limits = {}, flags = [], memoryMb, onMessage, onEnd }: ThreadOptions,
): Thread {
  const { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young, stackSizeMb: stack } = limits;
  const child: ChildProcess = fork(fileURLToPath(file), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(
        shared.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
      ),
      // One heap for all threads of V8: glibc otherwise gives each its own, of which none is ever given back.
      // Takes 30 MB of 120 from a process that speaks, and no time.
      MALLOC_ARENA_MAX: '1',
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
    // It could not be started (then nothing else is heard of it), or it ended before it had read what was
    // sent.
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
      // Whoever waits for its end must live until then, though nothing else keeps this process alive: that is
      // heard when its last words have been read, too.
      keepAlive(true);
      (child.stderr as unknown as { ref(): void } | undefined)?.ref();
      child.kill('SIGKILL');
      await gone;
    },
    keepAlive,
  };
}

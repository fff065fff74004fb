import { Piscina } from 'piscina';
import { ExtractionError } from './extraction-error.ts';
import { FeedError } from './feed/feed.ts';
import { UrlReplacementError } from './replace-url.ts';
import type { Answer, TaskName, Tasks } from './thread-tasks.ts';

export interface ExtractionThreadsOptions {
  /** Threads at most. Default 1; none runs before it is needed, nor long after. */
  threads?: number;
  /** Milliseconds that one task may run; the thread is then ended. Waiting for a thread does not count. Default 10,000. */
  timeoutMs?: number;
  /** Megabytes of heap of one thread. Default 384. */
  memoryMb?: number;
}

type InThread<Name extends TaskName> = (...args: Parameters<Tasks[Name]>) => Promise<ReturnType<Tasks[Name]>>;

/** Extraction outside the event loop, with limits on time and memory. Methods throw as their namesakes do, and `ExtractionError` kinds `timeout`, `out-of-memory`, `failed`. */
export interface ExtractionThreads {
  extractArticle: InThread<'extractArticle'>;
  parseFeed: InThread<'parseFeed'>;
  itemText: InThread<'itemText'>;
  readPageLinks: InThread<'readPageLinks'>;
  readSitemap: InThread<'readSitemap'>;
  replaceUrl: InThread<'replaceUrl'>;
  urlReplacementProblems: InThread<'urlReplacementProblems'>;
  /** Ends the threads; tasks under way fail. */
  close: () => Promise<void>;
}

/** Starts the pool (not yet a thread). Close it when done. */
export function createExtractionThreads({ threads = 1, timeoutMs = 10_000, memoryMb = 384 }: ExtractionThreadsOptions = {}): ExtractionThreads {
  const pool = new Piscina<{ name: TaskName; args: unknown[] }, Answer>({
    filename: new URL('./thread-tasks.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  });
  const turns = new Turns(threads);

  const run = async (name: TaskName, args: unknown[]): Promise<unknown> => {
    const release = await turns.take();
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const answer = pool.run({ name, args }, { signal: deadline }).catch((error: { code?: unknown }) => {
        // A thread that ends because it was idle may do so just when it is given a task.
        if (deadline.aborted || error.code === 'ERR_WORKER_OUT_OF_MEMORY') throw error;
        return pool.run({ name, args }, { signal: deadline });
      });
      return unpack(await answer);
    } catch (error) {
      if (error instanceof ExtractionError || error instanceof FeedError || error instanceof UrlReplacementError) throw error;
      if (deadline.aborted) throw new ExtractionError('timeout', `The page could not be read within ${timeoutMs / 1000} seconds.`, { cause: error });
      if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ExtractionError('out-of-memory', 'The page needs too much memory to be read.', { cause: error });
      throw new ExtractionError('failed', 'The page could not be read.', { cause: error });
    } finally {
      release();
    }
  };
  const method = <Name extends TaskName>(name: Name): InThread<Name> => (...args) => run(name, args) as Promise<ReturnType<Tasks[Name]>>;
  return {
    extractArticle: method('extractArticle'),
    parseFeed: method('parseFeed'),
    itemText: method('itemText'),
    readPageLinks: method('readPageLinks'),
    readSitemap: method('readSitemap'),
    replaceUrl: method('replaceUrl'),
    urlReplacementProblems: method('urlReplacementProblems'),
    close: () => pool.destroy(),
  };
}

function unpack(answer: Answer): unknown {
  if (answer.ok) return answer.value;
  if (answer.error === 'feed') throw new FeedError(answer.kind, answer.message, answer.advertised);
  if (answer.error === 'url-replacement') throw new UrlReplacementError(answer.kind, answer.index, answer.field, answer.message);
  throw new ExtractionError(answer.kind, answer.message, answer.rule ? { rule: answer.rule } : {});
}

/** Lets as many tasks through as there are threads, so that a task's time begins when it runs and not when it queues. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }
}

import { extractionMessages } from './messages.ts';
import { TaskPool, TaskTimeoutError, ThreadStartError } from '../lib/threads/task-pool.ts';
import { ThreadEndedError } from '../lib/threads/start-thread.ts';
import { ExtractionError } from './extraction-error.ts';
import { FeedError } from './feed/feed.ts';
import { UrlReplacementError } from './replace-url.ts';
import type { Answer, TaskName, Tasks } from './thread-tasks.ts';

export interface ExtractionThreadsOptions {
  /** At most. Default 1; none runs before it is needed, nor long after. */
  threads?: number;
  /**
   * Milliseconds that one task may run; the thread is then ended. Waiting for a thread does not count.
   * Default 10,000.
   */
  timeoutMs?: number;
  /** Megabytes of heap of one thread; buffers and Node itself may take `nativeMb` more. Default 384. */
  memoryMb?: number;
}

const nativeMb = 384;

type InThread<Name extends TaskName> = (...args: Parameters<Tasks[Name]>) => Promise<ReturnType<Tasks[Name]>>;

/**
 * What is done outside the event loop. Methods throw as their namesakes do, and `ExtractionError` kinds
 * `timeout`, `out-of-memory`, `failed`.
 */
export interface Extraction {
  extractArticle: InThread<'extractArticle'>;
  tryRules: InThread<'tryRules'>;
  parseFeed: InThread<'parseFeed'>;
  itemText: InThread<'itemText'>;
  readPageLinks: InThread<'readPageLinks'>;
  readSiteFacts: InThread<'readSiteFacts'>;
  readPlayerEmbed: InThread<'readPlayerEmbed'>;
  readSitemap: InThread<'readSitemap'>;
  robotsAllow: InThread<'robotsAllow'>;
  allowedByRobots: InThread<'allowedByRobots'>;
  replaceUrl: InThread<'replaceUrl'>;
  urlReplacementProblems: InThread<'urlReplacementProblems'>;
}

/**
 * Extraction outside the event loop and outside this process, with limits on time and memory, in which
 * tenants take turns.
 */
export interface ExtractionThreads {
  /**
   * Returns the extraction for a tenant (`tenantOf` in kernel/tenant.ts).
   * @param signal ends the wait and the task: `timeout`. Unset for jobs, whose number is limited
   */
  for(tenant: string, signal?: AbortSignal): Extraction;
  /** Ends the threads; tasks under way fail. */
  close(): Promise<void>;
}

/** Opens the pool (not yet a thread). Close it when done. */
export function createExtractionThreads({
  threads = 1,
  timeoutMs = 10_000,
  memoryMb = 384,
}: ExtractionThreadsOptions = {}): ExtractionThreads {
  const pool = new TaskPool<{ name: TaskName; args: unknown[] }, Answer>({
    file: new URL('./thread-tasks.ts', import.meta.url),
    threads,
    apart: true,
    limits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 },
    memoryMb: memoryMb + nativeMb,
  });
  let closed = false;
  const forTenant = (tenant: string, signal?: AbortSignal): Extraction => {
    const run = async (name: TaskName, args: unknown[]): Promise<unknown> => {
      const answer = await pool
        .run({ name, args }, { caller: tenant, signal, timeoutMs })
        .catch((error: unknown) => {
          // The process is ending: that says nothing about the page.
          throw closed ? error : explained(error, signal);
        });
      return unpack(answer);
    };
    const method =
      <Name extends TaskName>(name: Name): InThread<Name> =>
      (...args) =>
        run(name, args) as Promise<ReturnType<Tasks[Name]>>;
    return {
      extractArticle: method('extractArticle'),
      tryRules: method('tryRules'),
      parseFeed: method('parseFeed'),
      itemText: method('itemText'),
      readPageLinks: method('readPageLinks'),
      readSiteFacts: method('readSiteFacts'),
      readPlayerEmbed: method('readPlayerEmbed'),
      readSitemap: method('readSitemap'),
      robotsAllow: method('robotsAllow'),
      allowedByRobots: method('allowedByRobots'),
      replaceUrl: method('replaceUrl'),
      urlReplacementProblems: method('urlReplacementProblems'),
    };
  };
  return {
    for: forTenant,
    close() {
      closed = true;
      return pool.close();
    },
  };
}

function explained(cause: unknown, signal?: AbortSignal): Error {
  if (cause instanceof ThreadStartError) return cause;
  if (cause instanceof TaskTimeoutError || signal?.aborted)
    return new ExtractionError('timeout', extractionMessages.PAGE_TOO_SLOW(), { cause });
  if (cause instanceof ThreadEndedError && cause.outOfMemory)
    return new ExtractionError('out-of-memory', extractionMessages.PAGE_NEEDS_MEMORY(), { cause });
  return new ExtractionError('failed', extractionMessages.PAGE_NOT_READ(), { cause });
}

function unpack(answer: Answer): unknown {
  if (answer.ok) return answer.value;
  if (answer.error === 'feed') throw new FeedError(answer.kind, answer.told, answer.advertised);
  if (answer.error === 'url-replacement')
    throw new UrlReplacementError(answer.kind, answer.index, answer.field, answer.told);
  throw new ExtractionError(answer.kind, answer.told, {
    alternate: answer.alternate,
    ...(answer.rule && { rule: answer.rule }),
  });
}

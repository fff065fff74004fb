import { TaskPool } from '../lib/task-pool.ts';
import type { DocumentAnswer, DocumentTask } from './document-thread.ts';

/** Reads documents that people send, outside this process, with limits on time and memory. */
export interface DocumentThreads {
  /** @param caller takes turns with others @throws TaskTimeoutError, ThreadEndedError */
  read(task: DocumentTask, caller: string): Promise<DocumentAnswer>;
  close(): Promise<void>;
}

/** Begins when it is needed, and ends soon after. */
export function openDocumentThreads(): DocumentThreads {
  const pool = new TaskPool<DocumentTask, DocumentAnswer>({
    file: new URL('./document-thread.ts', import.meta.url),
    threads: 1,
    limits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
  });
  return { read: (task, caller) => pool.run(task, { caller, timeoutMs: 20_000 }), close: () => pool.close() };
}

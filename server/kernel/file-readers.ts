import type { DocumentAnswer, DocumentTask } from '../extraction/document-text.ts';
import type { PictureOptions } from '../lib/shrink-picture.ts';
import { TaskPool } from '../lib/threads/task-pool.ts';
import type { Bounce } from '../mail/read-bounce.ts';
import type { FileAnswer, FileTask } from './file-reader.ts';
import type { LexiconFormat, ReadLexicon } from './lexicon-file.ts';

/**
 * Reads files that people send, outside this process and with limits on time and memory, native memory
 * included. Callers take turns and none has all processes, so that a file that is hard to read keeps only its
 * sender waiting.
 *
 * Methods throw GateFullError where too many files wait, TaskTimeoutError and ThreadEndedError where a file
 * needed too much or ended its process, and ThreadStartError.
 */
export interface FileReaders {
  document(task: DocumentTask, caller: string): Promise<DocumentAnswer>;
  lexicon(format: LexiconFormat, bytes: Uint8Array, caller: string): Promise<ReadLexicon>;
  /** @returns null where the picture cannot be decoded */
  picture(bytes: Uint8Array, options: PictureOptions, caller: string): Promise<Uint8Array | null>;
  /** @returns null where the mail is not a report of a delivery */
  bounce(bytes: Uint8Array, caller: string): Promise<Bounce | null>;
  close(): Promise<void>;
}

/** Milliseconds that a file of each kind may take, loading its parser on a busy machine included. */
const timeouts: Readonly<Record<FileTask['kind'], number>> = {
  document: 20_000,
  lexicon: 60_000,
  picture: 20_000,
  bounce: 30_000,
};

/**
 * Opens the readers, without a process: those start when they are needed and end soon after.
 * @param memoryMb RAM of each process, megabytes
 */
export function openFileReaders({ memoryMb = 640 } = {}): FileReaders {
  const pool = new TaskPool<FileTask, FileAnswer>({
    file: new URL('./file-reader.ts', import.meta.url),
    threads: 2,
    apart: true,
    limits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 },
    memoryMb,
    // A file that waits is in memory: some tens of megabytes at most for each of these.
    queue: { perCaller: 1, waitingOfCaller: 2, waiting: 8, patienceMs: 60_000 },
  });
  const read = (task: FileTask, caller: string): Promise<FileAnswer> =>
    pool.run(task, { caller, timeoutMs: timeouts[task.kind] });
  return {
    document: async (task, caller) => (await read({ kind: 'document', ...task }, caller)) as DocumentAnswer,
    lexicon: async (format, bytes, caller) =>
      (await read({ kind: 'lexicon', format, bytes }, caller)) as ReadLexicon,
    picture: async (bytes, options, caller) =>
      (await read({ kind: 'picture', bytes, options }, caller)) as Uint8Array | null,
    bounce: async (bytes, caller) => (await read({ kind: 'bounce', bytes }, caller)) as Bounce | null,
    close: () => pool.close(),
  };
}

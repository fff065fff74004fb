import { TaskPool } from '../lib/threads/task-pool.ts';
import { indexWords, type WordIndex } from '../text/pronunciation/compile-dictionary.ts';
import type { LexiconTask } from './lexicon-thread.ts';

/** Words that are indexed at once, in a few milliseconds. */
const fewWords = 1_000;

/**
 * What of dictionaries takes so long that a thread does it: a thread of this process, because entries are as
 * checked and counted when they were stored. Their files are read by `file-readers.ts`.
 */
export interface LexiconThreads {
  /** Indexes the words of entries, which are as compared. @param caller takes turns with others */
  index(entries: readonly { source: string; isPattern: boolean }[], caller: string): Promise<WordIndex>;
  close(): Promise<void>;
}

/** Begins when it is needed, and ends soon after. */
export function openLexiconThreads(): LexiconThreads {
  const pool = new TaskPool<LexiconTask, WordIndex>({
    file: new URL('./lexicon-thread.ts', import.meta.url),
    threads: 1,
    // What is read is mostly kept until it is sent: a large young generation would only be memory.
    limits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 },
  });
  return {
    async index(entries, caller) {
      if (entries.length <= fewWords) return indexWords(entries);
      const sources = entries.map(({ source, isPattern }) => (isPattern ? '' : source));
      return pool.run(sources, { caller });
    },
    close: () => pool.close(),
  };
}

import { TaskPool } from '../lib/task-pool.ts';
import { indexWords, type WordIndex } from '../text/pronunciation/compile-dictionary.ts';
import type { LexiconAnswer, LexiconFormat, LexiconTask, ReadLexicon } from './lexicon-thread.ts';

/** Words that are indexed at once, in a few milliseconds. */
const fewWords = 1_000;

/** What of dictionaries takes so long that a thread does it. */
export interface LexiconThreads {
  /** Indexes the words of entries, which are as compared. @param caller takes turns with others */
  index(entries: readonly { source: string; isPattern: boolean }[], caller: string): Promise<WordIndex>;
  /** Reads a file of entries. @param caller takes turns with others */
  read(format: LexiconFormat, bytes: Uint8Array, caller: string): Promise<ReadLexicon>;
  close(): Promise<void>;
}

/** Begins when it is needed, and ends soon after. */
export function openLexiconThreads(): LexiconThreads {
  const pool = new TaskPool<LexiconTask, LexiconAnswer>({
    file: new URL('./lexicon-thread.ts', import.meta.url),
    threads: 1,
    // What is read is mostly kept until it is sent: a large young generation would only be memory.
    limits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 },
  });
  return {
    async index(entries, caller) {
      if (entries.length <= fewWords) return indexWords(entries);
      const sources = entries.map(({ source, isPattern }) => (isPattern ? '' : source));
      const answer = await pool.run({ sources }, { caller });
      return answer as WordIndex;
    },
    read: async (format, bytes, caller) =>
      (await pool.run({ format, bytes }, { caller, timeoutMs: 60_000 })) as ReadLexicon,
    close: () => pool.close(),
  };
}

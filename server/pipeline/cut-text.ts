import { Piscina } from 'piscina';
import type { CutText } from './plan.ts';
import { chunkText } from '../text/chunk-text.ts';
import type { Chunk } from '../text/chunk-text.ts';
import { VoiceTagError } from '../text/voice-tags.ts';
import type { CutTask, CutAnswer } from './cut-text-thread.ts';

/** Texts up to this many UTF-16 units are cut in a few milliseconds, quicker than they reach a thread. */
const shortText = 8_000;

/** Cuts texts into chunks without holding up the event loop: long ones in a thread, which is started when first needed. */
export function openTextCutter(): { cut: CutText; close(): Promise<void> } {
  let pool: Piscina<CutTask, CutAnswer> | undefined;
  return {
    async cut(text, options): Promise<Chunk[]> {
      if (text.length <= shortText) return chunkText(text, options);
      pool ??= new Piscina({ filename: new URL('./cut-text-thread.ts', import.meta.url).href, minThreads: 0, maxThreads: 1, idleTimeout: 30_000 });
      const answer = await pool.run({ text, options });
      if ('chunks' in answer) return answer.chunks;
      throw new VoiceTagError(answer.problem, text, answer.offset);
    },
    close: async () => pool?.close(),
  };
}

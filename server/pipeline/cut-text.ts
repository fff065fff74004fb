import { TaskPool } from '../lib/threads/task-pool.ts';
import type { CutText } from '../areas/voice/voicing/voicing-plan.ts';
import { chunkText } from '../text/chunk-text.ts';
import type { Chunk } from '../text/chunk-text.ts';
import { VoiceTagError } from '../text/voice-tags.ts';
import type { CutTask, CutAnswer } from './cut-text-thread.ts';

/** Texts up to this many UTF-16 units are cut in a few milliseconds, quicker than they reach a thread. */
const shortText = 8_000;

/**
 * Cuts texts into chunks without holding up the event loop: long ones in a thread, which is started when
 * first needed.
 */
export function openTextCutter(): { cut: CutText; close(): Promise<void> } {
  const pool = new TaskPool<CutTask, CutAnswer>({
    file: new URL('./cut-text-thread.ts', import.meta.url),
    threads: 1,
    limits: { maxOldGenerationSizeMb: 256 },
  });
  return {
    async cut(text, options, tenant = ''): Promise<Chunk[]> {
      if (text.length <= shortText) return chunkText(text, options);
      const answer = await pool.run({ text, options }, { caller: tenant });
      if ('chunks' in answer) return answer.chunks;
      const { problem, offset } = answer;
      throw new VoiceTagError(() => problem, text, offset);
    },
    close: () => pool.close(),
  };
}

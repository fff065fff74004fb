/** What runs in the thread that cuts long texts. */
import { chunkText } from '../text/chunk-text.ts';
import type { Chunk, ChunkOptions } from '../text/chunk-text.ts';
import { VoiceTagError } from '../text/voice-tags.ts';

export interface CutTask {
  text: string;
  options: ChunkOptions;
}

/** Errors lose their class on the way between threads, so the expected one travels as data. */
export type CutAnswer = { chunks: Chunk[] } | { problem: string; offset: number };

export default function cut({ text, options }: CutTask): CutAnswer {
  try {
    return { chunks: chunkText(text, options) };
  } catch (error) {
    // The place is told again from the offset, where the error is made anew.
    if (error instanceof VoiceTagError)
      return { problem: error.message.replace(/ \(line \d+, column \d+\)$/, ''), offset: error.offset };
    throw error;
  }
}

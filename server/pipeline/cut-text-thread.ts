/** What runs in the thread that cuts long texts. */
import type { Message } from '../lib/declare-messages.ts';
import { chunkText } from '../text/chunk-text.ts';
import type { Chunk, ChunkOptions } from '../text/chunk-text.ts';
import { VoiceTagError } from '../text/voice-tags.ts';

export interface CutTask {
  text: string;
  options: ChunkOptions;
}

/** Errors lose their class on the way between threads, so the expected one travels as data. */
export type CutAnswer = { chunks: Chunk[] } | { problem: Message; offset: number };

export default function cut({ text, options }: CutTask): CutAnswer {
  try {
    return { chunks: chunkText(text, options) };
  } catch (error) {
    if (error instanceof VoiceTagError) return { problem: error.told, offset: error.offset };
    throw error;
  }
}

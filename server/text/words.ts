import { z } from 'zod';

/** One spoken word: its position in the given text, and its time in the audio. */
export interface WordTiming {
  /** UTF-16 offset of the word in the text. */
  start: number;
  /** UTF-16 length of the word. */
  length: number;
  /** Milliseconds from the start of the audio. */
  startMs: number;
  endMs: number;
}

/** What columns of timings hold. */
export const wordTimings: z.ZodType<WordTiming[]> = z.array(
  z.object({ start: z.number(), length: z.number(), startMs: z.number(), endMs: z.number() }),
);

/** Position of a word in a text, in UTF-16 units. */
export interface WordSpan {
  start: number;
  length: number;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** The words of a text as a reader of its language sees them (UAX 29 with the language's dictionary). */
export function wordsOf(text: string, language: string): WordSpan[] {
  let segmenter = segmenters.get(language);
  if (!segmenter)
    segmenters.set(language, (segmenter = new Intl.Segmenter(language, { granularity: 'word' })));
  const words: WordSpan[] = [];
  for (const segment of segmenter.segment(text)) {
    if (segment.isWordLike) words.push({ start: segment.index, length: segment.segment.length });
  }
  return words;
}

/** A word whose beginning in the sound is known. */
export interface WordStart extends WordSpan {
  startMs: number;
}

/**
 * Timings from beginnings: a word lasts until the next one begins, the last until the end of the sound.
 * Undefined when they are not in order or lie outside the sound: a service's mistake is better measured
 * again.
 */
export function timingsFromStarts(starts: WordStart[], totalMs: number): WordTiming[] | undefined {
  const timings: WordTiming[] = [];
  for (const [index, { start, length, startMs }] of starts.entries()) {
    const endMs = starts[index + 1]?.startMs ?? Math.max(totalMs, startMs);
    if (!(startMs >= 0 && startMs <= totalMs + 1 && endMs >= startMs)) return undefined;
    timings.push({ start, length, startMs, endMs });
  }
  return timings.length ? timings : undefined;
}

/**
 * A service's timings as they may be shown: in order, within the sound, no word reaching into the next one.
 * Undefined when they are not in order or lie outside the sound.
 */
export function plausibleTimings(timings: WordTiming[], totalMs: number): WordTiming[] | undefined {
  const starts = timingsFromStarts(timings, totalMs);
  return starts?.map((word, index) => ({
    ...word,
    endMs: Math.min(word.endMs, Math.max(word.startMs, timings[index]!.endMs)),
  }));
}

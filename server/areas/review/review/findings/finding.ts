import type { SoundMeasures } from '../../../../audio/sound-measures.ts';
import type { Message } from '../../../../lib/declare-messages.ts';
import type { Readings } from '../../../../text/normalise/readings.ts';
import type { WordTiming } from '../../../../text/words.ts';
import type { Divergence } from '../speech-check/compare-speech.ts';

/** What finders may inspect of a generated article. They decode and read nothing again. */
export interface ReviewedArticle {
  /** Of its voice (BCP 47). */
  language: string;
  /** Title and text as they are written; offsets count in it. */
  written: string;
  chunks: readonly ReviewedChunk[];
  /** When each word of `written` sounds. */
  timings: readonly WordTiming[];
  /** Whether its numbers and abbreviations were to be spelled out; otherwise the voice reads them. */
  isNormalized: boolean;
  /** What editors decided for classes of numbers and signs. */
  readings: Readings;
  /** Words that have a dictionary entry, in lower case. */
  known: ReadonlySet<string>;
}

export interface ReviewedChunk {
  /** As it is spoken. */
  text: string;
  /** As written in the article. */
  written: string;
  /** UTF-16 offset in the article. */
  start: number;
  language: string;
  /** Milliseconds from the start of the audio, and how long its sound is. */
  startMs: number;
  lengthMs: number;
  /** Null where it was voiced before that was measured, or says nothing. */
  measures: SoundMeasures | null;
  /** Where recognized speech differs from `text`; absent: nothing has been recognized. */
  heard?: readonly Divergence[] | undefined;
}

/** How much a listener minds: it may be meant so, it will be noticed, it has to be mended. */
export const weights = { hint: 1, warning: 3, fault: 9 } as const;

export type Severity = keyof typeof weights;

/** What a finder found. */
export interface FindingMatch {
  /** UTF-16 offset and length in the article as it is written. */
  start: number;
  length: number;
  /** The word that it is about, as it is written; absent: it is about none. */
  word?: string;
  /** When it sounds; absent: when its words do. */
  startMs?: number;
  endMs?: number;
  reason: Message;
}

/** One kind of finding. Adding one: a file, and a line in the registry. */
export interface Finder {
  severity: Severity;
  /** For the schema: what it finds. */
  description: string;
  find(article: ReviewedArticle): FindingMatch[];
}

/**
 * Returns where a piece of a chunk's spoken text is in the article. A piece that is missing there because it
 * was spelled out differently maps to the whole chunk.
 */
export function placeOf(
  { text, written, start }: ReviewedChunk,
  index: number,
  length: number,
): { start: number; length: number } {
  if (text === written) return { start: start + index, length };
  const at = written.indexOf(text.slice(index, index + length));
  return at === -1 ? { start, length: written.length } : { start: start + at, length };
}

/** The whole of a chunk. */
export const chunkPlace = ({ start, written, startMs, lengthMs }: ReviewedChunk) => ({
  start,
  length: written.length,
  startMs,
  endMs: startMs + lengthMs,
});

/** What a pattern matches in the chunks as they are spoken, each word where it is for the first time. */
export function matches(
  { chunks, known }: ReviewedArticle,
  pattern: (chunk: ReviewedChunk) => RegExp | null,
  reason: (word: string) => Message | null,
): FindingMatch[] {
  const seen = new Set<string>();
  return chunks.flatMap((chunk) => {
    const sought = pattern(chunk);
    if (!sought) return [];
    return [...chunk.text.matchAll(sought)].flatMap(({ 0: word, index }): FindingMatch[] => {
      if (seen.has(word) || known.has(word.toLowerCase())) return [];
      seen.add(word);
      const told = reason(word);
      return told ? [{ ...placeOf(chunk, index, word.length), word, reason: told }] : [];
    });
  });
}

/** A word as a message quotes it. */
export const quoteWord = (word: string): string => (word.length > 60 ? `${word.slice(0, 59)}…` : word);

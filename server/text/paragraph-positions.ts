import type { WordTiming } from './words.ts';

/** Position of a paragraph in a spoken text, and its time in the audio. */
export interface ParagraphPosition {
  /** UTF-16 offset and length in the text, without the white space around it. */
  start: number;
  length: number;
  /** Milliseconds from the start of the audio: of its first word, and to the end of its last. */
  startMs: number;
  endMs: number;
}

/**
 * Returns the time of each paragraph (the title is one) of a text; paragraphs without spoken words are left
 * out.
 * @param text paragraphs end with line breaks
 * @param timings of its words, in order
 */
export function paragraphPositions(text: string, timings: readonly WordTiming[]): ParagraphPosition[] {
  const positions: ParagraphPosition[] = [];
  let word = 0;
  for (const { 0: paragraph, index: start } of text.matchAll(/\S[^\n]*/g)) {
    const length = paragraph.trimEnd().length;
    while (word < timings.length && timings[word]!.start < start) word++;
    const first = timings[word];
    while (word < timings.length && timings[word]!.start < start + length) word++;
    const last = timings[word - 1];
    if (first && last && first.start < start + length)
      positions.push({ start, length, startMs: first.startMs, endMs: last.endMs });
  }
  return positions;
}

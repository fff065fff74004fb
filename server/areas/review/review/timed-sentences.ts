import { sentenceRanges } from '../../../text/sentences.ts';

/** A sentence of what was spoken, and when its audio begins. */
export interface TimedSentence {
  /** UTF-16 offset in the spoken text. */
  start: number;
  /** UTF-16 code units, without the white space behind it. */
  length: number;
  startMs: number;
  /** Whether it is the first of its paragraph. */
  beginsParagraph: boolean;
}

interface Word {
  readonly start: number;
  readonly startMs: number;
}

/**
 * Returns the sentences of a text with the moments at which their first words are spoken. A sentence without
 * a word takes the moment of the one before.
 * @param words in order; offsets count in `text`
 * @param language BCP 47; empty: general rules
 */
export function timedSentences(text: string, words: readonly Word[], language: string): TimedSentence[] {
  const sentences: TimedSentence[] = [];
  let word = 0;
  let next = 0;
  for (const paragraph of text.split('\n')) {
    const index = next;
    next += paragraph.length + 1;
    if (!paragraph.trim()) continue;
    let beginsParagraph = true;
    for (const range of sentenceRanges(paragraph, language)) {
      const start = index + range.start;
      const end = index + range.end;
      while (word < words.length && words[word]!.start < start) word++;
      const first = words[word];
      const startMs = first && first.start < end ? first.startMs : (sentences.at(-1)?.startMs ?? 0);
      sentences.push({ start, length: end - start, startMs, beginsParagraph });
      beginsParagraph = false;
    }
  }
  return sentences;
}

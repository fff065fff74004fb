/** A sentence of what was spoken, and when it sounds. */
export interface TimedSentence {
  text: string;
  start: number;
  startMs: number;
  /** Whether a paragraph begins with it. */
  begins: boolean;
}

interface Word {
  readonly start: number;
  readonly startMs: number;
}

/**
 * The sentences of a text with the moments at which their first words sound; those without a word take the
 * moment of the one before.
 * @param words in order; offsets count in `text`
 */
export function timedSentences(text: string, words: readonly Word[]): TimedSentence[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const sentences: TimedSentence[] = [];
  let word = 0;
  for (const { 0: paragraph, index } of text.matchAll(/[^\n]*\S[^\n]*/g)) {
    let begins = true;
    for (const { segment, index: at } of segmenter.segment(paragraph)) {
      const start = index + at;
      while (word < words.length && words[word]!.start < start) word++;
      const first = words[word];
      const startMs =
        first && first.start < start + segment.length ? first.startMs : (sentences.at(-1)?.startMs ?? 0);
      sentences.push({ text: segment, start, startMs, begins });
      begins = false;
    }
  }
  return sentences;
}

/** The sentence that sounds at a moment, milliseconds. */
export function sentenceAtMs(sentences: readonly TimedSentence[], ms: number): number {
  const next = sentences.findIndex(({ startMs }) => startMs > ms);
  return Math.max(0, (next === -1 ? sentences.length : next) - 1);
}

/** A stretch of text: a word, with its place among the timings, or what stands between words. */
export interface Piece {
  text: string;
  /** Index of the word's timing; absent for spaces and punctuation. */
  word?: number;
}

/**
 * A spoken text as it is written, by paragraphs, with its words told apart from what stands between them.
 * @param words in order; offsets count in `text`
 */
export function spokenParagraphs(text: string, words: readonly { readonly start: number; readonly length: number }[]): Piece[][] {
  const paragraphs: Piece[][] = [];
  let word = 0;
  for (const { 0: line, index: lineStart } of text.matchAll(/[^\n]*\S[^\n]*/g)) {
    const pieces: Piece[] = [];
    const end = lineStart + line.length;
    let at = lineStart;
    for (; word < words.length && words[word]!.start < end; word++) {
      const { start, length } = words[word]!;
      if (start < at) continue;
      if (start > at) pieces.push({ text: text.slice(at, start) });
      pieces.push({ text: text.slice(start, start + length), word });
      at = start + length;
    }
    if (at < end) pieces.push({ text: text.slice(at, end) });
    paragraphs.push(pieces);
  }
  return paragraphs;
}

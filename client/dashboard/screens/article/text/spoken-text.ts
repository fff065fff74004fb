/** Stretch of text: a word, with its index among the timings, or the text between words. */
export interface Piece {
  text: string;
  /** Offset in the text. */
  start: number;
  /** Index of the word's timing; absent for spaces, punctuation and words without one. */
  word?: number;
}

/**
 * Splits a text into paragraphs, and separates words with timings from the text between them.
 * @param words in order; offsets count in `text`
 */
export function spokenParagraphs(
  text: string,
  words: readonly { readonly start: number; readonly length: number }[],
): Piece[][] {
  const paragraphs: Piece[][] = [];
  let word = 0;
  for (const { 0: line, index: lineStart } of text.matchAll(/[^\n]*\S[^\n]*/g)) {
    const pieces: Piece[] = [];
    const end = lineStart + line.length;
    let at = lineStart;
    for (; word < words.length && words[word]!.start < end; word++) {
      const { start, length } = words[word]!;
      if (start < at) continue;
      if (start > at) pieces.push({ text: text.slice(at, start), start: at });
      pieces.push({ text: text.slice(start, start + length), start, word });
      at = start + length;
    }
    if (at < end) pieces.push({ text: text.slice(at, end), start: at });
    paragraphs.push(pieces);
  }
  return paragraphs;
}

/** What of pieces lies between two places of the text. */
export function clipPieces(pieces: readonly Piece[], from: number, to: number): Piece[] {
  return pieces.flatMap((piece) => {
    const [start, end] = [Math.max(piece.start, from), Math.min(piece.start + piece.text.length, to)];
    if (start >= end) return [];
    const whole = end - start === piece.text.length;
    return whole ? [piece] : [{ text: piece.text.slice(start - piece.start, end - piece.start), start }];
  });
}

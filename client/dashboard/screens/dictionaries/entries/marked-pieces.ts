/**
 * Splits a text into pieces, some of which are marked.
 * @param marks in order, not touching; UTF-16
 */
export function markedPieces(
  text: string,
  marks: readonly { readonly start: number; readonly length: number }[],
): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const { start, length } of marks) {
    if (start > at) pieces.push({ text: text.slice(at, start), isMarked: false });
    pieces.push({ text: text.slice(start, start + length), isMarked: true });
    at = start + length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}

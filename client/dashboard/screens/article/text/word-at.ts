/**
 * The index of the word that sounds at a time, or the last one before it; -1 before the first. Words are in
 * order of time.
 */
export function wordAt(words: readonly { readonly startMs: number }[], timeMs: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.startMs <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

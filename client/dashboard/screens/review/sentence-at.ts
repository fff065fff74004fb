/**
 * Returns the index of the sentence that is playing.
 * @param ms position in the audio, milliseconds
 */
export function sentenceAtMs(sentences: readonly { readonly startMs: number }[], ms: number): number {
  const next = sentences.findIndex(({ startMs }) => startMs > ms);
  return Math.max(0, (next === -1 ? sentences.length : next) - 1);
}

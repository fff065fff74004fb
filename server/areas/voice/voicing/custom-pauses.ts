import { z } from 'zod';

/** Milliseconds. */
export const pauseMaxMs = 10_000;

/**
 * A pause that a user chose for one sentence. `end`: UTF-16 offset in the text at which the sentence ends.
 */
export interface CustomPause {
  end: number;
  ms: number;
}

/** What a column of them is read and written by. */
export const customPauses = z.array(
  z.object({ end: z.int().nonnegative(), ms: z.int().min(0).max(pauseMaxMs) }),
);

/**
 * Returns the pause after the text that ends at an offset; null: none was chosen. Punctuation and blanks may
 * lie between the chosen end of a sentence and its actual one.
 * @param from start of that text
 */
export function customPauseAfter(
  pauses: readonly CustomPause[],
  { from, to }: { from: number; to: number },
): number | null {
  const own = pauses.filter(({ end }) => end > from && end <= to);
  return own.at(-1)?.ms ?? null;
}

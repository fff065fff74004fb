import { z } from 'zod';

/** Milliseconds. */
export const pauseMaxMs = 10_000;

/** A silence that somebody chose for one sentence. `end`: UTF-16 offset in the text at which that ends. */
export interface CustomPause {
  end: number;
  ms: number;
}

/** What a column of them is read and written by. */
export const customPauses = z.array(
  z.object({ end: z.int().nonnegative(), ms: z.int().min(0).max(pauseMaxMs) }),
);

/**
 * The silence after what ends at an offset of the text; null: none was chosen. Signs and blanks may stand
 * between where a sentence was said to end and where it does.
 * @param from where what ends there begins
 */
export function customPauseAfter(
  pauses: readonly CustomPause[],
  { from, to }: { from: number; to: number },
): number | null {
  const own = pauses.filter(({ end }) => end > from && end <= to);
  return own.at(-1)?.ms ?? null;
}

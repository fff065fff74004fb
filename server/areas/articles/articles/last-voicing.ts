import { z } from 'zod';

const count = z.int().nonnegative();

/**
 * What a run voiced, and what it did not have to because it was there already. What the column `lastVoicing`
 * holds.
 */
export const lastVoicing = z.object({
  /** Chunks. */
  sentences: count,
  /** Characters (code points) that were voiced. */
  characters: count,
  /** Characters that were there already. */
  saved: count,
});

export type LastVoicing = z.infer<typeof lastVoicing>;

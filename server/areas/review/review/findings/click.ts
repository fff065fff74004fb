import { reviewMessages } from '../messages.ts';
import { chunkPlace, type Finder } from './finding.ts';
import { measuredChunks } from './measured-chunks.ts';

/**
 * How far a jump exceeds its neighbors. Speech reaches 2.1 at its sharpest plosives, and a little more where
 * it is noise; of clicks planted as loud as the speech, 98 % reach this.
 */
const least = 2.6;
const beforeMs = 100;

/** A click: where pieces were joined badly, or samples are missing. */
export const click: Finder = {
  severity: 'warning',
  description: 'A click, such as from a bad splice.',
  find: (article) =>
    measuredChunks(article).flatMap(({ chunk, measures }) => {
      if (measures.click < least) return [];
      const startMs = Math.max(chunk.startMs, chunk.startMs + measures.clickAtMs - beforeMs);
      return [
        {
          ...chunkPlace(chunk),
          startMs,
          endMs: startMs + 2 * beforeMs,
          reason: reviewMessages.FOUND_CLICK(),
        },
      ];
    }),
};

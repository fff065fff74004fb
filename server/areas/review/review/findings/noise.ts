import { reviewMessages } from '../messages.ts';
import { chunkPlace, type Finder } from './finding.ts';
import { measuredChunks } from './measured-chunks.ts';

/** The quietest moments of clean speech lie under this, dB against its loud ones. */
const loudest = -27;
/** A shorter stretch may have no pause to listen in, milliseconds. */
const leastMs = 1_500;

/** Finds noise or music in speech. */
export const noise: Finder = {
  severity: 'warning',
  description: 'Noise or music in the pauses between words.',
  find: (article) =>
    measuredChunks(article)
      .filter(({ chunk, measures }) => chunk.lengthMs >= leastMs && measures.floorDb > loudest)
      .map(({ chunk, measures }) => ({
        ...chunkPlace(chunk),
        reason: reviewMessages.FOUND_NOISE({ decibels: Math.round(-measures.floorDb) }),
      })),
};

import type { SoundMeasures } from '../../../../audio/sound-measures.ts';
import type { ReviewedArticle, ReviewedChunk } from './finding.ts';

/** The chunks whose sound was measured when it was voiced. */
export const measuredChunks = ({
  chunks,
}: ReviewedArticle): { chunk: ReviewedChunk; measures: SoundMeasures }[] =>
  chunks.flatMap((chunk) => (chunk.measures ? [{ chunk, measures: chunk.measures }] : []));
